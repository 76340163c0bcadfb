import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../engine'

/** A check is a durable write, and anybody may ask: no more than one in so many milliseconds. */
const EVERY_MS = 5000
/** Behind a long write, a check waits for its turn; the store is then at work, and the last check counts. */
const PATIENCE_MS = 1000
/** A few pages, as for a user's answer. */
const PROBE_BYTES = 8192

/**
 * Find out whether the store takes writes by writing to it: on a full disk, on one that has become read-only, or with its files replaced,
 * reading alone goes on as if nothing were wrong. The check rejects with what the last write failed with.
 */
export function writeCheck(transaction: Engine['transaction']): () => Promise<void> {
  let failure: { cause: unknown } | undefined
  let running: Promise<void> | undefined
  let nextMs = 0

  const write = async (): Promise<void> => {
    try {
      // Random, since SQLite writes no page that stays the same.
      const row = { key: 'write_check', value: randomBytes(PROBE_BYTES).toString('hex') }
      await transaction((tx) =>
        tx
          .insertInto('settings')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
          .execute(),
      )
      failure = undefined
    } catch (cause) {
      failure = { cause }
    }
    nextMs = performance.now() + EVERY_MS
    running = undefined
  }

  return async () => {
    if (!running && performance.now() >= nextMs) running = write()
    if (running) await Promise.race([running, sleep(PATIENCE_MS, undefined, { ref: false })])
    if (failure) throw failure.cause
  }
}
