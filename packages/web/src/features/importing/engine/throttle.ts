/** Minimum interval between reports, in ms: the page does not render faster. */
export const TELL_EVERY_MS = 80

/** Receives progress at any rate and reports it throttled. */
export interface Throttled<Progress> {
  take: (progress: Progress) => void
  /** Report the pending progress at once: no more will follow. */
  flush: () => void
}

/** Report a change of phase at once, and progress within a phase throttled. The latest progress is always reported in the end. */
export function throttle<Progress extends { share: number; phase?: string }>(
  tell: (progress: Progress) => void,
): Throttled<Progress> {
  let toldAtMs = Number.NEGATIVE_INFINITY
  let toldPhase: string | undefined
  let waiting: Progress | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (waiting === undefined) return
    const progress = waiting
    waiting = undefined
    toldAtMs = performance.now()
    toldPhase = progress.phase
    tell(progress)
  }
  const take = (progress: Progress) => {
    waiting = progress
    const restMs = toldAtMs + TELL_EVERY_MS - performance.now()
    if (progress.share >= 1 || progress.phase !== toldPhase || restMs <= 0) flush()
    else timer ??= setTimeout(flush, restMs)
  }
  return { take, flush }
}
