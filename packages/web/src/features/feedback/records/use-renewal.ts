import { useEffect, useEffectEvent } from 'react'

/** A third of the server's lease time. */
const RENEW_MS = 60_000
/** Without input for this time the page stops renewing leases, so that other users can get the records. */
const IDLE_MS = 5 * 60_000
const INPUTS = ['keydown', 'pointerdown', 'wheel'] as const

/** What a page knows about records that are on it. */
export interface Stay {
  isShown: boolean
  /** The user has pressed a key, pointed or scrolled since the records are shown. */
  isBegun: boolean
}

/**
 * Renew leases when other records are shown, when the page becomes visible or is used again, and every minute while it is visible and in use.
 *
 * @param shown - equal as long as the same records are shown
 */
export function useRenewal(shown: string, renew: (stay: Readonly<Stay>) => void): void {
  const renewNow = useEffectEvent(renew)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other records begin a new stay
  useEffect(() => {
    const stay: Stay = { isShown: true, isBegun: false }
    let lastInput = Date.now()
    const isIdle = () => Date.now() - lastInput > IDLE_MS
    const keep = () => {
      if (!document.hidden && !isIdle()) renewNow(stay)
    }
    const noteInput = () => {
      const isBack = isIdle()
      stay.isBegun = true
      lastInput = Date.now()
      if (isBack) keep()
    }
    const comeBack = () => {
      lastInput = Date.now()
      keep()
    }
    keep()
    const timer = setInterval(keep, RENEW_MS)
    document.addEventListener('visibilitychange', comeBack)
    for (const input of INPUTS) window.addEventListener(input, noteInput, { capture: true, passive: true })
    return () => {
      stay.isShown = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', comeBack)
      for (const input of INPUTS) window.removeEventListener(input, noteInput, { capture: true })
    }
  }, [shown])
}
