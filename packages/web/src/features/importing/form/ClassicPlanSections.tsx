import { withLabels } from '@postil/importing/classic/guess'
import { type ClassicPlan, isClassicName, plainLabel } from '@postil/importing/classic/plan'
import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/areas/importing.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { Switch } from '../../../ui/controls/Switch.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import type { MyWorkspace } from '../engine/my-workspaces.ts'
import type { ImportTo, PlannedImport } from '../import-state.ts'
import { type GrowingClassic, newLabels } from '../writing/growing-classic.ts'
import { ClassicColumnHead } from './ClassicColumnHead.tsx'
import { ColumnsSection } from './ColumnsSection.tsx'
import { alikeHint, LabelNames } from './LabelNames.tsx'
import { Section } from './Section.tsx'
import styles from './sections.module.css'

interface ClassicPlanSectionsProps {
  planned: PlannedImport
  plan: ClassicPlan
  onPlan: (plan: ClassicPlan) => void
}

/** The use of each column in a classic dataset, and the labels of its records. */
export function ClassicPlanSections({ planned, plan, onPlan }: ClassicPlanSectionsProps) {
  const { scan } = planned
  const { columns } = scan.profile
  const isOwn = plan.encoding !== 'foreign'
  const { to } = planned
  const handleMultiLabel = (isMultiLabel: boolean) => onPlan(withLabels(plan, { ...plan, isMultiLabel }, columns))
  return (
    <>
      <ColumnsSection
        scan={scan}
        plan={planned.plan}
        lead={t(isOwn ? 'import.columnsOwn' : 'import.columnsLead')}
        isUnused={(index) => !isOwn && plan.columns[index]?.use.kind === 'nothing'}
        head={(profile, index) => (
          <ClassicColumnHead
            index={index}
            profile={profile}
            rows={scan.profile.rows}
            plan={plan}
            profiles={columns}
            onPlan={onPlan}
          />
        )}
      />
      {to.kind === 'classic' && <AddedLabels to={to} plan={plan} />}
      {to.kind !== 'classic' &&
        (plan.labels || (plan.task === 'TextClassification' && !isOwn) || plan.rules.length > 0) && (
          <Section title={t('import.labels')} lead={t('import.labelsLead')}>
            <div className={styles.sections}>
              {plan.task === 'TextClassification' && !isOwn && (
                <Switch isSelected={plan.isMultiLabel} onChange={handleMultiLabel}>
                  {t('import.multiLabel')}
                </Switch>
              )}
              {plan.labels && <LabelsArea plan={plan} labels={plan.labels} onPlan={onPlan} />}
              {plan.rules.length > 0 && <p>{t('import.rules', { count: plan.rules.length })}</p>}
            </div>
          </Section>
        )}
    </>
  )
}

/** Labels of the file that the dataset does not have yet, and how they are handled. */
function AddedLabels({ to, plan }: { to: GrowingClassic; plan: ClassicPlan }) {
  const added = newLabels(to, plan)
  if (added.length === 0) return null
  const alike = alikeHint([...(to.labels ?? []), ...added], added)
  return (
    <Section title={t('import.labels')} lead={t('import.labelsAdded', { count: added.length, name: to.name })}>
      <p>{added.join(', ')}</p>
      {alike && <p className={styles.alike}>{alike}</p>}
    </Section>
  )
}

function LabelsArea({
  plan,
  labels,
  onPlan,
}: Omit<ClassicPlanSectionsProps, 'planned'> & { labels: NonNullable<ClassicPlan['labels']> }) {
  const names = labels.map(({ name }) => name)
  return (
    <LabelNames
      label={names.length === 0 ? t('import.labelsNone') : t('import.labelCount', { count: names.length })}
      names={names}
      rows={4}
      maxHeight={260}
      onChange={(next) => {
        const kept = new Map(labels.map((label) => [label.name, label]))
        onPlan({ ...plan, labels: next.map((name) => kept.get(name) ?? plainLabel(name)) })
      }}
    />
  )
}

type NewTo = Extract<ImportTo, { kind: 'new' }>

interface ClassicPlaceSectionProps {
  to: NewTo
  workspaces: readonly MyWorkspace[]
  nameError: string | undefined
  onTo: (to: NewTo) => void
}

/** Name and workspace of a classic dataset. Its name is part of its URL, so fewer characters are allowed. */
export function ClassicPlaceSection({ to, workspaces, nameError, onTo }: ClassicPlaceSectionProps) {
  // Refused by the server: the field to correct is far below the visible part of the page.
  const nameBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (nameError !== undefined) nameBox.current?.focus()
  }, [nameError])
  const isBad = to.name !== '' && !isClassicName(to.name)
  return (
    <Section title={t('import.place')}>
      <div className={`${styles.sections} ${styles.row}`}>
        <TextField
          label={t('import.name')}
          value={to.name}
          onChange={(name) => onTo({ ...to, name })}
          description={t('import.classicNameHelp')}
          ref={nameBox}
          error={nameError ?? (isBad ? t('import.classicNameBad') : undefined)}
        />
        <Select
          label={t('import.workspace')}
          choices={workspaces.map(({ id, name }) => ({ value: id, label: name }))}
          value={to.workspaceId}
          onChange={(workspaceId) => onTo({ ...to, workspaceId })}
        />
      </div>
    </Section>
  )
}
