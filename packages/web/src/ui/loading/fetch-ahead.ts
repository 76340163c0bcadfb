import { requestProgress } from './request-progress.ts'

/** The page counts as loaded after this long without requests. */
export const QUIET_MS = 1500

type Fetch = () => Promise<unknown>

const wanted: Fetch[] = []
let isBegun = false
let isUnderWay = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Prefetch code that the first view of a page does not need, once the network is idle: it then opens at once later, even
 * when the connection is gone by then.
 *
 * @param fetch - may fail: the code is then loaded when it is needed
 */
export function fetchAhead(fetch: Fetch): void {
  wanted.push(fetch)
  if (isBegun) waitForQuiet()
}

/** Start prefetching. Called by the app only: tests load what they need. */
export function beginFetchingAhead(): void {
  isBegun = true
  requestProgress.subscribe(waitForQuiet)
  window.addEventListener('online', waitForQuiet)
  waitForQuiet()
}

/** Whether a prefetch is running: its failure is not reported. */
export function isFetchingAhead(): boolean {
  return isUnderWay
}

function waitForQuiet(): void {
  clearTimeout(timer)
  if (wanted.length > 0 && !isUnderWay) timer = setTimeout(fetchNext, QUIET_MS)
}

async function fetchNext(): Promise<void> {
  if (requestProgress.getCurrent().isActive || !navigator.onLine) return
  isUnderWay = true
  // One at a time, so that the user's own requests find the connection free.
  while (navigator.onLine) {
    const fetch = wanted.shift()
    if (!fetch) break
    await fetch().catch(() => undefined)
    await idle()
  }
  isUnderWay = false
}

/** The next time that the browser is idle. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 50)
  })
}
