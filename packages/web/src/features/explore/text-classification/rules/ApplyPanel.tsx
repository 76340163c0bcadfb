import type { RuleMethod } from '@postil/contract/task/rule-suggestions'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { formatNumber, formatPercent } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { RadioGroup } from '../../../../ui/controls/RadioGroup.tsx'
import styles from './ApplyPanel.module.css'
import ruleStyles from './rules.module.css'
import { useRuleChanges, useRuleReport } from './use-rules.ts'

/** Default minimum precision: rules below it give no suggestions. */
const MIN_PRECISION = 0.5

interface ApplyPanelProps {
  place: TaskPlace
  onFilter: (filter: RecordFilter) => void
  onClose: () => void
}

/** Applies all rules as suggestions: how to combine them, a preview of the result, and which records stay unchanged. */
export function ApplyPanel({ place, onFilter, onClose }: ApplyPanelProps) {
  const [isPrecise, setPrecise] = useState(false)
  const [replaces, setReplaces] = useState(false)
  const [asked, setAsked] = useState<RuleMethod>()
  const minPrecision = isPrecise ? MIN_PRECISION : undefined
  const { data: report, isPlaceholderData } = useRuleReport(place, { hasRules: true, minPrecision })
  const { apply, withdraw } = useRuleChanges(place)
  if (!report) return null
  const method = asked ?? report.methods[0]?.method ?? 'majority'
  const chosen = report.methods.find((one) => one.method === method)
  const shown = chosen?.kept_records ?? 0
  const suggested = (chosen?.suggested_records ?? 0) - (replaces ? 0 : shown)
  const numbers = [
    { name: t('rules.apply.records'), count: suggested },
    { name: t('rules.apply.open'), count: report.not_validated_records },
    {
      name: t('rules.apply.disputed'),
      count: report.disputed_records,
      show: t('rules.apply.showDisputed'),
      outcome: 'disputed',
    },
    {
      name: t('rules.apply.uncovered'),
      count: report.total_records - report.covered_records,
      show: t('rules.apply.showUncovered'),
      outcome: 'uncovered',
    },
  ] as const
  return (
    <section className={styles.apply} aria-label={t('rules.apply')}>
      <header className={ruleStyles.head}>
        <h3 className={ruleStyles.title}>{t('rules.apply.title', { count: report.rules })}</h3>
        <IconButton icon={X} size="small" label={t('ui.close')} onPress={onClose} />
      </header>
      <p className="note">{t('rules.apply.text')}</p>
      <RadioGroup
        label={t('rules.apply.how')}
        value={method}
        onChange={setAsked}
        choices={report.methods.map((one) => ({
          value: one.method,
          label: (
            <span className={styles.method}>
              <b>{t(`rules.apply.${one.method}`)}</b>
              <span>{t(`rules.apply.${one.method}.${report.multi_label ? 'multi' : 'text'}`)}</span>
              <span>{rightWords(one)}</span>
            </span>
          ),
        }))}
      />
      <dl className={styles.counts} data-past={isPlaceholderData || undefined}>
        {numbers.map(({ name, count, ...more }) => (
          <div key={name}>
            <dt>
              {name}
              {'show' in more && count > 0 && (
                <Show name={more.show} onPress={() => onFilter({ by_rules: { outcome: more.outcome } })} />
              )}
            </dt>
            <dd>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox isSelected={isPrecise} onChange={setPrecise}>
        {t('rules.apply.precise')}
      </Checkbox>
      {shown > 0 && (
        <>
          <Checkbox isSelected={replaces} onChange={setReplaces}>
            {t('rules.apply.replace')}
          </Checkbox>
          <p className="note">{t(replaces ? 'rules.apply.replaced' : 'rules.apply.kept', { count: shown })}</p>
        </>
      )}
      {report.own_predictions > 0 && (
        <Button
          variant="quiet"
          size="small"
          className={styles.withdraw}
          isPending={withdraw.isPending}
          onPress={() => withdraw.mutate()}
        >
          {t('rules.apply.remove', { count: report.own_predictions })}
        </Button>
      )}
      <p className="note" role="status">
        {apply.isPending && t('rules.apply.running', { count: suggested })}
      </p>
      <footer className={styles.foot}>
        <Button onPress={onClose}>{t('rules.cancel')}</Button>
        <Button
          variant="primary"
          isPending={apply.isPending}
          disabledReason={suggested === 0 ? t(shown === 0 ? 'rules.apply.none' : 'rules.apply.noneFree') : undefined}
          onPress={() => apply.mutate({ method, minPrecision, replace: replaces })}
        >
          {t('rules.apply.go', { count: suggested })}
        </Button>
      </footer>
    </section>
  )
}

function rightWords({
  compared_records: compared,
  correct_records: correct,
}: {
  compared_records: number
  correct_records: number
}) {
  if (compared === 0) return t('rules.apply.unknown')
  return t('rules.apply.right', { correct, compared, percent: formatPercent(correct / compared) })
}

/** A button that shows the records that a number counts. */
export function Show({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button type="button" className={ruleStyles.show} aria-label={name} onClick={onPress}>
      {t('rules.apply.show')}
    </button>
  )
}
