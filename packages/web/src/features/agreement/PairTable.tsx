import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { t } from '../../i18n/areas/team/agreement.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import styles from './Agreement.module.css'
import { figure } from './figure.ts'

interface PairTableProps {
  question: QuestionAgreementBody
  nameOf: (userId: string) => string
}

/** Agreement of each pair of people. */
export function PairTable({ question: { title, type, pairs }, nameOf }: PairTableProps) {
  const hasKappa = type === 'label_selection'
  const hasAlpha = type !== 'text'
  return (
    <Table label={t('agreement.pairsOf', { question: title })} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('agreement.column.pair')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.records')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.identical')}</HeaderCell>
          {hasKappa && <HeaderCell align="end">{t('agreement.column.kappa')}</HeaderCell>}
          {hasAlpha && <HeaderCell align="end">{t('agreement.column.alpha')}</HeaderCell>}
          {hasAlpha && <HeaderCell align="end">{t('agreement.column.interval')}</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ users, records, percent, kappa, alpha, interval }) => {
          const [one = '', other = ''] = users.map(nameOf).sort()
          return (
            <Row key={users.join()}>
              <Cell className={styles.name}>{t('agreement.pair', { one, other })}</Cell>
              <Cell isNumber>{formatNumber(records)}</Cell>
              <Cell isNumber>{formatShortPercent(percent)}</Cell>
              {hasKappa && <Cell isNumber>{figure(kappa)}</Cell>}
              {hasAlpha && <Cell isNumber>{figure(alpha)}</Cell>}
              {hasAlpha && (
                <Cell isNumber>
                  {interval
                    ? t('agreement.column.fromTo', { low: figure(interval[0]), high: figure(interval[1]) })
                    : figure(null)}
                </Cell>
              )}
            </Row>
          )
        })}
      </tbody>
    </Table>
  )
}
