import type { RuleBody, RuleMetrics } from '@postil/contract/task/rules'
import { coveredAnnotated, coveredRecords, overallPrecision, type Rule } from '@postil/domain/rules/rule'
import { Table2 } from 'lucide-react'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { formatNumber, formatPercent } from '../../../../i18n/index.ts'
import { useCommand } from '../../../../keyboard/use-command.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { StackedBar } from '../../../../ui/display/StackedBar.tsx'
import styles from './rules.module.css'
import { useOverallMetrics, useRuleReport } from './use-rules.ts'
import { WordHint } from './WordHint.tsx'

interface RuleFiguresProps {
  place: TaskPlace
  rule: Rule | undefined
  rules: readonly RuleBody[] | undefined
  /** Metrics of the rule; undefined until loaded. */
  metrics: RuleMetrics | undefined
  /** The metrics still belong to the previous rule. */
  isPast: boolean
  /** The table of all rules was just left: its button gets the focus back. */
  isBack: boolean
  onManage: () => void
  onAnnotate: () => void
  /** Replace the query of the rule. */
  onEdit: (query: string) => void
}

/** The metrics of the rule, with those of all rules below. */
export function RuleFigures(props: RuleFiguresProps) {
  const { place, rule, rules, metrics, isPast, isBack, onManage, onAnnotate, onEdit } = props
  const hasRules = rules !== undefined && rules.length > 0
  const overall = useOverallMetrics(place, hasRules).data
  const report = useRuleReport(place, { hasRules }).data
  const all = report && overallPrecision(report.by_rule)
  // Without annotated hits there is nothing to compare, as for one rule.
  const judgedByAll = all && all.correct + all.incorrect
  const manage = useCommand('rules.manage', { run: onManage, isEnabled: rules !== undefined })
  const { correct, incorrect } = metrics ?? {}
  const judged = correct !== undefined && incorrect !== undefined ? correct + incorrect : undefined
  const nothingAnnotated = rule && metrics?.annotated_records === 0
  return (
    <section className={styles.panel} aria-label={t('rules.metrics')}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('rules.metrics')}</h2>
        <Button
          variant="quiet"
          size="small"
          icon={Table2}
          keys={manage.keys}
          autoFocus={isBack}
          isDisabled={rules === undefined}
          onPress={onManage}
        >
          {t('rules.manage', { count: rules?.length ?? 0 })}
        </Button>
      </header>
      <dl className={styles.figures} data-past={isPast || undefined}>
        <Figure
          name={t('rules.coverage')}
          value={percent(metrics?.coverage)}
          detail={part(metrics && coveredRecords(metrics), metrics?.total_records)}
          all={overall && [percent(overall.coverage), number(coveredRecords(overall))]}
        />
        <Figure
          name={t('rules.coverageAnnotated')}
          value={percent(metrics?.coverage_annotated)}
          detail={part(metrics && coveredAnnotated(metrics), metrics?.annotated_records)}
          all={overall && [percent(overall.coverage_annotated), number(coveredAnnotated(overall))]}
        />
        <Figure
          name={t('rules.precision')}
          value={percent(metrics?.precision)}
          detail={judged ? part(correct, judged) : undefined}
          all={all && [percent(all.precision), (judgedByAll && part(all.correct, judgedByAll)) || '']}
        />
        <Figure
          name={t('rules.correctIncorrect')}
          value={judged ? `${number(correct)} · ${number(incorrect)}` : t('rules.unknown')}
          detail={undefined}
          all={all && [judgedByAll ? `${number(all.correct)} · ${number(all.incorrect)}` : t('rules.unknown'), '']}
        />
      </dl>
      {judged !== undefined && judged > 0 && (
        <StackedBar
          label={t('rules.bar')}
          size="large"
          total={judged}
          parts={[
            { label: t('rules.correct'), count: correct ?? 0, color: '--verdigris' },
            { label: t('rules.incorrect'), count: incorrect ?? 0, color: '--vermilion' },
          ]}
        />
      )}
      {rule && !isPast && <WordHint {...{ place, rule, onEdit }} incorrect={incorrect ?? 0} />}
      {nothingAnnotated && (
        <p className={styles.hint}>
          {t('rules.notAnnotated')}
          <Button size="small" onPress={onAnnotate}>
            {t('rules.annotate')}
          </Button>
        </p>
      )}
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  detail: string | undefined
  /** The figure of all rules together, for comparison. */
  all: readonly string[] | undefined
}

function Figure({ name, value, detail, all }: FigureProps) {
  return (
    <div className={styles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={styles.value}>{value}</strong>
        <span className="note">{detail ?? ' '}</span>
        {all && <span className={styles.overall}>{t('rules.all', { value: all.filter(Boolean).join(', ') })}</span>}
      </dd>
    </div>
  )
}

/** A share in percent, or a dash when it is unknown. */
export function percent(share: number | undefined): string {
  return share === undefined ? t('rules.unknown') : formatPercent(share)
}

function number(value: number | undefined): string {
  return value === undefined ? '' : formatNumber(value)
}

function part(count: number | undefined, whole: number | undefined): string | undefined {
  return count === undefined || whole === undefined ? undefined : t('rules.of', { part: count, whole })
}
