import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import { updateResponse } from '../../../api/feedback/responses.ts'
import { fetchHistory } from '../../../api/feedback/team/history.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { formatWireTime } from '../../../i18n/index.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Skeleton } from '../../../ui/display/Skeleton.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { sameAnswers } from '../../feedback/answers/form-state.ts'
import { useUser } from '../../session/session.ts'
import type { FormDesk } from '../use-form.ts'
import { earlierAnswers, type HistoryLine, historyLines } from './changes.ts'
import styles from './RecordHistory.module.css'

interface RecordHistoryProps {
  record: AnnotationRecord
  questions: readonly Question[]
  form: FormDesk
}

/**
 * The list of changes to a record: who answered, suggested or decided what, and when. Users can restore earlier
 * answers.
 */
export function RecordHistory({ record, questions, form }: RecordHistoryProps) {
  const user = useUser()
  const [isPending, setPending] = useState(false)
  const [wantsAnswers, setWantsAnswers] = useState(false)
  const hasAnswered = record.response !== undefined && record.response.status !== 'draft'
  // Annotators get the changes of their own response only.
  const isBlind = can(user, 'responses.readAll', { isMember: true }) && !hasAnswered && !wantsAnswers
  const history = useQuery({
    queryKey: queryKeys.history(record.datasetId, record.id),
    queryFn: () => fetchHistory(record.id),
    staleTime: 0,
    meta: SILENT,
    enabled: !isBlind,
  })
  if (isBlind)
    return (
      <>
        <h3 className={styles.heading}>{t('history.title')}</h3>
        <p className={styles.none}>{t('history.blind')}</p>
        <Button size="small" onPress={() => setWantsAnswers(true)}>
          {t('history.show')}
        </Button>
      </>
    )
  if (history.isError) return <p className={styles.none}>{t('history.failed')}</p>
  if (!history.data) return <Skeleton height={64} />
  const lines = historyLines(history.data, { me: user.id, questions, record })

  const putInForm = (response: RecordResponse) => {
    form.apply({ type: 'replaced', answers: earlierAnswers(questions, response) })
    toasts.notify({ type: 'info', message: t('history.inForm') })
  }
  const restore = async (id: string, { status, values }: RecordResponse, { updatedAt }: RecordResponse) => {
    setPending(true)
    try {
      // A conditional update: if the author has changed the response since this list was loaded, the server refuses
      // it.
      await updateResponse(id, { status, values }, { updatedAt })
      await history.refetch()
      toasts.notify({ type: 'success', message: t('history.restored') })
    } catch (error) {
      showError(error)
    } finally {
      setPending(false)
    }
  }
  const latest = latestResponses(lines)
  return (
    <>
      <h3 className={styles.heading}>{t('history.title')}</h3>
      {lines.length === 0 && <p className={styles.none}>{t('history.none')}</p>}
      <ol className={styles.list} aria-label={t('history.title')}>
        {lines.map(({ key, sentence, at, answers, response }) => {
          const then = response?.after
          const isInForm = then && sameAnswers(earlierAnswers(questions, then), form.form.answers)
          const now = response && latest.get(response.id)
          const canRestore = then && now && !isSame(now, then) && can(user, 'response.change', { isMember: true })
          return (
            <li key={key} className={styles.line}>
              <p>{sentence}</p>
              <time className={styles.time} dateTime={`${at}Z`}>
                {formatWireTime(at)}
              </time>
              {answers.length > 0 && (
                <dl className={styles.answers}>
                  {answers.map(({ title, words }) => (
                    <div key={title}>
                      <dt>{title}</dt>
                      <dd>
                        <bdi>{words}</bdi>
                      </dd>
                    </div>
                  ))}
                </dl>
              )}
              {then && response.isMine && !isInForm && (
                <Button size="small" onPress={() => putInForm(then)}>
                  {t('history.useAgain')}
                </Button>
              )}
              {canRestore && !response.isMine && (
                <Button size="small" isPending={isPending} onPress={() => void restore(response.id, then, now)}>
                  {t('history.restore')}
                </Button>
              )}
            </li>
          )
        })}
      </ol>
      {history.data.is_cut && <p className={styles.none}>{t('history.cut')}</p>}
    </>
  )
}

/** The latest state of each response, by response id; undefined for a deleted response. */
function latestResponses(lines: readonly HistoryLine[]): ReadonlyMap<string, RecordResponse | undefined> {
  const latest = new Map<string, RecordResponse | undefined>()
  for (const { response } of lines) {
    if (response && !latest.has(response.id)) latest.set(response.id, response.after)
  }
  return latest
}

function isSame(one: RecordResponse, other: RecordResponse): boolean {
  return one.status === other.status && JSON.stringify(one.values) === JSON.stringify(other.values)
}
