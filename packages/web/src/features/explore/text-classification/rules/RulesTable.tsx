import type { RuleBody } from '@postil/contract/task/rules'
import { overallPrecision } from '@postil/domain/rules/rule'
import type { RecordFilter } from '@postil/domain/task-editing/query'
import { ArrowLeft, RefreshCw, Sparkles } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { fetchRules } from '../../../../api/classic/labelling-rules.ts'
import type { TaskPlace } from '../../../../api/classic/task-records.ts'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { formatNumber } from '../../../../i18n/index.ts'
import { useFocusInPlace } from '../../../../ui/browser/use-focus-in-place.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { SearchField } from '../../../../ui/controls/SearchField.tsx'
import { EmptyState } from '../../../../ui/display/EmptyState.tsx'
import { HeaderCell, Row, SortableHeaderCell, Table } from '../../../../ui/display/Table.tsx'
import { Dialog } from '../../../../ui/overlays/Dialog.tsx'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import { ApplyPanel, Show } from './ApplyPanel.tsx'
import { percent } from './RuleFigures.tsx'
import { RuleLine } from './RuleLine.tsx'
import styles from './RulesTable.module.css'
import { rowsOf, type SortKey, sortRows } from './rule-rows.ts'
import ruleStyles from './rules.module.css'
import { useOverallMetrics, useRuleChanges, useRuleReport } from './use-rules.ts'

/** Rows rendered at first, and added by each "show more", so that a table of hundreds of rules stays fast. */
const PAGE = 50

interface RulesTableProps {
  place: TaskPlace
  rules: readonly RuleBody[] | undefined
  onBack: () => void
  /** Show records; closes the table. */
  onFilter: (filter: RecordFilter) => void
  /** Write a rule that cannot be read anew; closes the table. */
  onMend: (rule: RuleBody) => void
}

