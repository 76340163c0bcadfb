/** Told at most so often, in ms: the page draws no faster. */
export const TELL_EVERY_MS = 80

/** Takes progress as it comes, and tells it now and then. */
export interface Throttled<Progress> {
  take: (progress: Progress) => void
  /** Tell at once what waits to be told: nothing comes after it. */
  flush: () => void
}

/** Tell a change of the phase at once, and progress within it now and then. The newest is always told in the end. */
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
