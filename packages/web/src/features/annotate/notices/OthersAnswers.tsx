import type { Question } from '@postil/contract/feedback/settings/questions'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { queueQuery } from '../../../api/feedback/queries.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { fetchOthersResponses } from '../../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { answersInWords } from '../../feedback/answers/answer-words.ts'
import styles from './notices.module.css'

interface OthersAnswersProps {
  record: AnnotationRecord
  questions: readonly Question[]
}

/** What others submitted for a record that the user has answered, if the dataset shows it; the server decides. */
export function OthersAnswers({ record, questions }: OthersAnswersProps) {
  const id = useId()
  const { datasetId, response } = record
  const { data: queue } = useQuery({ ...queueQuery(datasetId), meta: SILENT })
  const { data: others = [] } = useQuery({
    // The key contains the version of the user's own answer: without one, the server shows no others.
    queryKey: [...queryKeys.record(datasetId, record.id), 'others', response?.updatedAt],
    queryFn: () => fetchOthersResponses(record.id),
    enabled: queue?.others_answers === 'after_answering' && response?.status === 'submitted',
    meta: SILENT,
  })
  if (response?.status !== 'submitted' || others.length === 0) return null
  return (
    <section className={styles.notice} data-tone="decided" aria-labelledby={id}>
      <p id={id}>{t('annotate.others')}</p>
      <dl className={styles.other}>
        {others.map((one) => (
          <div key={one.id}>
            <dt>{one.person ?? t('annotate.others.deleted')}</dt>
            {answersInWords(questions, one.values, record.fields).map(({ question, words }) => (
              <dd key={question.id}>
                {questions.length > 1 && <span className={styles.asked}>{question.title} </span>}
                <bdi>{words}</bdi>
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </section>
  )
}
