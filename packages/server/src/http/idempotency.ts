import { createHash } from 'node:crypto'
import { nowMicros } from '../db/clock'
import type { Tx } from '../db/tables'
import { AppError } from '../errors'

/** Keys are kept a week: longer than any browser stays offline with an answer to send. */
const KEEP_MICROS = 7 * 24 * 3600 * 1_000_000

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
    .update(`${method} ${url}\n${JSON.stringify(body) ?? ''}`)
    .digest('hex')
}

/** The reply already given under this key, if any. Throws `idempotency_mismatch` when the key was used for another request. */
export async function findReply(
  tx: Tx,
  { userId, key, fingerprint: print }: IdempotencyKey,
): Promise<StoredReply | undefined> {
  const row = await tx
    .selectFrom('idempotency_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!row) return undefined
  if (row.fingerprint !== print)
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was already used for another request.')
  return { status: row.status, reply: row.reply }
}

/** Keep a reply, and forget those that are too old. */
export async function keepReply(tx: Tx, id: IdempotencyKey, stored: StoredReply): Promise<void> {
  const now = nowMicros()
  await tx
    .insertInto('idempotency_keys')
    .values({
      user_id: id.userId,
      key: id.key,
      fingerprint: id.fingerprint,
      status: stored.status,
      reply: stored.reply,
      inserted_at: now,
    })
    .execute()
  await tx
    .deleteFrom('idempotency_keys')
    .where('inserted_at', '<', now - KEEP_MICROS)
    .execute()
}
