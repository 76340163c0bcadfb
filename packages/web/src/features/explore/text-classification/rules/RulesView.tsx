import { type Rule, setActiveRule } from '@postil/domain/rules/rule'
import { useState } from 'react'
import { t } from '../../../../i18n/areas/rules.ts'
import { commands } from '../../../../keyboard/use-command.ts'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import type { RulesProps } from '../../task-parts.ts'
import { RuleFigures } from './RuleFigures.tsx'
import { RulePanel } from './RulePanel.tsx'
import { RulesTable } from './RulesTable.tsx'
import { RuleWork } from './RuleWork.tsx'
import styles from './rules.module.css'
import { ShownRecords } from './ShownRecords.tsx'
import { useRuleMetrics } from './use-rules.ts'

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
  // Labels belong to the query they were chosen for; a stored rule brings its own.
  const [chosen, setChosen] = useState<Rule>()
  const labelsNow = chosen?.query === query ? chosen.labels : (saved?.labels ?? [])
  const [active, setActive] = useState<Rule>()
  const rule = setActiveRule(active, query === '' ? undefined : { query, labels: labelsNow })
  if (rule !== active) setActive(rule)
  const metrics = useRuleMetrics(place, rule)
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
            onFilter(next)
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
      message: t('rules.wordsAdded'),
      action: { label: t('rules.wordsUndo'), run: () => take(query) },
    })
  }
  return (
    <>
      <RuleWork place={place} />
      <div className={styles.panels}>
        <RulePanel
          {...{ place, rule, saved, labels }}
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
      <ShownRecords {...{ place, rule, filter, onFilter }} metrics={metrics.data} hasRules={(rules?.length ?? 0) > 0} />
      {children}
    </>
  )
}
