import { useQuery } from '@tanstack/react-query'
import { fetchAgreement } from '../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/disagreements.ts'
import { figure, range, rangeOfShares, share } from '../agreement/figure.ts'
import styles from './AgreementFigures.module.css'

/** Maximum number of questions with a figure. */
const SHOWN = 3

interface AgreementFiguresProps {
  datasetId: string
  /** Name of the question to which the list is filtered; otherwise the first questions are shown. */
  question: string | undefined
}

/** How far all answers to a question agree: alpha, or for texts the share of equal pairs, with its 95 % interval. */
export function AgreementFigures({ datasetId, question }: AgreementFiguresProps) {
  const { data } = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'agreement'],
    queryFn: () => fetchAgreement(datasetId),
    // It is computed from all answers.
    staleTime: Number.POSITIVE_INFINITY,
    meta: SILENT,
  })
  const figures = (data?.questions ?? []).flatMap(({ name, title, alpha, interval, percent, percent_interval }) => {
    if (question !== undefined && name !== question) return []
    if (alpha !== null) return [{ name, title, value: `α ${figure(alpha)}`, interval: interval && range(interval) }]
    if (percent === null) return []
    return [{ name, title, value: share(percent), interval: percent_interval && rangeOfShares(percent_interval) }]
  })
  if (figures.length === 0) return null
  return (
    <ul className={styles.figures} aria-label={t('disagreements.figures')}>
      {figures.slice(0, SHOWN).map(({ name, title, value, interval }) => (
        <li key={name}>
          <span className={styles.figureTitle} title={title}>
            {title}
          </span>{' '}
          <b>{value}</b> <span className={styles.interval}>{interval}</span>
        </li>
      ))}
    </ul>
  )
}
