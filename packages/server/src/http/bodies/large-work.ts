import { setTimeout as sleep } from 'node:timers/promises'

/** A piece of work that took longer, because the machine is busy, makes nobody wait longer than this for the next. */
const LONGEST_REST_MS = 100

/** Milliseconds of a slice of long work. An answer on PostgreSQL takes some ten turns of the event loop, each of which may wait for one. */
const SLICE_MS = 2

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
 * Do a long piece of work on the HTTP thread a few milliseconds at a time, with whatever else is waiting in between.
 *
 * @param goOn - works until about a time of `performance.now()`; returns true when all is done
 */
export async function inSlices(goOn: (untilMs: number) => boolean): Promise<void> {
  const slice = () => goOn(performance.now() + SLICE_MS)
  while (!(await inLargeTurn(slice)));
}

/** Make a list on the HTTP thread, a few milliseconds at a time. A short list is made at once. */
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
