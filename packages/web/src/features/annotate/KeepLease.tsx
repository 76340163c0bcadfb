import { useEffect, useRef } from 'react'
import { endLease, takeLease } from '../../api/feedback/team/leases.ts'
import { useLive } from '../../api/live.ts'
import { normaliseError } from '../../api/normalise-error.ts'
import { t } from '../../i18n/areas/notices.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useRenewal } from '../feedback/records/use-renewal.ts'

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
  useRenewal(recordId, async (stay) => {
    try {
      await takeLease(recordId)
    } catch (error) {
      if (!stay.isShown || stay.isBegun || normaliseError(error).statusCode !== 409) return
      toasts.notify({ type: 'info', about: 'lease', message: t('annotate.taken') })
      onTaken(recordId)
    }
  })

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
