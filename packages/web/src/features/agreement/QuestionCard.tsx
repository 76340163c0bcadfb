import type { QuestionAgreementBody } from '@postil/contract/feedback/team/agreement'
import { inScaleOrder } from '@postil/domain/options/scale-order'
import { useId } from 'react'
import { t } from '../../i18n/areas/team/agreement.ts'
import { formatNumber } from '../../i18n/index.ts'
import { Cell, HeaderCell, Row, Table } from '../../ui/display/Table.tsx'
import styles from './Agreement.module.css'
import { figure, range, rangeOfShares, share } from './figure.ts'
import { PairTable } from './PairTable.tsx'
import { ShareWithInterval, WithInterval } from './WithInterval.tsx'

interface QuestionCardProps {
  question: QuestionAgreementBody
  nameOf: (userId: string) => string
  /** What people see of each label, by its value in answers. */
  texts: ReadonlyMap<string, string>
}

/** Agreement on one question: the coefficients, their intervals and an interpretation, then tables per pair of people and per label. */
export function QuestionCard({ question, nameOf, texts }: QuestionCardProps) {
  const id = useId()
  const { title, records, people, percent, percent_interval, alpha, interval } = question
  const { alpha_equal_steps, alpha_equal_steps_interval, cohen, cohen_interval, fleiss, fleiss_interval } = question
  const { f1, f1_interval, verdict, meaning, pairs, labels } = question
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
        <dl className={styles.figures}>
          {alpha !== null && (
            <Figure name={t('agreement.alpha')} value={figure(alpha)} interval={interval && range(interval)} />
          )}
          {alpha_equal_steps !== null && (
            <Figure
              name={t('agreement.alphaEqualSteps')}
              value={figure(alpha_equal_steps)}
              interval={alpha_equal_steps_interval && range(alpha_equal_steps_interval)}
            />
          )}
          <Figure
            name={t('agreement.percent')}
            value={share(percent)}
            interval={percent_interval && rangeOfShares(percent_interval)}
          />
          {cohen !== null && (
            <Figure
              name={t('agreement.cohen')}
              value={figure(cohen)}
              interval={cohen_interval && range(cohen_interval)}
            />
          )}
          {fleiss !== null && (
            <Figure
              name={t('agreement.fleiss')}
              value={figure(fleiss)}
              interval={fleiss_interval && range(fleiss_interval)}
            />
          )}
          {f1 !== null && (
            <Figure name={t('agreement.f1')} value={figure(f1)} interval={f1_interval && range(f1_interval)} />
          )}
        </dl>
      )}
      <p>{meaning}</p>
      {alpha_equal_steps !== null && <p className={styles.quiet}>{t('agreement.equalSteps')}</p>}
      {pairs.length > 0 && (
        <details className={styles.details} open={pairs.length <= OPEN_UP_TO}>
          <summary>{t('agreement.pairs')}</summary>
          <PairTable question={question} nameOf={nameOf} />
        </details>
      )}
      {labels.length > 0 && (
        <details className={styles.details} open={labels.length <= OPEN_UP_TO}>
          <summary>{t('agreement.labels')}</summary>
          <LabelTable question={question} texts={texts} />
        </details>
      )}
    </section>
  )
}

interface FigureProps {
  name: string
  value: string
  /** The 95 % interval as text, if there is one. */
  interval: string | null
}

function Figure({ name, value, interval }: FigureProps) {
  return (
    <div>
      <dt className={styles.quiet}>{name}</dt>
      <dd className={styles.figure}>{value}</dd>
      {interval && (
        <dd className={styles.quiet}>
          {t('agreement.interval')} <span className={styles.range}>{interval}</span>
        </dd>
      )}
    </div>
  )
}

/** Longer tables are collapsed at first. */
const OPEN_UP_TO = 12

/** Agreement on each label, compared with all other labels together. */
function LabelTable({ question: { title, type, labels }, texts }: Pick<QuestionCardProps, 'question' | 'texts'>) {
  const hasAlpha = type !== 'span'
  const [shared, alpha] = [t('agreement.column.shared'), t('agreement.column.alpha')]
  return (
    <Table label={t('agreement.labelsOf', { question: title })} className={styles.table}>
      <thead>
        <tr>
          <HeaderCell>{t('agreement.column.label')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.used')}</HeaderCell>
          <HeaderCell align="end">{t('agreement.column.withInterval', { figure: shared })}</HeaderCell>
          {hasAlpha && <HeaderCell align="end">{t('agreement.column.withInterval', { figure: alpha })}</HeaderCell>}
        </tr>
      </thead>
      <tbody>
        {inScaleOrder(type, labels).map((one) => (
          <Row key={one.label}>
            <Cell className={styles.name}>{texts.get(one.label) ?? one.label}</Cell>
            <Cell isNumber data-label={t('agreement.column.used')}>
              {formatNumber(one.used)}
            </Cell>
            <Cell isNumber data-label={shared}>
              <ShareWithInterval value={one.f1} interval={one.f1_interval} />
            </Cell>
            {hasAlpha && (
              <Cell isNumber data-label={alpha}>
                <WithInterval value={one.alpha} interval={one.interval} />
              </Cell>
            )}
          </Row>
        ))}
      </tbody>
    </Table>
  )
}
