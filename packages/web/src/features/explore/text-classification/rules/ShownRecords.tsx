import type { RuleMetrics } from '@postil/contract/task/rules'
import { coveredAnnotated, coveredRecords, type Rule } from '@postil/domain/rules/rule'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/rules.ts'
import { formatNumber } from '../../../../i18n/index.ts'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import styles from './rules.module.css'
import { useRuleReport } from './use-rules.ts'

interface ShownRecordsProps {
  place: TaskPlace
  rule: Rule | undefined
  metrics: RuleMetrics | undefined
  hasRules: boolean
  filter: RecordFilter
  onFilter: (filter: RecordFilter) => void
}

type Outcome = NonNullable<RecordFilter['by_rules']>['outcome']
type Shown = 'all' | Outcome

/**
 * The choice of the records below: those that the rule labels correctly or incorrectly; without a rule, filters about
 * all rules.
 */
export function ShownRecords({ place, rule, metrics, hasRules, filter, onFilter }: ShownRecordsProps) {
  const report = useRuleReport(place, { hasRules: hasRules && rule === undefined }).data
  if (rule ? rule.labels.length === 0 : !hasRules) return null
  const counts = rule
    ? countsOf(rule, metrics)
    : { uncovered: report && report.total_records - report.covered_records, disputed: report?.disputed_records }
  const shown = rule
    ? (['all', 'incorrect', 'correct', 'not_annotated'] as const)
    : (['all', 'uncovered', 'incorrect', 'disputed'] as const)
  const choices = shown.map((value: Shown) => {
    const count: number | undefined = Reflect.get(counts, value)
    const words = t(`rules.show.${value}`)
    return { value, label: count === undefined ? words : `${words} ${formatNumber(count)}` }
  })
  const handleChange = (next: Shown) => {
    const { by_rules: _, ...rest } = filter
    if (next === 'all') onFilter(rest)
    else onFilter({ ...rest, by_rules: { outcome: next, ...(rule ? { rules: [rule] } : {}) } })
  }
  return (
    <div className={styles.shown}>
      <Segmented
        label={t('rules.show')}
        choices={choices}
        value={filter.by_rules?.outcome ?? 'all'}
        onChange={handleChange}
      />
    </div>
  )
}

/** Numbers of records. `correct` and `incorrect` only for a rule with one label: with several, metrics count labels. */
function countsOf({ labels }: Rule, metrics: RuleMetrics | undefined): Partial<Record<Shown, number>> {
  if (!metrics) return {}
  const all = coveredRecords(metrics)
  const not_annotated = all === undefined ? undefined : all - (coveredAnnotated(metrics) ?? 0)
  const judged = labels.length === 1 ? { correct: metrics.correct, incorrect: metrics.incorrect } : {}
  return Object.fromEntries(
    Object.entries({ all, not_annotated, ...judged }).filter(([, count]) => count !== undefined),
  )
}
