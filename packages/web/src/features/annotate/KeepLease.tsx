import { useEffect, useRef } from 'react'
import type { AnnotationRecord } from '../../api/feedback/record.ts'
import { endLease, takeLeases } from '../../api/feedback/team/leases.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useRenewal } from '../feedback/records/use-renewal.ts'

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
export function KeepLease({ record, known, onTaken }: KeepLeaseProps) {
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
