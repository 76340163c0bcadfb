import { useEffect, useEffectEvent, useRef } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { fetchRecord } from '../../api/feedback/records.ts'
import { endLease, takeLeases } from '../../api/feedback/team/leases.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useRenewal } from '../feedback/records/use-renewal.ts'
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

/** How many of the next records are asked for, in case others have the first ones open. */
const NEXT_RECORDS = 10
/** For this long, answers are ignored when another record takes the place of one: they were meant for the record before. */
const UNREAD_MS = 500

interface KeepLeaseProps {
  record: AnnotationRecord
  /** The records of the queue loaded so far. */
  known: readonly AnnotationRecord[]
  /**
   * Called with each record that cannot be leased, because enough other users have answered or opened it, while the user has not started on
   * the first one.
   */
  onTaken: (recordId: string) => void
}

/**
 * Keeps the lease of the pending record on the screen, in a dataset that limits the number of answers per record, or of the next one that
 * can be leased. Renders nothing. Without a connection the record stays: the server also accepts an answer beyond the limit.
 */
function KeepLease({ record, known, onTaken }: KeepLeaseProps) {
  const recordId = record.id
  const stopIgnoring = useRef<() => void>(undefined)
  useRenewal(recordId, async (stay) => {
    const behind = known.slice(known.findIndex(({ id }) => id === recordId) + 1).filter(({ response }) => !response)
    const next = stay.isBegun ? [] : behind.slice(0, NEXT_RECORDS - 1)
    const asked = [recordId, ...next.map(({ id }) => id)]
    const leases = await takeLeases(record.datasetId, asked, 1).catch(() => undefined)
    const [own = ''] = leases?.record_ids ?? []
    if (!leases || own === recordId || !stay.isShown || stay.isBegun) return
    toasts.notify({ type: 'info', about: 'lease', message: t('annotate.taken') })
    for (const taken of own ? asked.slice(0, asked.indexOf(own)) : asked) onTaken(taken)
    if (own) stopIgnoring.current = ignoreInput()
  })

  // Taking the next lease ends this one on the server; only the last lease of a visit has to be released here.
  const last = useRef(recordId)
  useEffect(() => {
    last.current = recordId
  }, [recordId])
  useEffect(
    () => () => {
      stopIgnoring.current?.()
      // If this request fails, the lease expires by itself a few minutes later.
      endLease(last.current).catch(() => undefined)
    },
    [],
  )
  return null
}

/**
 * Ignore keys for a moment, and the pointer in the form; the rest of the page is not about the record.
 *
 * @returns a function that ends it before its time
 */
function ignoreInput(): () => void {
  const ignore = (event: Event) => {
    const isInForm = event.target instanceof Element && event.target.closest('section[data-status]') !== null
    if (event.type !== 'keydown' && !isInForm) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const types = ['keydown', 'pointerdown', 'click']
  for (const type of types) window.addEventListener(type, ignore, { capture: true })
  const stop = () => {
    for (const type of types) window.removeEventListener(type, ignore, { capture: true })
  }
  setTimeout(stop, UNREAD_MS)
  return stop
}
