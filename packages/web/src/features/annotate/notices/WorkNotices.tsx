import type { AnswerValue } from '@postil/contract/feedback/answer-value'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { agreementOn } from '@postil/domain/agreement/disagreements'
import { answerTo } from '@postil/domain/answers/asked-question'
import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId } from 'react'
import { queueQuery } from '../../../api/feedback/queries.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { noteDoubtSeen } from '../../../api/feedback/team/doubts.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t as marksText } from '../../../i18n/areas/marks.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { formatRelative } from '../../../i18n/format.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { answerInWords } from '../../feedback/answers/answer-words.ts'
import { isModified } from '../../feedback/answers/form-state.ts'
import { useMyDoubts } from '../../feedback/marks/use-my-doubts.ts'
import type { Work } from '../use-work.ts'
import { ElsewhereNotice } from './ElsewhereNotice.tsx'
import styles from './notices.module.css'
import { OthersAnswers } from './OthersAnswers.tsx'
import { RefusedNotice } from './RefusedNotice.tsx'

interface WorkNoticesProps {
  work: Work
  questions: readonly Question[]
  /** The user's answer from this device that the server refused, if any. */
  refused: OutboxEntry | undefined
}

/** Notices about the current record, above its questions. Most records have none. */
export function WorkNotices({ work, questions, refused }: WorkNoticesProps) {
  const NotTaken = refused?.refusal?.isAnsweredElsewhere ? ElsewhereNotice : RefusedNotice
  return (
    <>
      <RestoredNotice work={work} />
      {refused && <NotTaken work={work} questions={questions} entry={refused} />}
      {work.record && <DecidedNotice record={work.record} questions={questions} />}
      {work.record && <OthersAnswers record={work.record} questions={questions} />}
      {work.record && <DoubtNotice record={work.record} />}
      {work.record?.isCompleted && <CompletedNotice record={work.record} isLinked={!work.position} />}
    </>
  )
}

/** Says that others have given all the answers a record needs; not where completed records are handed out all the same. */
function CompletedNotice({ record, isLinked }: { record: AnnotationRecord; isLinked: boolean }) {
  const { data: handout } = useQuery({ ...queueQuery(record.datasetId), meta: SILENT })
  const isDraft = record.response?.status === 'draft' && handout?.hand_out === 'until_completed'
  return isDraft || (isLinked && !record.response) ? <p className={styles.notice}>{t('annotate.completed')}</p> : null
}

/**
 * Says that unsaved edits of an earlier visit were restored, and lets the user discard them. Renders nothing when
 * there are none.
 */
function RestoredNotice({ work: { form, record, memory } }: { work: Work }) {
  if (!form || !record || form.restoredAt === undefined || !isModified(form.form)) return null
  const drop = () => {
    memory.edits.forget(record.id)
    form.reopen()
  }
  return (
    <div className={styles.notice} role="status">
      <p>{t('annotate.restored', { when: formatRelative(new Date(form.restoredAt)) })}</p>
      <Button size="small" onPress={drop}>
        {t('annotate.restored.drop')}
      </Button>
    </div>
  )
}

/** The user's own doubt about the record, and what a lead replied. Once it was shown here, it is no longer news. */
function DoubtNotice({ record }: { record: AnnotationRecord }) {
  const { doubts, note } = useMyDoubts(record.datasetId)
  const doubt = doubts?.find(({ record_id }) => record_id === record.id)
  const isUnseen = doubt !== undefined && doubt.resolved_at !== null && !doubt.is_seen
  const noteSeen = useEffectEvent(() => {
    if (!doubt) return
    // If the server cannot be reached, the next visit shows the news again.
    noteDoubtSeen(record.id).then(
      () => note(record.id, { ...doubt, is_seen: true }),
      () => undefined,
    )
  })
  useEffect(() => {
    if (isUnseen) noteSeen()
  }, [isUnseen])
  if (!doubt) return null
  return (
    <section className={styles.notice} data-tone="decided" aria-label={marksText('annotate.doubt.marked')}>
      <p>{t('annotate.doubt.yours', { note: doubt.note })}</p>
      {doubt.resolved_at !== null && (
        <p>
          <strong>
            {doubt.reply ? t('annotate.doubt.reply', { reply: doubt.reply }) : t('annotate.doubt.closed')}
          </strong>
        </p>
      )}
    </section>
  )
}

interface DecidedNoticeProps {
  record: AnnotationRecord
  questions: readonly Question[]
}

/** Shows the users who answered a record what a lead decided about it. */
function DecidedNotice({ record, questions }: DecidedNoticeProps) {
  const id = useId()
  // Leads receive the decisions of any record; shown before their own answer, they would give it away.
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
