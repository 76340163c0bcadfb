import { useRef } from 'react'
import { t } from '../../../i18n/areas/classic/explore.ts'
import { useStable } from '../../../ui/browser/use-stable.ts'
import { toasts } from '../../../ui/toast/toast-queue.ts'

interface GuardProps {
  /** There are edits that were not saved. */
  isPending: boolean
  /** Save all edits. @returns how many records were passed over, as they cannot be validated */
  saveEdited: () => number
  dropEdits: () => void
}

/** A function that runs an action that would lose edits, only after warning the user. */
export function useGuard({ isPending, saveEdited, dropEdits }: GuardProps): (go: () => void) => void {
  const warning = useRef<number>(undefined)
  // The warning stays open while the user continues editing, so its buttons act on the latest state.
  const edited = useStable({ save: saveEdited, drop: dropEdits })
  return (go) => {
    if (!isPending) return go()
    if (warning.current !== undefined) toasts.dismiss(warning.current)
    warning.current = toasts.notify({
      type: 'warning',
      message: t('explore.pending'),
      isPermanent: true,
      action: {
        label: t('explore.pendingGo'),
        run: () => {
          edited.drop()
          go()
        },
      },
      otherAction: {
        label: t('explore.pendingSave'),
        // A record that cannot be validated keeps its edit, and the page is not left.
        run: () => {
          const passed = edited.save()
          if (passed === 0) go()
          else toasts.notify({ type: 'info', message: t('explore.passedOver', { count: passed }) })
        },
      },
    })
  }
}
