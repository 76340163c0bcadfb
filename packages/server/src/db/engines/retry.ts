import { setTimeout as sleep } from 'node:timers/promises'
import { codeOf, STALE_STATEMENT, StaleReadError } from './engine'

/** Even if PostgreSQL detects a deadlock after a second in each try, the total stays under ten seconds. */
const MAX_TRIES = 6
const FIRST_PAUSE_MS = 10

/**
 * PostgreSQL's codes for a transaction that may succeed when it is run again: serialization failure, deadlock, and, since another
 * transaction may have caused it in the meantime, a duplicate key or a missing referenced row.
 */
const RETRIED = new Set(['40001', '40P01', '23505', '23503', STALE_STATEMENT])

/**
 * Run a transaction, and run it again from its beginning when it conflicts with others. Pauses grow exponentially and are random, so that
 * two transactions do not collide again.
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
