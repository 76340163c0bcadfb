import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { skipRecords } from '../../../api/feedback/team/skips.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import { type Selection, selectOnly } from '../../../list/selection.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'

interface Tools {
  datasetId: string
  select: (selection: Selection) => void
  /** Fetch the list and the counts again. */
  refresh: () => Promise<unknown>
}

/** Skips records of the list, and undoes it. */
export function useSkipMany({ datasetId, select, refresh }: Tools) {
  const [last, setLast] = useState<readonly string[]>()

  const change = async (recordIds: readonly string[], isSkipped: boolean): Promise<readonly string[]> => {
    try {
      return await skipRecords(datasetId, recordIds, isSkipped)
    } catch (error) {
      showError(error)
      return []
    } finally {
      await refresh()
    }
  }
  const undo = async (recordIds: readonly string[]) => {
    setLast((now) => (now === recordIds ? undefined : now))
    const back = await change(recordIds, false)
    if (back.length > 0) select(selectOnly(back))
  }
  return {
    /** @param left - the records that stay selected */
    skip: async (recordIds: readonly string[], left: readonly string[]) => {
      const skipped = await change(recordIds, true)
      if (skipped.length === 0) return
      select(selectOnly(left))
      setLast(skipped)
      toasts.notify({
        type: 'info',
        // Replaces the message about a record skipped in the focus view: there is one Undo.
        about: 'answer',
        position: 'bottom-left',
        message: t('bulk.skipped', { count: skipped.length }),
        action: { label: t('annotate.undo'), run: () => void undo(skipped) },
      })
    },
    /** Undoes the last skip; undefined once something else was done since. */
    undo: last && (() => void undo(last)),
    forget: () => setLast(undefined),
  }
}