/** All rules of the dataset with their figures and actions. The figures load after the rows. */
export function RulesTable({ place, rules, onBack, onFilter, onMend }: RulesTableProps) {
  const hasRules = (rules?.length ?? 0) > 0
  const overall = useOverallMetrics(place, hasRules).data
  const report = useRuleReport(place, { hasRules }).data
  const { remove, refresh } = useRuleChanges(place)
  const [sought, setSought] = useState('')
  const [sort, setSort] = useState<{ key: SortKey; isDown: boolean }>({ key: 'created', isDown: true })
  const [shown, setShown] = useState(PAGE)
  const [leaving, setLeaving] = useState<string>()
  const [isApplying, setApplying] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const count = rules?.length ?? 0
  const [box, keepPlace] = useFocusInPlace(count, 'tbody td:last-child button', heading)
  // The button that opened the table is gone: continue from its place.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])

  const rows = sortRows(rowsOf(rules ?? [], report), sort)
  const words = sought.trim().toLocaleLowerCase()
  const found = rows.filter(({ rule }) =>
    [rule.query, rule.description ?? '', ...rule.labels].some((text) => text.toLocaleLowerCase().includes(words)),
  )
  const leftOut = rows.filter(({ broken, foreign }) => broken ?? foreign).length
  const sums = report && overallPrecision(report.by_rule)
  // Without annotated hits there is nothing to compare.
  const all = sums && sums.correct + sums.incorrect > 0 ? sums : undefined

  const handleRefresh = async () => {
    await refresh()
    const now = await fetchRules(place).catch(() => undefined)
    if (now?.length === 0) toasts.notify({ type: 'info', message: t('rules.none') })
  }
  const column = (key: SortKey, name: string, isNumber = false) => (
    <SortableHeaderCell
      align={isNumber ? 'end' : 'start'}
      direction={sort.key === key ? (sort.isDown ? 'descending' : 'ascending') : undefined}
      onSort={() => setSort({ key, isDown: sort.key === key ? !sort.isDown : isNumber || key === 'created' })}
    >
      {name}
    </SortableHeaderCell>
  )
  return (
    <div className={styles.manage} data-applying={isApplying || undefined}>
      <div ref={box} className={styles.all}>
        <header className={styles.tableHead}>
          <h2 ref={heading} tabIndex={-1} className={styles.heading}>
            {t('rules.table')}
          </h2>
          <Button variant="quiet" size="medium" icon={ArrowLeft} onPress={onBack}>
            {t('rules.back')}
          </Button>
          <Button variant="quiet" size="medium" icon={RefreshCw} onPress={() => void handleRefresh()}>
            {t('rules.refresh')}
          </Button>
          {hasRules && (
            <Button size="medium" icon={Sparkles} aria-expanded={isApplying} onPress={() => setApplying(!isApplying)}>
              {t('rules.apply')}
            </Button>
          )}
        </header>
        {hasRules ? (
          <>
            <dl className={styles.band}>
              <Total name={t('rules.coverage')} value={percent(overall?.coverage)} />
              <Total name={t('rules.coverageAnnotated')} value={percent(overall?.coverage_annotated)} />
              <Total name={t('rules.precision')} value={percent(all?.precision)} />
              <Total name={t('rules.correct')} value={all ? formatNumber(all.correct) : t('rules.unknown')} />
              <Total name={t('rules.incorrect')} value={all ? formatNumber(all.incorrect) : t('rules.unknown')}>
                {all && all.incorrect > 0 && (
                  <Show
                    name={t('rules.apply.showIncorrect')}
                    onPress={() => onFilter({ by_rules: { outcome: 'incorrect' } })}
                  />
                )}
              </Total>
            </dl>
            <div className={styles.findRow}>
              <SearchField
                size="small"
                className={styles.findRule}
                label={t('rules.find')}
                placeholder={t('rules.find')}
                value={sought}
                onChange={setSought}
              />
              <p className="note" role="status">
                {leftOut > 0 ? t('rules.countLeftOut', { count, left: leftOut }) : t('rules.count', { count })}
              </p>
            </div>
            <Table label={t('rules.table')} className={styles.table}>
              <thead>
                <Row>
                  {column('query', t('rules.query'))}
                  {column('labels', t('rules.label'))}
                  {column('coverage', t('rules.coverage'), true)}
                  {column('annotated', t('rules.annotated'), true)}
                  {column('correct', t('rules.correct'), true)}
                  {column('incorrect', t('rules.incorrect'), true)}
                  {column('precision', t('rules.precision'), true)}
                  {column('created', t('rules.created'))}
                  <HeaderCell>
                    <span className="visuallyHidden">{t('rules.actions')}</span>
                  </HeaderCell>
                </Row>
              </thead>
              <tbody>
                {found.slice(0, shown).map((row, at) => (
                  <RuleLine
                    key={row.rule.query}
                    row={row}
                    onFilter={onFilter}
                    onMend={() => onMend(row.rule)}
                    onDelete={() => {
                      keepPlace(at)
                      setLeaving(row.rule.query)
                    }}
                  />
                ))}
              </tbody>
            </Table>
            {found.length === 0 && <p className="note">{t('rules.nomatch')}</p>}
            {found.length > shown && (
              <Button variant="quiet" onPress={() => setShown(shown + PAGE)}>
                {t('rules.more', { count: Math.min(PAGE, found.length - shown) })}
              </Button>
            )}
          </>
        ) : (
          rules && (
            <EmptyState title={t('rules.none.title')} action={<Button onPress={onBack}>{t('rules.back')}</Button>}>
              {t('rules.none.text')}
            </EmptyState>
          )
        )}
      </div>
      {isApplying && hasRules && <ApplyPanel {...{ place, onFilter }} onClose={() => setApplying(false)} />}
      <Dialog
        title={t('rules.delete.title')}
        isOpen={leaving !== undefined}
        isAlert
        onClose={() => setLeaving(undefined)}
        footer={
          <>
            <Button onPress={() => setLeaving(undefined)}>{t('rules.cancel')}</Button>
            <Button
              variant="danger"
              autoFocus
              onPress={() => {
                if (leaving !== undefined) remove.mutate(leaving)
                setLeaving(undefined)
              }}
            >
              {t('rules.delete.go')}
            </Button>
          </>
        }
      >
        {leaving !== undefined && t('rules.delete.text', { query: leaving })}
      </Dialog>
    </div>
  )
}

function Total({ name, value, children }: { name: string; value: string; children?: ReactNode }) {
  return (
    <div className={ruleStyles.figure}>
      <dt>{name}</dt>
      <dd>
        <strong className={ruleStyles.value}>{value}</strong>
        {children}
      </dd>
    </div>
  )
}
