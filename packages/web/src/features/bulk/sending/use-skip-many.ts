import { useState } from 'react'
import { showError } from '../../../api/error-to-notice.ts'
import { skipRecords } from '../../../api/feedback/team/skips.ts'
import { t } from '../../../i18n/areas/bulk.ts'
import type { Selection } from '../../../list/selection.ts'
import type { Hold } from '../../../list/use-selection.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'
import type { FormState } from '../../feedback/answers/form-state.ts'
import type { useBulkForm } from '../form/use-bulk-form.ts'

interface Tools {
  datasetId: string
  selection: Selection
  hold: Hold
  form: ReturnType<typeof useBulkForm>
  /** Fetch the list and the counts again. */
  refresh: () => Promise<unknown>
}

/** A skip that can be undone. */
interface Skip {
  undo: () => Promise<void>
  /** The steps of the form at that time: those are older. */
  steps: FormState['past']
  toastId?: number
}

/** Skips records of the list, and undoes it. */
export function useSkipMany({ datasetId, selection, hold, form, refresh }: Tools) {
  const [last, setLast] = useState<Skip>()

  /** Undefined when it failed. */
  const change = async (recordIds: readonly string[], isSkipped: boolean) => {
    try {
      return await skipRecords(datasetId, recordIds, isSkipped)
    } catch (error) {
      showError(error)
      return undefined
    } finally {
      await refresh()
    }
  }
  return {
    /** @param isWhole - the whole selection is skipped, not only a record by its own button */
    skip: async (recordIds: readonly string[], isWhole: boolean) => {
      const skipped = (await change(recordIds, true)) ?? []
      if (skipped.length === 0) return
      // The selection may have changed in the meantime: only these leave it, and only these come back.
      const chosen = skipped.filter((id) => selection.ids.has(id) || (isWhole && selection.isAll))
      hold(({ selection: now }) => ({
        selection: {
          ids: new Set([...now.ids].filter((id) => !skipped.includes(id))),
          anchor: now.anchor,
          isAll: now.isAll && !isWhole,
        },
      }))
      const action: Skip = {
        steps: form.read().past,
        undo: async () => {
          setLast((now) => (now === action ? undefined : now))
          toasts.dismiss(action.toastId)
          const back = await change(skipped, false)
          if (!back) return setLast(action)
          hold(({ selection: now }) => ({
            selection: { ...now, ids: new Set([...now.ids, ...chosen.filter((id) => back.includes(id))]) },
          }))
        },
      }
      setLast(action)
      action.toastId = toasts.notify({
        type: 'info',
        // Replaces the message about a record skipped in the focus view: there is one Undo.
        about: 'answer',
        position: 'bottom-left',
        message: t('bulk.skipped', { count: skipped.length }),
        action: { label: t('annotate.undo'), run: () => void action.undo() },
      })
    },
    /** Undoes the last skip; undefined once something else was done since. */
    undo: last?.undo,
    /** The last skip is newer than the last step of the form. */
    isNewest: last !== undefined && form.form.past === last.steps,
    forget: () => setLast(undefined),
  }
}
