import { useEffect, useEffectEvent, useRef } from 'react'
import { endLease, takeLease } from '../../api/feedback/record.ts'
import { useLive } from '../../api/live.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'

/** A third of the time for which the server keeps a record. */
const RENEW_MS = 60_000
/** A page that is left open keeps no record: others may get it once nothing was pressed for so long. */
const IDLE_MS = 5 * 60_000
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const

interface KeepLeaseProps {
  recordId: string
  /** Others have answered the record, or have it open, as often as it needs, and the user has not begun with it. */
  onTaken: (recordId: string) => void
}

/**
 * Keeps the pending record on the screen for the user, in a dataset that needs only so many answers for each. Draws nothing. Without a connection
 * the record stays: an answer is taken also when there are enough.
 */
export function KeepLease({ recordId, onTaken }: KeepLeaseProps) {
  // What others complete is not this user's any more.
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

  // The lease of the next record takes the place of this one; only the last of a visit has to be given back.
  const last = useRef(recordId)
  useEffect(() => {
    last.current = recordId
  }, [recordId])
  useEffect(
    () => () => {
      // It ends by itself in a few minutes where it cannot be given back.
      endLease(last.current).catch(() => undefined)
    },
    [],
  )
  return null
}
