import { useQuery } from '@tanstack/react-query'
import { Download, RotateCw, Scale } from 'lucide-react'
import { fetchAgreement } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/agreement.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import { saveCsv } from '../exporting/save-csv.ts'
import styles from './Agreement.module.css'
import { figuresOf } from './figures-of.ts'
import { QuestionCard } from './QuestionCard.tsx'

interface AgreementTabProps {
  datasetId: string
  /** Part of the file name of the download. */
  datasetName: string
}

/** The agreement of the submitted answers of a dataset: for each question its coefficients, an interpretation, and tables per pair of people and per label. */
export function AgreementTab({ datasetId, datasetName }: AgreementTabProps) {
  const agreement = useQuery({
    queryKey: [...queryKeys.dataset(datasetId), 'agreement'],
    queryFn: () => fetchAgreement(datasetId),
    meta: SILENT,
  })
  const again = (
    <Button icon={RotateCw} isDisabled={agreement.isFetching} onPress={() => void agreement.refetch()}>
      {t('agreement.again')}
    </Button>
  )
  if (agreement.isPending)
    return (
      <div role="status">
        <p className={styles.lead}>{t('agreement.waiting')}</p>
        <Skeleton height={240} />
      </div>
    )
  if (agreement.isError)
    return (
      <div role="alert" className={styles.head}>
        <p className={styles.failed}>{t('agreement.failed')}</p>
        {again}
      </div>
    )
  const { questions, users } = agreement.data
  if (questions.every(({ records }) => records === 0))
    return (
      <EmptyState title={t('agreement.none.title')} action={again}>
        {t('agreement.none')}
      </EmptyState>
    )
  const names = new Map(users.map(({ id, username }) => [id, username]))
  const nameOf = (id: string) => names.get(id) ?? t('agreement.somebody')
  return (
    <>
      <div className={styles.head}>
        <p className={styles.lead}>{t('agreement.lead')}</p>
        <LinkButton href={`/dataset/${datasetId}/disagreements`} icon={Scale}>
          {t('agreement.decide')}
        </LinkButton>
        <Button
          icon={Download}
          onPress={() => saveCsv(`${datasetName} ${t('agreement.file')}`, figuresOf(questions, nameOf))}
        >
          {t('agreement.csv')}
        </Button>
        {again}
      </div>
      <div className={styles.questions}>
        {questions.map((question) => (
          <QuestionCard key={question.id} question={question} nameOf={nameOf} />
        ))}
      </div>
    </>
  )
}
