import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
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
import { sameAnswers } from '../../feedback/answers/form-state.ts'
import { useUser } from '../../session/session.ts'
import { refreshRecord } from '../refresh-record.ts'
import type { FormDesk } from '../use-form.ts'
import { earlierAnswers, historyLines } from './changes.ts'
import { canRestore } from './restoring.ts'

interface RecordHistoryProps {
  record: AnnotationRecord
  questions: readonly Question[]
  form: FormDesk
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
    form.apply({ type: 'replaced', answers: earlierAnswers(questions, response) })
    toasts.notify({ type: 'info', message: t('history.inForm') })
  }
  const restore = async (part: RecordPart) => {
    setPending(true)
    try {
      await restorePart(record.id, part, updated_at)
      toasts.notify({ type: 'success', message: t(`history.restored.${part.kind}`) })
    } catch (error) {
      if (refusalOf(error)?.status === 409) toasts.notify({ type: 'warning', message: t('history.changedSince') })
      else showError(error)
    }
    await history.refetch()
    if (part.kind !== 'response') await refreshRecord(client, record).catch(showError)
    setPending(false)
  }
  return (
    <HistoryList
      entries={history.data && historyLines(history.data, { me: user.id, questions, record })}
      none={t('history.none')}
      isFailed={history.isError}
      isCut={is_cut}
      actionsOf={({ own, part }) => {
        const isInForm = own && sameAnswers(earlierAnswers(questions, own), form.form.answers)
        return (
          <>
            {own && !isInForm && (
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
