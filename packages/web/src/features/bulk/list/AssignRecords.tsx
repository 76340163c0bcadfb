import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { fetchAssignments } from '../../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { NO_SELECTION } from '../../../list/selection.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useUser } from '../../session/session.ts'
import type { Bulk } from '../use-bulk.ts'

const AssignSelected = lazy(() => import('./AssignSelected.tsx').then((m) => m.AssignSelected), { prefetch: false })

/** Time between two looks at a running assignment. */
const POLL_MS = 1000

/** For leads: assigns the selected records to people, or all that match if none is selected. */
export function AssignRecords({ bulk }: { bulk: Bulk }) {
  const { datasetId, page, selection, select, url } = bulk
  const user = useUser()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  /** When the running assignment was started. */
  const [since, setSince] = useState<number>()
  const { data, dataUpdatedAt } = useQuery({
    queryKey: queryKeys.assignments(datasetId),
    queryFn: () => fetchAssignments(datasetId),
    enabled: since !== undefined,
    refetchInterval: POLL_MS,
    meta: SILENT,
  })
  const isDone = since !== undefined && dataUpdatedAt > since && data?.jobs.length === 0
  const finish = useEffectEvent(() => {
    setSince(undefined)
    // Records that are for others are no longer pending for the user.
    page.retry()
    void client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) })
    toasts.notify({
      type: 'success',
      message: t('bulk.assigned'),
      action: { label: t('bulk.assigned.show'), run: () => void navigate(`/dataset/${datasetId}/progress`) },
    })
  })
  useEffect(() => {
    if (isDone) finish()
  }, [isDone])
  if (!can(user, 'records.assign', { isMember: true })) return null
  // The result of a similarity search is not in the order of an index, so that it cannot be assigned as a whole.
  const isWholeRanking = url.similarity !== undefined && (selection.isAll || selection.ids.size === 0)
  return (
    <>
      <Button
        icon={UserPlus}
        variant="quiet"
        size="small"
        isPending={since !== undefined}
        disabledReason={page.total ? (isWholeRanking ? t('bulk.assign.similar') : undefined) : t('bulk.assign.nothing')}
        onPress={() => setOpen(true)}
      >
        {t('bulk.assign')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AssignSelected
            bulk={bulk}
            onAssigned={() => {
              setSince(Date.now())
              select(NO_SELECTION)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
