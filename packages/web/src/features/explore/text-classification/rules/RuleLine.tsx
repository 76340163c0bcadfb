import type { RecordFilter } from '@postil/domain/task-editing/query'
import { Trash2, TriangleAlert } from 'lucide-react'
import { t } from '../../../../i18n/areas/classic/rules.ts'
import { formatNumber, formatRelative } from '../../../../i18n/index.ts'
import { Button } from '../../../../ui/controls/Button.tsx'
import { IconButton } from '../../../../ui/controls/IconButton.tsx'
import { breakable } from '../../../../ui/display/breakable.tsx'
import { Icon } from '../../../../ui/display/Icon.tsx'
import { Cell, Row } from '../../../../ui/display/Table.tsx'
import { percent } from './RuleFigures.tsx'
import styles from './RulesTable.module.css'
import type { RuleRow } from './rule-rows.ts'
import ruleStyles from './rules.module.css'

interface RuleLineProps {
  row: RuleRow
  onFilter: (filter: RecordFilter) => void
  onMend: () => void
  onDelete: () => void
}

/** One rule with its figures. */
export function RuleLine({ row, onFilter, onMend, onDelete }: RuleLineProps) {
  const { rule, broken, foreign, coverage, covered, annotated, coveredAnnotated, correct, incorrect, precision } = row
  const { query, labels, description } = rule
  const open = broken ? onMend : () => onFilter({ text: query })
  const number = (value: number | undefined) => (value === undefined ? t('rules.unknown') : formatNumber(value))
  return (
    <Row className={styles.line} data-broken={broken ? true : undefined}>
      <Cell className={styles.queryCell}>
        <button
          type="button"
          className={styles.queryLink}
          aria-label={t('rules.open', { query })}
          title={query}
          onClick={open}
        >
          <code>{query}</code>
        </button>
        {description && <span className={styles.description}>{description}</span>}
        {foreign && (
          <span className={styles.warning}>
            <Icon icon={TriangleAlert} size={13} /> {t('rules.foreign', { reason: foreign })}
          </span>
        )}
      </Cell>
      {broken ? (
        <Cell colSpan={6}>
          <span className={styles.brokenWords}>
            <span className={styles.warning}>
              <Icon icon={TriangleAlert} size={14} /> {t('rules.broken', { reason: broken })}
            </span>
            <Button size="small" onPress={open}>
              {t('rules.mend')}
            </Button>
          </span>
        </Cell>
      ) : (
        <>
          <Cell className={styles.labelCell} title={labels.join(', ')}>
            {breakable(labels.join(', '))}
          </Cell>
          <Cell isNumber data-name={t('rules.coverage')}>
            {percent(coverage)} <small>{number(covered)}</small>
          </Cell>
          <Cell isNumber data-name={t('rules.annotated')}>
            {percent(annotated)} <small>{number(coveredAnnotated)}</small>
          </Cell>
          <Cell isNumber data-name={t('rules.correct')}>
            {number(correct)}
          </Cell>
          <Cell isNumber data-name={t('rules.incorrect')}>
            {incorrect ? (
              <button
                type="button"
                className={ruleStyles.link}
                aria-label={t('rules.showIncorrect', { count: incorrect, query })}
                onClick={() =>
                  onFilter({ text: query, by_rules: { outcome: 'incorrect', rules: [{ query, labels }] } })
                }
              >
                {number(incorrect)}
              </button>
            ) : (
              number(incorrect)
            )}
          </Cell>
          <Cell
            isNumber
            data-name={t('rules.precision')}
            className={styles.precision}
            data-low={precision !== undefined && precision < 0.5 ? true : undefined}
          >
            {percent(precision)}
          </Cell>
        </>
      )}
      <Cell className={styles.created}>{formatRelative(new Date(`${rule.created_at}Z`))}</Cell>
      <Cell className={styles.bin}>
        <IconButton icon={Trash2} size="small" label={t('rules.delete', { query })} onPress={onDelete} />
      </Cell>
    </Row>
  )
}
