import { useQuery } from '@tanstack/react-query'
import { RotateCw, Scale } from 'lucide-react'
import { fetchAgreement } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { t } from '../../i18n/areas/team/agreement.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/display/EmptyState.tsx'
import { Skeleton } from '../../ui/display/Skeleton.tsx'
import { LinkButton } from '../dataset-list/LinkButton.tsx'
import styles from './Agreement.module.css'
import { QuestionCard } from './QuestionCard.tsx'

/** The agreement of the submitted answers of a dataset: for each question its coefficient, an interpretation, and tables per pair of people and per label. */
export function AgreementTab({ datasetId }: { datasetId: string }) {
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
  return (
    <>
      <div className={styles.head}>
        <p className={styles.lead}>{t('agreement.lead')}</p>
        <LinkButton href={`/dataset/${datasetId}/disagreements`} icon={Scale}>
          {t('agreement.decide')}
        </LinkButton>
        {again}
      </div>
      <div className={styles.questions}>
        {questions.map((question) => (
          <QuestionCard
            key={question.id}
            question={question}
            nameOf={(id) => names.get(id) ?? t('agreement.somebody')}
          />
        ))}
      </div>
    </>
  )
}
