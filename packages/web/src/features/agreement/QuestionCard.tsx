import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { useId } from 'react'
import { t } from '../../i18n/areas/team/agreement.ts'
import { formatNumber, formatShortPercent } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import styles from './Agreement.module.css'
import { figure } from './figure.ts'
import { PairTable } from './PairTable.tsx'

interface QuestionCardProps {
  question: QuestionAgreementBody
  nameOf: (userId: string) => string
}

/** Agreement on one question: the coefficient, its interval and an interpretation, then tables per pair of people and per label. */
export function QuestionCard({ question, nameOf }: QuestionCardProps) {
  const id = useId()
  const { title, records, people, percent, percent_interval, alpha, interval, cohen, fleiss, f1 } = question
  const { verdict, meaning, pairs, labels } = question
  const others = [
    interval && t('agreement.interval', { low: figure(interval[0]), high: figure(interval[1]) }),
    alpha === null &&
      percent_interval &&
      t('agreement.interval', {
        low: formatShortPercent(percent_interval[0]),
        high: formatShortPercent(percent_interval[1]),
      }),
    alpha !== null && percent !== null && t('agreement.percent', { share: formatShortPercent(percent) }),
    cohen !== null && t('agreement.cohen', { figure: figure(cohen) }),
    fleiss !== null && t('agreement.fleiss', { figure: figure(fleiss) }),
    f1 !== null && t('agreement.f1', { figure: figure(f1) }),
  ].filter((text) => typeof text === 'string')
  return (
    <section className={styles.card} aria-labelledby={id}>
      <header className={styles.cardHead}>
        <div>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          <p className={styles.quiet}>
            {t('agreement.records', { count: records })} {people > 0 && t('agreement.people', { count: people })}
          </p>
        </div>
        {verdict !== 'unknown' && (
          <span className={styles.verdict} data-verdict={verdict}>
            {t(`agreement.verdict.${verdict}`)}
          </span>
        )}
      </header>
      {percent !== null && (
        <p className={styles.figures}>
          {alpha === null ? (
            <strong className={styles.figure}>
              {formatShortPercent(percent)} <small>{t('agreement.same')}</small>
            </strong>
          ) : (
            <strong className={styles.figure}>
              <abbr title={t('agreement.alpha.name')}>{t('agreement.alpha')}</abbr> {figure(alpha)}
            </strong>
          )}
          <span className={styles.others}>
            {others.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </span>
        </p>
      )}
      <p>{meaning}</p>
      {pairs.length > 0 && (
        <details className={styles.details} open={pairs.length <= OPEN_UP_TO}>
          <summary>{t('agreement.pairs')}</summary>
          <PairTable question={question} nameOf={nameOf} />
        </details>
      )}
      {labels.length > 0 && (
        <details className={styles.details} open={labels.length <= OPEN_UP_TO}>
          <summary>{t('agreement.labels')}</summary>
          <LabelTable question={question} />
        </details>
      )}
    </section>
  )
}

/** Longer tables are collapsed at first. */
const OPEN_UP_TO = 12

/** Agreement on each label, compared with all other labels together. */
function LabelTable({ question: { title, type, labels } }: { question: QuestionAgreementBody }) {
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
