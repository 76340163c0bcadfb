import { t } from '../../i18n/bulk.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import type { JobResult } from './run-job.ts'
import { failuresOf, savedOf } from './use-bulk-run.ts'

/** Say how many answers were taken back, and why others were not. */
export function tellUndone({ outcomes, unsent }: JobResult): void {
  const back = savedOf(outcomes).length
  const failures = failuresOf(outcomes)
  const [first] = failures
  const words =
    unsent.length > 0
      ? t('bulk.stopped', { done: back, total: outcomes.length + unsent.length })
      : t('bulk.undone', { count: back })
  if (back + unsent.length > 0) toasts.notify({ type: 'info', position: 'bottom-left', message: words })
  if (first)
    toasts.notify({
      type: 'warning',
      message: t('bulk.notUndone', { count: failures.length, reason: first.reason }),
    })
}
