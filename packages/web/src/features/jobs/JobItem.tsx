import { useMutation, useQueryClient } from '@tanstack/react-query'
import { cancelJob, type Job, retryJob } from '../../api/jobs.ts'
import { reasonOf } from '../../api/reason-of.ts'
import { parseServerTime } from '../../api/server-time.ts'
import { t } from '../../i18n/areas/team/jobs.ts'
import { formatDateTime, formatRelative } from '../../i18n/index.ts'
import { useOfflineReason } from '../../ui/browser/use-offline-reason.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Chip } from '../../ui/controls/Chip.tsx'
import { ProgressBar } from '../../ui/display/ProgressBar.tsx'
import { toasts } from '../../ui/toast/toast-queue.ts'
import styles from './Jobs.module.css'
import { isOpen, JOBS_KEY, jobTitle } from './job.ts'

const TONES = {
  waiting: 'plain',
  running: 'lapis',
  done: 'verdigris',
  failed: 'vermilion',
  cancelled: 'umber',
} as const

/** One background job: what it does, its progress, why it failed, and buttons to retry or cancel it. */
export function JobItem({ job }: { job: Job }) {
  const offlineReason = useOfflineReason()
  const cancel = useJobAction(cancelJob, t('jobs.cancelled'))
  const retry = useJobAction(retryJob, t('jobs.retried'))
  const { id, state, failures, error } = job
  const title = jobTitle(job)
  const canRetry = state === 'failed' || (state === 'waiting' && failures > 0)
  return (
    <li className={styles.job}>
      <div className={styles.jobHead}>
        <strong className={styles.jobTitle}>{title}</strong>
        <Chip tone={TONES[state]}>{t(job.is_cancel_requested ? 'jobs.state.cancelling' : `jobs.state.${state}`)}</Chip>
      </div>
      {state === 'running' && <ProgressBar label={progressWords(job)} share={shareOf(job)} />}
      {error !== null && <p className={styles.problem}>{reasonOf(error)}</p>}
      <div className={styles.jobFoot}>
        <span>
          {state !== 'running' && job.done > 0 && `${progressWords(job)} · `}
          <JobTime job={job} />
        </span>
        <span className={styles.actions}>
          {canRetry && (
            <Button
              size="small"
              aria-label={t('jobs.retryOf', { job: title })}
              isPending={retry.isPending}
              disabledReason={offlineReason}
              onPress={() => retry.mutate(id)}
            >
              {t('jobs.retry')}
            </Button>
          )}
          {job.is_cancellable && !job.is_cancel_requested && (
            <Button
              size="small"
              aria-label={t('jobs.cancelOf', { job: title })}
              isPending={cancel.isPending}
              disabledReason={offlineReason}
              onPress={() => cancel.mutate(id)}
            >
              {t('jobs.cancel')}
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}

/**
 * A mutation of a job, with a success toast; afterwards the list is fetched again. Failures are reported by the query
 * cache.
 */
function useJobAction(run: (id: string) => Promise<Job>, message: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => toasts.notify({ type: 'success', message }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: JOBS_KEY }),
  })
}

/** The most relevant time for the job's state: of the next attempt, the end, the start, or the creation. */
function JobTime({ job: { state, failures, due_at, inserted_at, started_at, finished_at } }: { job: Job }) {
  const isRetried = state === 'waiting' && failures > 0
  const wire = (isRetried ? due_at : (finished_at ?? started_at)) ?? inserted_at
  const moment = parseServerTime(wire)
  const when = formatRelative(moment)
  const words = () => {
    if (isRetried) return t('jobs.again', { when })
    if (finished_at !== null) return t('jobs.ended', { when })
    return state === 'running' ? t('jobs.began', { when }) : t('jobs.added', { when })
  }
  return (
    <time dateTime={moment.toISOString()} title={formatDateTime(moment)}>
      {words()}
    </time>
  )
}

function shareOf({ done, total }: Job): number | undefined {
  return total === null || total === 0 ? undefined : Math.min(1, done / total)
}

function progressWords(job: Job): string {
  const { done, total } = job
  return total !== null && total > 0 && (isOpen(job) || done < total)
    ? t('jobs.of', { done, total })
    : t('jobs.count', { count: done })
}
