import { isAgent, withGuessedAgents } from '@postil/importing/guess/guess-agent'
import { possibleKinds, setColumnKind, withQuestionFor, withUse } from '@postil/importing/plan/edit-columns'
import type { ColumnUse, ImportPlan } from '@postil/importing/plan/plan'
import type { ColumnProfile, FileProfile } from '@postil/importing/read/profile'
import { t } from '../../../i18n/areas/importing.ts'
import { Checkbox } from '../../../ui/controls/Checkbox.tsx'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import styles from './ColumnsSection.module.css'
import { columnFacts } from './column-facts.ts'
import { MetadataDetails, OtherCellsNote } from './MetadataDetails.tsx'

const NEW = ' new'

interface ColumnHeadProps {
  index: number
  profile: ColumnProfile
  /** All columns of the file. */
  file: FileProfile
  plan: ImportPlan
  /** Name of the file, which may name the model. */
  fileName: string
  onPlan: (plan: ImportPlan) => void
}

/** The head of one column: its content, its use, and the options of that use. */
export function ColumnHead({ index, profile, file, plan, fileName, onPlan }: ColumnHeadProps) {
  const use = plan.columns[index]?.use ?? { kind: 'nothing' as const }
  const column = profile.name
  const kinds = possibleKinds(plan, profile, use.kind)
  return (
    <th scope="col" className={styles.head} data-wide={isWide(profile) || undefined}>
      <span className={styles.source} title={column}>
        {column}
      </span>
      <span className={styles.facts}>{columnFacts(profile, file.rows)}</span>
      <div className={styles.controls}>
        <Select
          size="small"
          aria-label={t('import.useOf', { column })}
          choices={kinds.map((kind) => ({ value: kind, label: t(`import.kind.${kind}`) }))}
          value={use.kind}
          onChange={(kind) => {
            const changed = setColumnKind(plan, index, kind, profile)
            onPlan(withGuessedAgents(changed, fileName, { profiles: file.columns, at: index }))
          }}
        />
        <UseDetails use={use} {...{ index, profile, plan, onPlan }} />
      </div>
    </th>
  )
}

function UseDetails({
  use,
  index,
  profile,
  plan,
  onPlan,
}: Omit<ColumnHeadProps, 'file' | 'fileName'> & { use: ColumnUse }) {
  const column = profile.name
  if ('question' in use) {
    const canBring = !plan.fixed && (use.kind === 'suggestion' || use.kind === 'answer')
    const choices = [
      ...plan.questions.map(({ name, title }) => ({ value: name, label: title || name })),
      ...(canBring ? [{ value: NEW, label: t('import.newQuestion') }] : []),
    ]
    const hasMaker = plan.columns.some((one) => one.use.kind === 'agent' && one.use.question === use.question)
    const handleQuestion = (question: string) => {
      if (question !== NEW) onPlan(withUse(plan, index, { ...use, question }))
      else {
        const grown = withQuestionFor(plan, profile)
        onPlan(withUse(grown.plan, index, { ...use, question: grown.question }))
      }
    }
    return (
      <>
        <Select
          size="small"
          aria-label={t('import.questionOf', { column })}
          choices={choices}
          value={choices.some(({ value }) => value === use.question) ? use.question : null}
          onChange={handleQuestion}
        />
        {use.kind === 'suggestion' && (!hasMaker || use.agent !== undefined) && (
          <TextField
            size="small"
            aria-label={t('import.agentOf', { column })}
            label={t('import.agentName')}
            need="optional"
            value={use.agent ?? ''}
            error={use.agent && !isAgent(use.agent) ? t('import.agentBad') : undefined}
            onChange={(agent) => onPlan(withUse(plan, index, { ...use, agent: agent === '' ? undefined : agent }))}
          />
        )}
      </>
    )
  }
  if (plan.fixed && 'name' in use) {
    const items = itemsFor(plan.fixed, use.kind)
    return (
      <Select
        size="small"
        aria-label={t('import.itemOf', { column })}
        choices={items.map(({ name, title }) => ({ value: name, label: title }))}
        value={use.name}
        onChange={(name) => {
          const item = items.find((one) => one.name === name)
          const property = plan.fixed?.metadata.find((one) => one.name === name)
          if (!item) return
          const named = { ...use, name, title: item.title }
          const next = named.kind === 'metadata' && property ? { ...named, type: property.settings.type } : named
          onPlan(withUse(plan, index, next))
        }}
      />
    )
  }
  if (use.kind === 'metadata') {
    return <MetadataDetails use={use} profile={profile} onUse={(next) => onPlan(withUse(plan, index, next))} />
  }
  if (use.kind === 'vector') return <OtherCellsNote profile={profile} />
  if (use.kind !== 'field') return null
  return (
    <>
      <TextField
        size="small"
        aria-label={t('import.titleOf', { column })}
        value={use.title}
        onChange={(title) => onPlan(withUse(plan, index, { ...use, title }))}
      />
      <div className={styles.checks}>
        <Checkbox
          aria-label={t('import.requiredOf', { column })}
          isSelected={use.required}
          onChange={(required) => onPlan(withUse(plan, index, { ...use, required }))}
        >
          {t('import.required')}
        </Checkbox>
        <Checkbox
          aria-label={t('import.markdownOf', { column })}
          isSelected={use.markdown}
          onChange={(markdown) => onPlan(withUse(plan, index, { ...use, markdown }))}
        >
          {t('import.markdown')}
        </Checkbox>
      </div>
    </>
  )
}

function itemsFor(
  fixed: NonNullable<ImportPlan['fixed']>,
  kind: 'field' | 'metadata' | 'vector',
): readonly { name: string; title: string }[] {
  switch (kind) {
    case 'field':
      return fixed.fields
    case 'metadata':
      return fixed.metadata
    case 'vector':
      return fixed.vectors
  }
}

/** Long texts need a wide column. */
function isWide({ totalLength, filled }: ColumnProfile): boolean {
  return totalLength / Math.max(1, filled) > 40
}
