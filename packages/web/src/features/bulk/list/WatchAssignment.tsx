import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { fetchAssignments, type StartedAssignment } from '../../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { Bulk } from '../use-bulk.ts'

/** Polling interval while an assignment runs. */
const POLL_MS = 1000

interface WatchAssignmentProps {
  bulk: Bulk
  started: StartedAssignment
}

/** Tells the end of an assignment, or of taking back, that was started in the list. Renders nothing. */
export function WatchAssignment({ bulk: { datasetId, page, setAssigning }, started }: WatchAssignmentProps) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { data, isError, isFetchedAfterMount } = useQuery({
    queryKey: queryKeys.assignments(datasetId),
    queryFn: () => fetchAssignments(datasetId),
    staleTime: 0,
    refetchInterval: POLL_MS,
    meta: SILENT,
  })
  const job = data?.jobs.find(({ id }) => id === started.jobId)
  const isFailed = job?.state === 'failed'
  const isEnded = isFetchedAfterMount && (isError || isFailed || !job)
  const end = useEffectEvent(() => {
    const done = started.action === 'assign' ? 'bulk.assigned' : 'bulk.takenBack'
    setAssigning(undefined)
    // Records that are for others are no longer pending for the user.
    page.retry()
    void client.invalidateQueries({ queryKey: queryKeys.metrics(datasetId) })
    toasts.notify({
      type: isError || isFailed ? 'warning' : 'success',
      message: t(isError ? 'bulk.assigned.unknown' : isFailed ? (`${done}.failed` as const) : done),
      action: { label: t('bulk.assigned.show'), run: () => void navigate(`/dataset/${datasetId}/progress`) },
    })
  })
  useEffect(() => {
    if (isEnded) end()
  }, [isEnded])
  return null
}
