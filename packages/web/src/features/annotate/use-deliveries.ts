import type { OutboxEntry } from '@postil/domain/outbox/entry'
import { unsentFor } from '@postil/domain/outbox/select'
import { useEffect, useEffectEvent } from 'react'
import type { RecordResponse } from '../../api/feedback/record.ts'
import { fetchRecord } from '../../api/feedback/records.ts'
import { t } from '../../i18n/areas/feedback.ts'
import type { Outbox } from '../../local/outbox.ts'
import { refusalWords } from '../../local/saved/refusal-words.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'

interface DeliveriesInput {
  memory: DeviceMemory
  /** Id of the current record, whose form itself shows a conflict. */
  shownId: string | undefined
  /** @param isOwn - whether an answer that was saved was given on this page */
  note: (recordId: string, response: RecordResponse | undefined, isOwn?: boolean) => void
  show: (recordId: string) => void
}

/**
 * Update the queue when an answer is saved or refused, also one from another tab, and show a toast for each refusal.
 */
export function useDeliveries({ memory: { outbox }, shownId, ...input }: DeliveriesInput): void {
  const note = useEffectEvent(input.note)
  const show = useEffectEvent(input.show)
  const isShown = useEffectEvent((recordId: string) => recordId === shownId)
  useEffect(() => {
    let toastId: number | undefined
    const stopDelivered = outbox.onDelivered((entry, response, isOwn) => {
      const newest = unsentFor(outbox.getState(), entry.recordId)
      // A newer unsent answer to the same record takes precedence.
      if (!newest || newest.id === entry.id) note(entry.recordId, response, isOwn)
    })
    const stopRefused = outbox.onRefused((entry, found) => {
      const open = () => show(entry.recordId)
      if (found) {
        note(entry.recordId, found)
        if (isShown(entry.recordId)) return
        if (toastId !== undefined) toasts.dismiss(toastId)
        toastId = toasts.notify({
          type: 'warning',
          message: t('annotate.elsewhere.toast', { count: countElsewhere(outbox) }),
          isPermanent: true,
          action: { label: t('annotate.refusedOpen'), run: open },
        })
        return
      }
      noteUnchanged(entry, note)
      toasts.notify({
        type: 'error',
        message: t('annotate.refusedToast', { reason: refusalWords(entry) }),
        isPermanent: true,
        action: { label: t('annotate.refusedOpen'), run: open },
      })
    })
    const stopChosen = outbox.subscribe(() => {
      if (toastId === undefined || countElsewhere(outbox) > 0) return
      toasts.dismiss(toastId)
      toastId = undefined
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
