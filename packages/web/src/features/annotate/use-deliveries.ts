import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { isOutOfReach, unsentFor } from '@postil/domain/outbox/select'
import { useEffect, useEffectEvent } from 'react'
import type { RecordResponse } from '../../api/feedback/record.ts'
import { fetchRecord } from '../../api/feedback/records.ts'
import { t } from '../../i18n/areas/feedback.ts'
import type { Outbox } from '../../local/outbox.ts'
import { refusalWords } from '../../local/saved/refusal-words.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { type ToastRequest, toasts } from '../../ui/toast/toast-queue.ts'

interface DeliveriesInput {
  memory: DeviceMemory
  /** Id of the current record, whose form itself shows a conflict. */
  shownId: string | undefined
  /** @param isOwn - whether an answer that was saved was given on this page */
  note: (recordId: string, response: RecordResponse | undefined, isOwn?: boolean) => void
  show: (recordId: string) => void
  /** Leave out a record that turned out to be out of reach. */
  leave: (recordId: string) => void
}

/** A toast about refused answers, dismissed once the user has corrected or dropped all of them. */
interface RefusalToast {
  toastId: number
  isOpen: () => boolean
}

/**
 * Update the queue when an answer is saved or refused, also one from another tab, and show a toast for each refusal.
 */
export function useDeliveries({ memory: { outbox }, shownId, ...input }: DeliveriesInput): void {
  const note = useEffectEvent(input.note)
  const show = useEffectEvent(input.show)
  const leave = useEffectEvent(input.leave)
  const isShown = useEffectEvent((recordId: string) => recordId === shownId)
  useEffect(() => {
    let shown: readonly RefusalToast[] = []
    const tell = (entry: OutboxEntry, isOpen: () => boolean, request: ToastRequest) => {
      const action = isOutOfReach(entry)
        ? { label: t('annotate.refusedDrop'), run: () => void outbox.dismiss(entry.id) }
        : { label: t('annotate.refusedOpen'), run: () => show(entry.recordId) }
      shown = [...shown, { toastId: toasts.notify({ ...request, isPermanent: true, action }), isOpen }]
    }
    const stopDelivered = outbox.onDelivered((entry, response, isOwn) => {
      const newest = unsentFor(outbox.getState(), entry.recordId)
      // A newer unsent answer to the same record takes precedence.
      if (!newest || newest.id === entry.id) note(entry.recordId, response, isOwn)
    })
    const stopRefused = outbox.onRefused((entry, found) => {
      if (found) {
        note(entry.recordId, found)
        if (isShown(entry.recordId)) return
        tell(entry, () => countElsewhere(outbox) > 0, {
          type: 'warning',
          about: 'elsewhere',
          message: t('annotate.elsewhere.toast', { count: countElsewhere(outbox) }),
        })
        return
      }
      if (isOutOfReach(entry)) leave(entry.recordId)
      else noteUnchanged(entry, note)
      tell(entry, () => outbox.getState().entries.some(({ id }) => id === entry.id), {
        type: 'error',
        message: t('annotate.refusedToast', { reason: refusalWords(entry) }),
      })
    })
    const stopChosen = outbox.subscribe(() => {
      for (const { toastId, isOpen } of shown) if (!isOpen()) toasts.dismiss(toastId)
      shown = shown.filter(({ isOpen }) => isOpen())
    })
    return () => {
      stopDelivered()
      stopRefused()
      stopChosen()
    }
  }, [outbox])
}

/** The optimistically shown answer was refused: show the record's actual response again, if it can be fetched. */
function noteUnchanged({ recordId, responseId }: OutboxEntry, note: DeliveriesInput['note']): void {
  if (responseId === null) note(recordId, undefined)
  else void fetchRecord(recordId).then(({ response }) => note(recordId, response), ignore)
}

function countElsewhere(outbox: Outbox): number {
  return outbox.getState().entries.filter(({ refusal }) => refusal?.isAnsweredElsewhere).length
}

// Without a connection the record keeps the refused answer until it is fetched again; the notice above the form
// explains the refusal.
function ignore(): void {}
