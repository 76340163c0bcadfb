import { useEffect, useEffectEvent } from 'react'
import { fetchRecord } from '../../api/feedback/records.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { KeepLease } from './KeepLease.tsx'
import type { Work } from './use-work.ts'

/** At most this many kept edits are looked up. */
const MOST_LOOKED_UP = 20

/** What a dataset that withholds completed records needs: the lease of the record on the screen, and a way to edits of records that left the queue. */
export function SharedWork({ work }: { work: Work }) {
  const { record, known, position, drop } = work
  useEditsLeftBehind(work)
  return record && position && !record.response ? <KeepLease record={record} known={known} onTaken={drop} /> : null
}

/**
 * Tell of edits that the user has kept on this device for records that others have completed since: such a record is
 * in none of the user's queues, so that nothing else leads to them.
 */
function useEditsLeftBehind({ memory, show }: Work): void {
  const showRecord = useEffectEvent(show)
  useEffect(() => {
    let isGone = false
    let toastId: number | undefined
    void completedAmong(memory.edits.recordIds()).then((ids) => {
      const [first] = ids
      if (first === undefined || isGone) return
      toastId = toasts.notify({
        type: 'warning',
        about: 'begun',
        isPermanent: true,
        message: t('annotate.begun', { count: ids.length }),
        action: { label: t('annotate.new.show'), run: () => showRecord(first) },
      })
    })
    return () => {
      isGone = true
      if (toastId !== undefined) toasts.dismiss(toastId)
    }
  }, [memory])
}

/** The records that are completed without an answer of the user. Those that cannot be read are left out. */
async function completedAmong(recordIds: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const id of recordIds.slice(0, MOST_LOOKED_UP)) {
    const record = await fetchRecord(id).catch(() => undefined)
    if (record?.isCompleted && !record.response) found.push(id)
  }
  return found
}
