import type { AnyRecordBody } from '@postil/contract/task/records'
import type { TaskRecordPart } from '@postil/contract/task/task-records'
import { can } from '@postil/domain/permissions'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { fetchTaskHistory, restoreTaskPart, type TaskPlace } from '../../../../api/classic/task-records.ts'
import { showError } from '../../../../api/error-to-notice.ts'
import { refusalOf } from '../../../../api/errors.ts'
import { queryKeys } from '../../../../api/keys.ts'
import { SILENT } from '../../../../api/query-client.ts'
import { t } from '../../../../i18n/areas/classic/history.ts'
import { HistoryList } from '../../../../record/HistoryList.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import { useUser } from '../../../session/session.ts'
import { type FormerPart, taskHistoryLines } from './task-changes.ts'

interface TaskRecordHistoryProps {
  place: TaskPlace
  record: EditableRecord
  /** Called with the record as it is once a part of it was restored. */
  onRestored: (body: AnyRecordBody, part: TaskRecordPart) => void
}

/**
 * The list of changes to a classic record: who logged, annotated, validated or discarded it, and when. Users can restore annotations that
 * they made; leads can restore whatever was changed.
 */
export function TaskRecordHistory({ place, record, onRestored }: TaskRecordHistoryProps) {
  const user = useUser()
  const client = useQueryClient()
  const [isPending, setPending] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { body } = record
  const key = recordKey(record)
  const historyWith = ({ last_updated, status }: AnyRecordBody) => ({
    // Loaded again when an edit of the record is saved.
    queryKey: [...queryKeys.taskHistory(place, key), last_updated, status],
    queryFn: () => fetchTaskHistory(place, key),
    meta: SILENT,
  })
  const history = useQuery({ ...historyWith(body), placeholderData: (earlier) => earlier })
  const restore = async ({ part, change, state }: FormerPart) => {
    const { items = [], last_updated } = history.data ?? {}
    const latest_change = items[0]?.id
    if (latest_change === undefined || !last_updated) return
    setPending(true)
    let isGone = true
    let restored = body
    try {
      restored = await restoreTaskPart(place, key, { part, change, state, latest_change, last_updated })
      onRestored(restored, part)
      // The page reports a restored annotation, and undoes it.
      if (part !== 'annotation') toasts.notify({ type: 'success', message: t(`taskHistory.restored.${part}`) })
    } catch (error) {
      isGone = refusalOf(error)?.status === 409
      if (isGone) toasts.notify({ type: 'warning', message: t('history.changedSince') })
      else showError(error)
    }
    // The same request as that of the list, which shows the record restored.
    await client.prefetchQuery({ ...historyWith(restored), staleTime: 0 })
    setPending(false)
    if (isGone) heading.current?.focus()
  }
  const isLead = can(user, 'dataset.manage', { isMember: true })
  const mayRestore = ({ part, then, authorId }: FormerPart) =>
    isLead || (part === 'annotation' && Boolean(then.annotation) && authorId === user.id)
  return (
    <HistoryList
      entries={history.data && taskHistoryLines(history.data, user.id, body)}
      none={t('taskHistory.none')}
      isFailed={history.isError}
      isCut={history.data?.is_cut ?? false}
      headingRef={heading}
      actionsOf={({ former }) =>
        former.filter(mayRestore).map((one) => (
          <Button key={one.part} size="small" isPending={isPending} onPress={() => void restore(one)}>
            {t(`taskHistory.${actionOf(one)}`)}
          </Button>
        ))
      }
    />
  )
}

function actionOf({ part, then, now }: FormerPart) {
  if (part === 'text' || then[part]) return `restore.${part}` as const
  if (part === 'annotation' && !now.annotation) return 'restore.status'
  return `remove.${part}` as const
}
