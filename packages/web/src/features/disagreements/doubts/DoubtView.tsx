import type { Field } from '@postil/contract/feedback/settings/fields'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { useRef, useState } from 'react'
import { readError } from '../../../api/error-to-notice.ts'
import { refusalOf } from '../../../api/errors.ts'
import type { Doubt } from '../../../api/feedback/team/doubts.ts'
import { type DatasetDoubts, replyToDoubt } from '../../../api/feedback/team/doubts-of-all.ts'
import { t } from '../../../i18n/areas/team/disagreements.ts'
import { formatRelative } from '../../../i18n/index.ts'
import { RecordFields } from '../../../record/RecordFields.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { TextArea } from '../../../ui/controls/TextArea.tsx'
import { PersonAvatar } from '../../../ui/display/PersonAvatar.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { LinkButton } from '../../dataset-list/LinkButton.tsx'
import { answersInWords } from '../../feedback/answers/answer-words.ts'
import styles from '../decision.module.css'
import inboxStyles from '../inbox.module.css'
import { useAnsweredRecord } from '../use-answered-record.ts'
import { useTypedReply } from './use-typed-reply.ts'

/** A doubt in the list, which stays there when it is taken back. */
export type ListedDoubt = DatasetDoubts['items'][number] & { isGone?: boolean }

interface DoubtViewProps {
  datasetId: string
  fields: readonly Field[]
  questions: readonly Question[]
  doubt: ListedDoubt
  nameOf: (userId: string | null) => string
  onReplied: (doubt: Doubt) => void
  /** The doubt is not as it is shown. */
  onStale: () => Promise<void>
}

/** A doubt with its record, the answers to it, and the lead's reply. */
export function DoubtView({ datasetId, fields, questions, doubt, nameOf, onReplied, onStale }: DoubtViewProps) {
  const { record, responses } = useAnsweredRecord(datasetId, doubt.record_id)
  // Until the user types, the box follows the stored reply, which another lead may change.
  const [typed, setTyped] = useTypedReply(doubt)
  const reply = typed?.text ?? doubt.reply ?? ''
  const otherReply = typed && doubt.reply !== typed.before ? doubt.reply : null
  const [isPending, setPending] = useState(false)
  const box = useRef<HTMLTextAreaElement>(null)
  const isOpen = doubt.resolved_at === null
  const send = async (isResolved: boolean) => {
    setPending(true)
    try {
      const stored = await replyToDoubt(doubt, { reply: reply.trim() || null, is_resolved: isResolved })
      onReplied(stored)
      // The button that opens it again goes away.
      if (!isResolved) box.current?.focus()
      // What was typed meanwhile stays.
      setTyped((now) => (now === typed ? undefined : now && { ...now, before: stored.reply }))
    } catch (error) {
      const status = refusalOf(error)?.status
      if (status === 404 || status === 409) {
        toasts.notify({ type: 'warning', message: t('disagreements.doubts.changedSince') })
        await onStale()
      } else if (!readError(error).isSignedOut)
        toasts.notify({ type: 'error', message: t('disagreements.doubts.saveFailed') })
    } finally {
      setPending(false)
    }
  }
  if (record.isError || responses.isError)
    return (
      <p role="alert" className={inboxStyles.failed}>
        {t('disagreements.recordFailed')}
      </p>
    )
  if (!record.data || !responses.data) return <Skeleton height={240} />
  const shownRecord = record.data
  return (
    <section className={styles.decision} aria-label={t('disagreements.record')}>
      <section className={styles.question} aria-label={t('disagreements.doubts.note')} data-active>
        <p className={styles.name}>
          <PersonAvatar name={nameOf(doubt.user_id)} /> {nameOf(doubt.user_id)}
          <span className={styles.quiet}>{formatRelative(new Date(`${doubt.updated_at}Z`))}</span>
        </p>
        <p className={styles.note}>{doubt.note}</p>
      </section>
      <div className={styles.texts}>
        <RecordFields fields={fields} record={shownRecord} />
      </div>
      <section className={styles.question} aria-label={t('disagreements.doubts.answers')}>
        <h2 className={styles.asked}>{t('disagreements.doubts.answers')}</h2>
        {responses.data.length === 0 && <p className={styles.quiet}>{t('disagreements.doubts.noAnswers')}</p>}
        <ul className={styles.people}>
          {responses.data.map(({ id, person = t('disagreements.somebody'), values }) => (
            <li key={id} className={styles.person}>
              <p className={styles.name}>
                <PersonAvatar name={person} /> {person}
              </p>
              <dl className={styles.words}>
                {answersInWords(questions, values, shownRecord.fields).map(({ question, words }) => (
                  <div key={question.id}>
                    <dt className={styles.quiet}>{question.title}</dt>
                    <dd>{words}</dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ul>
      </section>
      <form
        className={styles.question}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isPending) void send(true)
        }}
        onKeyDown={(event) => {
          const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
          if (isSend && reply.trim() && !isPending && !doubt.isGone) void send(true)
        }}
      >
        {doubt.isGone && (
          <p role="status" className={styles.earlier}>
            {t('disagreements.doubts.gone')}
          </p>
        )}
        {otherReply !== null && (
          <div role="status" className={styles.earlier}>
            <p>{t('disagreements.doubts.otherReply')}</p>
            <p className={styles.note}>{otherReply}</p>
          </div>
        )}
        <TextArea
          ref={box}
          label={t('disagreements.doubts.reply')}
          description={t('disagreements.doubts.replyNote')}
          value={reply}
          onChange={(text) => setTyped({ text, before: typed ? typed.before : doubt.reply })}
          maxLength={2000}
        />
        <div className={styles.own}>
          <LinkButton href={`/dataset/${datasetId}/annotation-mode?record=${doubt.record_id}`}>
            {t('disagreements.doubts.open')}
          </LinkButton>
          {!isOpen && !doubt.isGone && (
            <Button size="small" isPending={isPending} onPress={() => void send(false)}>
              {t('disagreements.doubts.reopen')}
            </Button>
          )}
          <Button
            variant="primary"
            type="submit"
            isPending={isPending}
            disabledReason={doubt.isGone ? t('disagreements.doubts.gone') : undefined}
          >
            {reply.trim() ? t('disagreements.doubts.send') : t('disagreements.doubts.close')}
          </Button>
          {!isOpen && !doubt.isGone && (
            <span role="status" className={styles.quiet}>
              {t('disagreements.doubts.isClosed')}
            </span>
          )}
        </div>
      </form>
    </section>
  )
}
