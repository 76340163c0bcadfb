import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../engine'

/** Minimum milliseconds between two checks: each is a durable write, and anyone may request one. */
const EVERY_MS = 5000
/**
 * Milliseconds after which a check that waits behind a long write gives up. The store is busy then, and the result of the last check is
 * used.
 */
const PATIENCE_MS = 1000
/** A few pages, as for a user's answer. */
const PROBE_BYTES = 8192

/**
 * Returns a check that writes to the store: on a full disk, on one that has become read-only, or with replaced files, reads alone continue
 * as if nothing were wrong. The check rejects with the failure of the last write.
 */
export function writeCheck(transaction: Engine['transaction']): () => Promise<void> {
  let failure: { cause: unknown } | undefined
  let running: Promise<void> | undefined
  let nextMs = 0

  const write = async (): Promise<void> => {
    try {
      // Random, since SQLite does not write pages that stay the same.
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
