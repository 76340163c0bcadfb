import { setTimeout as sleep } from 'node:timers/promises'

/** A piece of work that took longer, because the machine is busy, makes nobody wait longer than this for the next. */
const LONGEST_REST_MS = 100

/** Milliseconds of a list that is made in slices. */
const SLICE_MS = 5

let last: Promise<unknown> = Promise.resolve()
let restUntilMs = 0

/**
 * Do a large piece of work on the HTTP thread when it is its turn. There is one such piece at a time, in the order they came, and a rest after
 * each that is as long as the piece itself: an answer takes several turns of the event loop, and must not wait behind a large piece in each.
 */
export function inLargeTurn<T>(work: () => T): Promise<T> {
  const done = last.then(async () => {
    // At least one turn of the event loop.
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
 * Make a list on the HTTP thread, a few milliseconds at a time, with whatever else is waiting in between. A short list is made at once.
 */
export async function gather<T>(items: Iterable<T>): Promise<T[]> {
  const gathered: T[] = []
  const iterator = items[Symbol.iterator]()
  const gatherSome = (): boolean => {
    const untilMs = performance.now() + SLICE_MS
    while (performance.now() < untilMs) {
      const next = iterator.next()
      if (next.done) return true
      gathered.push(next.value)
    }
    return false
  }
  let isDone = gatherSome()
  while (!isDone) isDone = await inLargeTurn(gatherSome)
  return gathered
}
