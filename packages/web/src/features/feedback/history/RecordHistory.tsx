import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { refusalOf } from '../../../api/errors.ts'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import { fetchHistory, type RecordPart, restorePart } from '../../../api/feedback/team/history.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/notices.ts'
import { HiddenHistory, HistoryList } from '../../../record/HistoryList.tsx'
import { Button } from '../../../ui/controls/Button.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useUser } from '../../session/session.ts'
import { type FormEvent, type FormState, sameAnswers } from '../answers/form-state.ts'
import { refreshRecord } from '../records/refresh-record.ts'
import { earlierAnswers, historyLines } from './changes.ts'
import { canRestore } from './restoring.ts'

interface RecordHistoryProps {
  record: AnnotationRecord
  questions: readonly Question[]
  /** The form into which users can put their earlier answers; none where many records are answered at once. */
  form?: { form: FormState; apply: (event: FormEvent) => void }
}

/**
 * The list of changes to a record: who answered, suggested or decided what, and when. Users can put earlier answers
 * of their own into the form again; leads can restore whatever was changed or removed.
 */
export function RecordHistory({ record, questions, form }: RecordHistoryProps) {
  const user = useUser()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const [wantsAnswers, setWantsAnswers] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
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
  if (isBlind) return <HiddenHistory onShow={() => setWantsAnswers(true)} />
  const { users = [], updated_at = '', is_cut = false } = history.data ?? {}

  const putInForm = (response: RecordResponse) => {
    form?.apply({ type: 'replaced', answers: earlierAnswers(questions, response) })
    toasts.notify({ type: 'info', message: t('history.inForm') })
  }
  const restore = async (part: RecordPart) => {
    setPending(true)
    let isGone = true
    try {
      const leftOut = await restorePart(record.id, part, updated_at)
      const message = t(`history.restored.${part.kind}`)
      if (leftOut.length === 0) toasts.notify({ type: 'success', message })
      else toasts.notify({ type: 'warning', message: t('history.restoredInPart', { message, why: leftOut.join(' ') }) })
    } catch (error) {
      isGone = refusalOf(error)?.status === 409
      if (isGone) toasts.notify({ type: 'warning', message: t('history.changedSince') })
      else showError(error)
    }
    await history.refetch()
    if (part.kind !== 'response') await refreshRecord(client, record).catch(showError)
    setPending(false)
    // The pressed button is gone.
    if (isGone) heading.current?.focus()
  }
  return (
    <HistoryList
      entries={history.data && historyLines(history.data, { me: user.id, questions, record })}
      none={t('history.none')}
      isFailed={history.isError}
      isCut={is_cut}
      headingRef={heading}
      actionsOf={({ own, part }) => {
        const isInForm = own && form && sameAnswers(earlierAnswers(questions, own), form.form.answers)
        return (
          <>
            {own && form && !isInForm && (
              <Button size="small" onPress={() => putInForm(own)}>
                {t('history.useAgain')}
              </Button>
            )}
            {part && canRestore(part, user, users) && (
              <Button size="small" isPending={isPending} onPress={() => void restore(part)}>
                {part.kind !== 'vectors' && part.kind !== 'metadata' && part.then === null
                  ? t(`history.remove.${part.kind}`)
                  : t(`history.restore.${part.kind}`)}
              </Button>
            )}
          </>
        )
      }}
    />
  )
}
