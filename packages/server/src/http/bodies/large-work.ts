import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum rest after a piece of work. A piece that took longer, because the machine is busy, delays the next one by no more than this. */
const LONGEST_REST_MS = 100

/**
 * Milliseconds per slice of long work. An answer on PostgreSQL takes about ten turns of the event loop, each of which may wait for one
 * slice.
 */
const SLICE_MS = 2

let last: Promise<unknown> = Promise.resolve()
let restUntilMs = 0

/**
 * Do a large piece of work on the HTTP thread when its turn comes. Pieces run one at a time, first come, first served, each followed by a
 * rest as long as the piece itself: saving an answer takes several turns of the event loop and must not wait for a large piece in each.
 */
export function inLargeTurn<T>(work: () => T): Promise<T> {
  const done = last.then(async () => {
    // Waits for at least one turn of the event loop.
    await sleep(Math.max(0, restUntilMs - performance.now()))
    const startedMs = performance.now()
    try {
      return work()
    } finally {
      const endedMs = performance.now()
      restUntilMs = endedMs + Math.min(endedMs - startedMs, LONGEST_REST_MS)
    }
  })
  last = done.catch(() => {})
  return done
}

/**
 * Do long work on the HTTP thread in slices of a few milliseconds, so that other requests are served in between.
 *
 * @param goOn - works until about the given time of `performance.now()`; returns true when all is done
 */
export async function inSlices(goOn: (untilMs: number) => boolean): Promise<void> {
  const slice = () => goOn(performance.now() + SLICE_MS)
  while (!(await inLargeTurn(slice)));
}

/** Collect an iterable into a list on the HTTP thread, in slices of a few milliseconds. A short list is collected at once. */
export async function gather<T>(items: Iterable<T>): Promise<T[]> {
  const gathered: T[] = []
  const iterator = items[Symbol.iterator]()
  const gatherSome = (untilMs: number): boolean => {
    while (performance.now() < untilMs) {
      const next = iterator.next()
      if (next.done) return true
      gathered.push(next.value)
    }
    return false
  }
  if (!gatherSome(performance.now() + SLICE_MS)) await inSlices(gatherSome)
  return gathered
}
