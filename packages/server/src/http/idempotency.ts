import { createHash } from 'node:crypto'
import { nowMicros } from '../db/clock'
import { StaleReadError } from '../db/engines/engine'
import type { Tx } from '../db/tables'
import { AppError } from '../errors'

/** Keys are kept a week: longer than any browser stays offline with an answer to send. */
const KEEP_MICROS = 7 * 24 * 3600 * 1_000_000
/** The status of a key while its request is being served; no other transaction ever sees it. */
const CLAIMED = 0

/** The first reply to a request, kept in the transaction of its change. */
export interface StoredReply {
  status: number
  reply: string
}

/** One caller's promise that two requests with the same key are the same request. */
export interface IdempotencyKey {
  userId: string
  key: string
  fingerprint: string
}

/** Fingerprint of a request: the same key with another method, address or body is refused, not replayed. */
export function fingerprint(method: string, url: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${url}\n${JSON.stringify(body, digitsOf) ?? ''}`)
    .digest('hex')
}

/** JSON has no bigint of its own. */
function digitsOf(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * Take a key for the request that is being served, before its change: of two at once the second waits here until the first is committed.
 *
 * @returns the reply already given under the key, if any
 * @throws AppError `idempotency_mismatch` when the key was used for another request
 */
export async function claimKey(
  tx: Tx,
  { userId, key, fingerprint: print }: IdempotencyKey,
): Promise<StoredReply | undefined> {
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, fingerprint: print, status: CLAIMED, reply: '', inserted_at: nowMicros() })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claimed) return undefined
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow(() => new StaleReadError('An old idempotency key was cleared away meanwhile.'))
  if (row.fingerprint !== print)
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was already used for another request.')
  return { status: row.status, reply: row.reply }
}

/** Keep the reply under the key that was claimed, or give the key back when there is none to keep; forget what is too old. */
export async function keepReply(
  tx: Tx,
  { userId, key }: IdempotencyKey,
  stored: StoredReply | undefined,
): Promise<void> {
  if (stored)
    await tx.updateTable('idempotency_keys').set(stored).where('user_id', '=', userId).where('key', '=', key).execute()
  else await tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key).execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where('inserted_at', '<', nowMicros() - KEEP_MICROS)
    .execute()
}
