import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { answerTo } from '@postil/domain/answers/asked-question'
import { useId } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { answerInWords } from '../../feedback/answers/answer-words.ts'
import styles from './notices.module.css'

interface DecidedNoticeProps {
  record: AnnotationRecord
  questions: readonly Question[]
}

/** Shows the users who answered a record what a lead decided about it. */
export function DecidedNotice({ record, questions }: DecidedNoticeProps) {
  const id = useId()
  // A lead gets decisions with any record; before their own answer they would say what to answer.
  const hasSubmitted = record.response?.status === 'submitted'
  const decided = questions.flatMap((question) => {
    const found = record.resolutions?.find(({ question_id }) => question_id === question.id)
    if (!found) return []
    const value = found.value as AnswerValue
    const own = answerTo(record.response?.values ?? {}, question.name)
    const isOwn = own && agreementOn(question.settings.type, [own.value, value]) === 1
    return [{ question, answer: answerInWords(question, value, record.fields) || '–', isOwn }]
  })
  if (!hasSubmitted || decided.length === 0) return null
  return (
    <section className={styles.notice} data-tone="decided" aria-labelledby={id}>
      <p id={id}>{t('annotate.decided')}</p>
      <dl className={styles.other}>
        {decided.map(({ question, answer, isOwn }) => (
          <div key={question.id}>
            <dt>{question.title}</dt>
            <dd>
              <strong>{answer}</strong> {isOwn ? t('annotate.decided.same') : t('annotate.decided.other')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
