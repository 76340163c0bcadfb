import { useEffect, useEffectEvent, useRef } from 'react'
import { endLease, takeLease } from '../../api/feedback/record.ts'
import { useLive } from '../../api/live.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'

/** A third of the server's lease time. */
const RENEW_MS = 60_000
/** Without input for this time the page stops renewing the lease, so that other users can get the record. */
const IDLE_MS = 5 * 60_000
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const

interface KeepLeaseProps {
  recordId: string
  /**
   * Called when the lease is refused, because enough other users have answered or opened the record, and the user has
   * not started on it.
   */
  onTaken: (recordId: string) => void
}

/**
 * Keeps the lease of the pending record on the screen, in a dataset that limits the number of answers per record.
 * Renders nothing. Without a connection the record stays: the server also accepts an answer beyond the limit.
 */
export function KeepLease({ recordId, onTaken }: KeepLeaseProps) {
  // Records that other users complete leave this user's queue: keep the shown counts up to date.
  useLive()
  const tellTaken = useEffectEvent(() => {
    toasts.notify({ type: 'info', about: 'lease', message: t('annotate.taken') })
    onTaken(recordId)
  })

  useEffect(() => {
    let isShown = true
    let isBegun = false
    let lastInput = Date.now()
    const noteInput = () => {
      isBegun = true
      lastInput = Date.now()
    }
    const keep = async () => {
      if (document.hidden || Date.now() - lastInput > IDLE_MS) return
      try {
        await takeLease(recordId)
      } catch (error) {
        if (isShown && !isBegun && normaliseError(error).statusCode === 409) tellTaken()
      }
    }
    void keep()
    const timer = setInterval(keep, RENEW_MS)
    for (const input of INPUTS) window.addEventListener(input, noteInput, { capture: true, passive: true })
    return () => {
      isShown = false
      clearInterval(timer)
      for (const input of INPUTS) window.removeEventListener(input, noteInput, { capture: true })
    }
  }, [recordId])

  // Taking the next lease ends this one on the server; only the last lease of a visit has to be released here.
  const last = useRef(recordId)
  useEffect(() => {
    last.current = recordId
  }, [recordId])
  useEffect(
    () => () => {
      // If this request fails, the lease expires by itself a few minutes later.
      endLease(last.current).catch(() => undefined)
    },
    [],
  )
  return null
}
