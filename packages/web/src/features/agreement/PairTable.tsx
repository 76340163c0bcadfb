import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { t } from '../../i18n/areas/team/agreement.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import styles from './Agreement.module.css'
import { ShareWithInterval, WithInterval } from './WithInterval.tsx'

interface PairTableProps {
  question: QuestionAgreementBody
  nameOf: (userId: string) => string
}

/** Agreement of each pair of people. */
export function PairTable({ question: { title, type, pairs }, nameOf }: PairTableProps) {
  const hasKappa = type === 'label_selection'
  const hasAlpha = type !== 'text'
  const identical = t('agreement.column.identical')
  const [kappa, alpha] = [t('agreement.column.kappa'), t('agreement.column.alpha')]
  return (
    <Table label={t('agreement.pairsOf', { question: title })} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('agreement.column.pair')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.records')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.withInterval', { figure: identical })}</HeaderCell>
          {hasKappa && <HeaderCell align="end">{t('agreement.column.withInterval', { figure: kappa })}</HeaderCell>}
          {hasAlpha && <HeaderCell align="end">{t('agreement.column.withInterval', { figure: alpha })}</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <Row key={pair.users.join()}>
            <Cell className={styles.name}>{pairName(pair.users, nameOf)}</Cell>
            <Cell isNumber data-label={t('agreement.column.records')}>
              {formatNumber(pair.records)}
            </Cell>
            <Cell isNumber data-label={identical}>
              <ShareWithInterval value={pair.percent} interval={pair.percent_interval} />
            </Cell>
            {hasKappa && (
              <Cell isNumber data-label={kappa}>
                <WithInterval value={pair.kappa} interval={pair.kappa_interval} />
              </Cell>
            )}
            {hasAlpha && (
              <Cell isNumber data-label={alpha}>
                <WithInterval value={pair.alpha} interval={pair.interval} />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}

/** The names of two people, in the order of the alphabet. */
export function pairName(users: readonly string[], nameOf: (userId: string) => string): string {
  const [one = '', other = ''] = users.map(nameOf).sort()
  return t('agreement.pair', { one, other })
}
