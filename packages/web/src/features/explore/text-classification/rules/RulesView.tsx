import type { RuleMetrics } from '@postil/contract/task/rules'
import { coveredAnnotated, coveredRecords, type Rule, ruleKey, setActiveRule } from '@postil/domain/rules/rule'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { useState } from 'react'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { formatNumber } from '../../../../i18n/index.ts'
import { commands } from '../../../../keyboard/use-command.ts'
import { Segmented } from '../../../../ui/controls/Segmented.tsx'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import { queryProblem } from '../../state/use-results.ts'
import type { RulesProps } from '../../task-parts.ts'
import { RuleFigures } from './RuleFigures.tsx'
import { RulePanel } from './RulePanel.tsx'
import { RulesTable } from './RulesTable.tsx'
import styles from './RulesView.module.css'
import { RuleWork } from './RuleWork.tsx'
import { useRuleMetrics, useRuleReport } from './use-rules.ts'

const group = t('rules.table')

commands.define([
  { id: 'rules.save', label: t('rules.save'), group, keys: ['Mod+S'] },
  { id: 'rules.manage', label: t('rules.table'), group, keys: ['M'] },
])

/** Labelling rules: the one being written with its metrics, above the records it matches, or the table of all rules. */
export function RulesView(props: RulesProps) {
  const { place, labels, rules, filter, onFilter, onAnnotate, isTableOpen, onTableOpen, children } = props
  const query = filter.text?.trim() ?? ''
  const saved = rules?.find((rule) => rule.query === query)
  const [chosen, setChosen] = useState<Rule>()
  const [unreadable, setUnreadable] = useState<{ query: string; reason: string; isCompared: boolean }>()
  // A stored rule that cannot be read: what is saved next takes its place.
  const [mending, setMending] = useState<string>()
  const broken = rules?.find((rule) => rule.query === mending)
  const isOpen = chosen && (chosen.query === broken?.query || !isStored(chosen, rules ?? []))
  // Labels that are not saved yet go on to the next words of the query; a stored rule brings its own.
  if (chosen && chosen.query !== query && !saved && isOpen && query !== '') setChosen({ query, labels: chosen.labels })
  if (query === '') {
    if (chosen) setChosen(undefined)
    if (mending !== undefined) setMending(undefined)
  }
  const labelsNow = chosen?.query === query ? chosen.labels : (saved?.labels ?? NONE)
  const [active, setActive] = useState<Rule>()
  const rule = setActiveRule(active, query === '' ? undefined : { query, labels: labelsNow })
  if (rule !== active) setActive(rule)
  const metrics = useRuleMetrics(place, rule)
  const reason = metrics.error ? queryProblem(metrics.error) : undefined
  // Looked at again once the stored rules are there: it may be one of them.
  const isKnown = unreadable?.query === rule?.query && (unreadable?.isCompared || rules === undefined)
  if (rule && reason !== undefined && !isKnown) {
    setUnreadable({ query: rule.query, reason, isCompared: rules !== undefined })
    // The labels stay while the query is corrected.
    if (rules) setChosen(rule)
    if (saved) setMending(query)
  }
  const [isBack, setBack] = useState(false)

  if (isTableOpen) {
    return (
      <>
        <RuleWork place={place} />
        <RulesTable
          {...{ place, rules }}
          onBack={() => {
            setBack(true)
            onTableOpen(false)
          }}
          onFilter={(next) => {
            setBack(false)
            onTableOpen(false)
            setMending(undefined)
            onFilter(next)
          }}
          onMend={(rule) => {
            setBack(false)
            onTableOpen(false)
            setMending(rule.query)
            setChosen(rule)
            onFilter({ text: rule.query })
          }}
        />
      </>
    )
  }
  const handleLabels = (next: readonly string[]) => {
    setChosen({ query, labels: next })
    // A filter about the previous rule no longer applies.
    if (filter.by_rules?.rules) onFilter({ ...filter, by_rules: undefined })
  }
  const handleEdit = (next: string) => {
    const { by_rules: _, ...rest } = filter
    const take = (text: string) => {
      setChosen({ query: text, labels: labelsNow })
      onFilter({ ...rest, text })
    }
    take(next)
    toasts.notify({
      type: 'info',
      about: 'rule words',
      message: t('rules.wordsAdded'),
      action: { label: t('rules.wordsUndo'), run: () => take(query) },
    })
  }
  const problem = unreadable?.query === rule?.query ? unreadable?.reason : undefined
  return (
    <>
      <RuleWork place={place} />
      <div className={styles.panels}>
        <RulePanel
          {...{ place, rule, saved, broken, labels, problem }}
          metrics={metrics.data}
          onLabels={handleLabels}
          onQuery={(text) => onFilter({ ...filter, text })}
        />
        <RuleFigures
          {...{ place, rule, rules, isBack, onAnnotate }}
          onEdit={handleEdit}
          metrics={rule && !metrics.isError ? metrics.data : undefined}
          isPast={metrics.isPlaceholderData}
          onManage={() => onTableOpen(true)}
        />
      </div>
      {problem === undefined && (
        <ShownRecords
          {...{ place, rule, filter, onFilter }}
          metrics={metrics.data}
          hasRules={(rules?.length ?? 0) > 0}
        />
      )}
      {children}
    </>
  )
}

const NONE: readonly string[] = []

function isStored(rule: Rule, rules: readonly Rule[]): boolean {
  return rules.some((one) => ruleKey(one) === ruleKey(rule))
}

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
function ShownRecords({ place, rule, metrics, hasRules, filter, onFilter }: ShownRecordsProps) {
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
