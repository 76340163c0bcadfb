import { LIMITS } from '@postil/contract/limits'
import { can } from '@postil/domain/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { Suspense, useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { fetchAssignments, type StartedAssignment } from '../../../api/feedback/team/assignments.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { useCommand } from '../../../keyboard/use-command.ts'
import { NO_SELECTION } from '../../../list/selection.ts'
import { Button, type ButtonProps } from '../../../ui/controls/Button.tsx'
import { lazy } from '../../../ui/loading/lazy.tsx'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import { useUser } from '../../session/session.ts'
import type { Bulk } from '../use-bulk.ts'

const AssignSelected = lazy(() => import('./AssignSelected.tsx').then((m) => m.AssignSelected), { prefetch: false })

interface AssignRecordsProps extends Pick<ButtonProps, 'variant' | 'size'> {
  bulk: Bulk
}

/** For leads: opens the dialog that assigns the selected records to people, or all that match if none is selected, or takes them back. */
export function AssignRecords({ bulk, variant = 'quiet', size = 'small' }: AssignRecordsProps) {
  const { assigning, setAssignOpen } = bulk
  const user = useUser()
  const mayAssign = can(user, 'records.assign', { isMember: true })
  const disabledReason = whyNotAssign(bulk)
  const isEnabled = disabledReason === undefined && assigning === undefined
  useCommand(
    'bulk.assign',
    mayAssign ? { run: () => setAssignOpen(true), isEnabled, reason: disabledReason } : undefined,
  )
  if (!mayAssign) return null
  return (
    <Button
      icon={UserPlus}
      variant={variant}
      size={size}
      isPending={assigning !== undefined}
      disabledReason={disabledReason}
      onPress={() => setAssignOpen(true)}
    >
      {t('bulk.assign')}
    </Button>
  )
}

/** The open dialog. It belongs to the view, as the list with the button comes and goes with its records. */
export function AssignRecordsDialog({ bulk }: { bulk: Bulk }) {
  const { select, isAssignOpen, setAssignOpen, setAssigning } = bulk
  if (!isAssignOpen) return null
  return (
    <Suspense fallback={null}>
      <AssignSelected
        bulk={bulk}
        onStarted={(started) => {
          setAssigning(started)
          select(NO_SELECTION)
        }}
        onClose={() => setAssignOpen(false)}
      />
    </Suspense>
  )
}

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

/** Why the records cannot be assigned now. */
export function whyNotAssign({
  page,
  selection,
  url,
  isRunning,
}: Pick<Bulk, 'page' | 'selection' | 'url' | 'isRunning'>) {
  const max = LIMITS.recordsPerCall
  const isWhole = selection.isAll || selection.ids.size === 0
  if (isRunning) return t('bulk.reason.running')
  if (page.total === undefined) return t('bulk.loading')
  if (!isWhole) return selection.ids.size > max ? t('bulk.assign.tooMany', { max }) : undefined
  // The result of a similarity search is not in the order of an index, so that it cannot be assigned as a whole.
  return url.similarity ? t('bulk.assign.similar') : undefined
}
