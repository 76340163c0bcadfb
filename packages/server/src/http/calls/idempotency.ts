import { createHmac, randomBytes, scrypt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { nowMicros } from '../../db/clock'
import { StaleReadError } from '../../db/engines/engine'
import type { Tx } from '../../db/tables'
import { AppError, ShapeError } from '../../errors'

/** Keys are stored for a week: longer than any browser stays offline with an answer to send. */
const KEEP_MICROS = 7 * 24 * 3600 * 1_000_000
/** The status of a key while its request is being served; other transactions never see it. */
const CLAIMED = 0

/** The first reply to a request, stored in the transaction of its change. */
export interface StoredReply {
  status: number
  /** JSON text; empty for a reply without a body; or `RECIPE` followed by JSON text from which the handler makes the reply. */
  reply: string
}

/** Prefix of what is stored instead of a large reply; no JSON text begins with it. */
export const RECIPE = 'from '

/** A client's promise that two requests with the same key are the same request. Keys of different users are independent. */
export interface IdempotencyKey {
  key: string
  request: string
  /** The body contains a password. */
  isSecret: boolean
}

const MAX_KEY_LENGTH = 200

/** The parts of a request that its key is bound to. */
export interface KeyedRequest {
  method: string
  url: string
  body?: unknown
  /** SHA-256 of a large body, which is compared by its bytes. */
  bodyDigest?: string
  headers: IncomingHttpHeaders
}

/**
 * The Idempotency-Key of a request, if any, bound to that request: reuse with another method, address or body is refused, not replayed.
 * Throws `ShapeError` for a key that is too long.
 */
export function idempotencyKeyOf({ method, url, body, bodyDigest, headers }: KeyedRequest): IdempotencyKey | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length > MAX_KEY_LENGTH)
    throw new ShapeError([
      {
        loc: ['header', 'Idempotency-Key'],
        msg: `ensure this value has at most ${MAX_KEY_LENGTH} characters`,
        type: 'value_error.any_str.max_length',
      },
    ])
  const isSecret = typeof body === 'object' && body !== null && Object.keys(body).some((name) => /password/i.test(name))
  // Serializing a large body again would block other requests.
  const sent = bodyDigest ?? JSON.stringify(body, digitsOf) ?? ''
  return { key, request: `${method} ${url}\n${sent}`, isSecret }
}

/**
 * The fingerprint stored for a request: a salted hash. An unsalted, fast hash would let anyone who reads the store guess a password in the
 * body; such a body is hashed as slowly as a password is.
 *
 * @param salt - that of the stored fingerprint to compare with; random when absent
 */
async function fingerprintOf(
  { request, isSecret }: IdempotencyKey,
  salt = randomBytes(16).toString('hex'),
): Promise<string> {
  const hash = isSecret
    ? (await promisify<string, string, number, Buffer>(scrypt)(request, salt, 32)).toString('hex')
    : createHmac('sha256', salt).update(request).digest('hex')
  return `${salt}:${hash}`
}

/** Write a bigint as a string, since JSON has no bigint. */
function digitsOf(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/**
 * Claim a key for the current request before its change is made. Of two concurrent requests, the second waits here until the first is
 * committed.
 *
 * @returns the reply already stored under the key, if any
 * @throws AppError `idempotency_mismatch` when the key was used for another request
 */
export async function claimKey(tx: Tx, userId: string, id: IdempotencyKey): Promise<StoredReply | undefined> {
  const { key } = id
  const print = await fingerprintOf(id)
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
  const [salt] = row.fingerprint.split(':')
  if (row.fingerprint !== (await fingerprintOf(id, salt)))
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was already used for another request.')
  return { status: row.status, reply: row.reply }
}

/** Store the reply under the claimed key, or delete the key when there is no reply to store. Deletes expired keys as well. */
export async function keepReply(
  tx: Tx,
  userId: string,
  { key }: IdempotencyKey,
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
