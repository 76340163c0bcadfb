import { useState } from 'react'
import { t } from '../../../i18n/areas/bulk.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { AnswerChange } from './bulk-job.ts'
import type { JobResult } from './run-job.ts'
import { type BulkAction, type BulkRun, failuresOf, savedOf } from './use-bulk-run.ts'

/** Records that keep an answer given elsewhere in the meantime, and the change that skipped them. */
export interface LeftAlone {
  change: AnswerChange
  recordIds: readonly string[]
  /** The answers of the form at that time. */
  answers: BulkAction['answers']
}

/**
 * Keep the records that were left alone, and overwrite them on request.
 *
 * @param onSaved - called with the number of overwritten records
 */
export function useLeftAlone(run: BulkRun, onSaved: (count: number) => void) {
  const [leftAlone, leave] = useState<LeftAlone>()

  const overwrite = async (records: LeftAlone) => {
    const overwriting = { ...records, change: { ...records.change, overwrites: true } }
    finishOverwriting(overwriting, await run.start(overwriting.change, records.recordIds))
  }

  // The overwritten answers are gone, so there is no undo.
  const finishOverwriting = (overwritten: LeftAlone, { outcomes }: JobResult) => {
    const saved = new Set(savedOf(outcomes).map(({ recordId }) => recordId))
    const left = overwritten.recordIds.filter((id) => !saved.has(id))
    if (left.length > 0) leave({ ...overwritten, recordIds: left })
    onSaved(saved.size)
    if (saved.size > 0)
      toasts.notify({
        type: 'success',
        position: 'bottom-left',
        message: t(`bulk.done.${overwritten.change.status}`, { count: saved.size }),
      })
    const [failure] = failuresOf(outcomes)
    if (failure) toasts.notify({ type: 'warning', message: t('bulk.notSaved', { reason: failure.reason }) })
  }

  return { leftAlone, leave, overwrite, finishOverwriting }
}
