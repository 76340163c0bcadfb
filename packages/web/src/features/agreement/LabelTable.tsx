import type { QuestionAgreementBody } from '@postil/contract/feedback/agreement'
import { t } from '../../i18n/agreement.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/Table.tsx'
import styles from './Agreement.module.css'
import { figure } from './figure.ts'

/** How people agree on each label against all others. */
export function LabelTable({ question: { title, type, labels } }: { question: QuestionAgreementBody }) {
  const hasAlpha = type !== 'span'
  return (
    <Table label={t('agreement.labelsOf', { question: title })} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('agreement.column.label')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.used')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.shared')}</HeaderCell>
          {hasAlpha && <HeaderCell align="end">{t('agreement.column.alpha')}</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {labels.map(({ label, used, f1, alpha }) => (
          <Row key={label}>
            <Cell className={styles.name}>{label}</Cell>
            <Cell isNumber>{formatNumber(used)}</Cell>
            <Cell isNumber>{f1 === null ? '–' : formatShortPercent(f1)}</Cell>
            {hasAlpha && <Cell isNumber>{figure(alpha)}</Cell>}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
