import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, STALE_STATEMENT, StaleReadError } from './engine'

/** With a deadlock that PostgreSQL finds after a second each, the longest wait stays under ten seconds. */
const MAX_TRIES = 6
const FIRST_PAUSE_MS = 10

/**
 * PostgreSQL's codes for a transaction that may succeed when it is run again: serialization failure, deadlock, and a row of the same key
 * inserted, or the row referred to deleted, by another transaction since this one looked.
 */
const RETRIED = new Set(['40001', '40P01', '23505', '23503', STALE_STATEMENT])

/**
 * Run a transaction, and run it again from its beginning when it lost a race against others. The pauses grow and are random, so that two
 * transactions do not meet again.
 *
 * @param run - begins, works and commits; by the time it rejects, everything is rolled back
 * @throws the last failure, after the last try
 */
export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await run()
    } catch (cause) {
      const isRetried = cause instanceof StaleReadError || RETRIED.has(codeOf(cause))
      if (!isRetried || tries === MAX_TRIES) throw cause
      await sleep(Math.random() * FIRST_PAUSE_MS * 2 ** tries)
    }
  }
}
