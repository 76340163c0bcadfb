import { can } from '@postil/domain/permissions'
import { type EditableRecord, recordKey } from '@postil/domain/task-editing/record'
import { useQuery } from '@tanstack/react-query'
import { fetchTaskHistory, type TaskPlace } from '../../../../api/classic/task-records.ts'
import { queryKeys } from '../../../../api/keys.ts'
import { SILENT } from '../../../../api/query-client.ts'
import { t } from '../../../../i18n/areas/classic-history.ts'
import { HistoryList } from '../../../../record/HistoryList.tsx'
import { Button } from '../../../../ui/controls/Button.tsx'
import { useUser } from '../../../session/session.ts'
import { type EarlierAnnotation, isSame, taskHistoryLines } from './task-changes.ts'

interface TaskRecordHistoryProps {
  place: TaskPlace
  record: EditableRecord
  onRestore: (earlier: EarlierAnnotation) => void
}

/**
 * The list of changes to a classic record: who logged, annotated, validated or discarded it, and when. Users can restore annotations that
 * they made; leads can restore any.
 */
export function TaskRecordHistory({ place, record, onRestore }: TaskRecordHistoryProps) {
  const user = useUser()
  const { body } = record
  const history = useQuery({
    // Loaded again when an edit of the record is saved.
    queryKey: [...queryKeys.taskHistory(place, recordKey(record)), body.last_updated, body.status],
    queryFn: () => fetchTaskHistory(place, recordKey(record)),
    placeholderData: (earlier) => earlier,
    staleTime: 0,
    meta: SILENT,
  })
  const isLead = can(user, 'dataset.manage', { isMember: true })
  return (
    <HistoryList
      entries={history.data && taskHistoryLines(history.data, user.id, body)}
      none={t('taskHistory.none')}
      isFailed={history.isError}
      isCut={history.data?.is_cut ?? false}
      actionsOf={({ earlier }) => {
        const { status, annotation } = record
        if (!earlier || (earlier.status === status && isSame(earlier.annotation, annotation))) return null
        if (!isLead && earlier.authorId !== user.id) return null
        return (
          <Button size="small" onPress={() => onRestore(earlier)}>
            {t('taskHistory.restore')}
          </Button>
        )
      }}
    />
  )
}
