import { requestProgress } from './request-progress.ts'

/** So long nothing is asked of the server before the page counts as being there. */
export const QUIET_MS = 1500

type Fetch = () => Promise<unknown>

const wanted: Fetch[] = []
let isBegun = false
let isUnderWay = false
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Fetch code that the first view of a page does without, once all is quiet: what is opened later opens at once, and is there even
 * when the network is gone by then.
 *
 * @param fetch - may fail: then the code is asked for again when it is needed
 */
export function fetchAhead(fetch: Fetch): void {
  wanted.push(fetch)
  if (isBegun) waitForQuiet()
}

/** Begin, in a browser that shows the app: tests fetch what they need. */
export function beginFetchingAhead(): void {
  isBegun = true
  requestProgress.subscribe(waitForQuiet)
  window.addEventListener('online', waitForQuiet)
  waitForQuiet()
}

/** Whether something is being fetched that nobody asked for yet: its failure is no news. */
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
  // One after the other: a request of the user's finds the line free.
  while (navigator.onLine) {
    const fetch = wanted.shift()
    if (!fetch) break
    await fetch().catch(() => undefined)
    await idle()
  }
  isUnderWay = false
}

/** The next moment in which the browser has nothing better to do. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) window.requestIdleCallback(() => resolve(), { timeout: 1000 })
    else setTimeout(resolve, 50)
  })
}
