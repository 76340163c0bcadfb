import { withLabels } from '@postil/importing/classic/guess'
import { type ClassicKind, type ClassicPlan, type ClassicUse, isClassicAgent } from '@postil/importing/classic/plan'
import type { ColumnProfile } from '@postil/importing/read/profile'
import { t } from '../../../i18n/areas/importing.ts'
import { Select } from '../../../ui/controls/Select.tsx'
import { TextField } from '../../../ui/controls/TextField.tsx'
import styles from './ColumnsSection.module.css'
import { columnFacts } from './column-facts.ts'

interface ClassicColumnHeadProps {
  index: number
  profile: ColumnProfile
  profiles: readonly ColumnProfile[]
  rows: number
  plan: ClassicPlan
  onPlan: (plan: ClassicPlan) => void
}

/** The head of one column: its content, and its use in a classic dataset. */
export function ClassicColumnHead({ index, profile, profiles, rows, plan, onPlan }: ClassicColumnHeadProps) {
  const use = plan.columns[index]?.use ?? { kind: 'nothing' as const }
  const column = profile.name
  const setUse = (next: ClassicUse) => {
    const columns = plan.columns.map((one, at) => (at === index ? { ...one, use: next } : one))
    const changed = { ...plan, columns }
    const isAboutLabels = isDecision(use) !== isDecision(next)
    onPlan(isAboutLabels ? withLabels(plan, changed, profiles) : changed)
  }
  const isOwn = plan.encoding !== 'foreign'
  return (
    <th
      scope="col"
      className={styles.head}
      data-wide={profile.totalLength / Math.max(1, profile.filled) > 40 || undefined}
    >
      <span className={styles.source} title={column}>
        {column}
      </span>
      <span className={styles.facts}>{columnFacts(profile, rows)}</span>
      {!isOwn && (
        <div className={styles.controls}>
          <Select
            size="small"
            aria-label={t('import.useOf', { column })}
            choices={possibleKinds(plan, profile, use).map((kind) => ({ value: kind, label: kindWords(kind, plan) }))}
            value={use.kind}
            onChange={(kind) => setUse(makeUse(kind, profile, plan))}
          />
          <UseDetails use={use} {...{ plan, column, setUse }} />
        </div>
      )}
    </th>
  )
}

interface UseDetailsProps {
  use: ClassicUse
  plan: ClassicPlan
  column: string
  setUse: (use: ClassicUse) => void
}

function UseDetails({ use, plan, column, setUse }: UseDetailsProps) {
  switch (use.kind) {
    case 'prediction':
      return (
        <TextField
          size="small"
          aria-label={t('import.predictedBy', { column })}
          label={t('import.agentName')}
          value={use.agent}
          error={isClassicAgent(use.agent) ? undefined : t('import.classicProblem.badAgent')}
          onChange={(agent) => setUse({ ...use, agent })}
        />
      )
    case 'score':
    case 'agent':
      return (
        <Select
          size="small"
          aria-label={t('import.belongsTo', { column })}
          choices={predictionsOf(plan).map((source) => ({ value: source, label: source }))}
          value={use.of}
          onChange={(of) => setUse({ ...use, of })}
        />
      )
    case 'text':
    case 'metadata':
      if (use.kind === 'text' && plan.task !== 'TextClassification') return null
      return (
        <TextField
          size="small"
          aria-label={t('import.nameOf', { column })}
          value={use.name}
          onChange={(name) => setUse({ ...use, name })}
        />
      )
    default:
      return null
  }
}

function kindWords(kind: ClassicKind, { task }: ClassicPlan): string {
  if (kind === 'annotation' || kind === 'prediction') return t(`import.classicKind.${kind}.${task}`)
  return t(`import.classicKind.${kind}`)
}

function possibleKinds({ task, columns }: ClassicPlan, profile: ColumnProfile, use: ClassicUse): ClassicKind[] {
  const isMarked = task === 'TokenClassification'
  const canDecide = !isMarked || profile.spans > 0 || profile.lists > 0
  const hasPrediction = columns.some((one) => one.use.kind === 'prediction')
  const kinds: ClassicKind[] = [
    'text',
    ...(isMarked && profile.lists > 0 ? (['tokens'] as const) : []),
    ...(canDecide ? (['annotation', 'prediction'] as const) : []),
    ...(hasPrediction ? (['score', 'agent'] as const) : []),
    'id',
    'status',
    'metadata',
    ...(profile.vectorSize === undefined ? [] : (['vector'] as const)),
    'nothing',
  ]
  return kinds.includes(use.kind) ? kinds : [use.kind, ...kinds]
}

function makeUse(kind: ClassicKind, { name }: ColumnProfile, plan: ClassicPlan): ClassicUse {
  switch (kind) {
    case 'text':
      return { kind, name: plan.task === 'TextClassification' ? name : 'text' }
    case 'prediction':
      return { kind, agent: isClassicAgent(name) ? name : 'model' }
    case 'score':
    case 'agent':
      return { kind, of: predictionsOf(plan)[0] ?? '' }
    case 'metadata':
    case 'vector':
      return { kind, name }
    case 'tokens':
    case 'annotation':
    case 'id':
    case 'status':
    case 'nothing':
      return { kind }
  }
}

function predictionsOf({ columns }: ClassicPlan): string[] {
  return columns.flatMap(({ source, use }) => (use.kind === 'prediction' ? [source] : []))
}

function isDecision({ kind }: ClassicUse): boolean {
  return kind === 'annotation' || kind === 'prediction'
}
