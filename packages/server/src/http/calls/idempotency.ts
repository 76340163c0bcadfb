import { createHmac, randomBytes, scrypt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { nowMicros } from '../../db/clock'
import { StaleReadError } from '../../db/engines/engine'
import type { Tx } from '../../db/tables'
import { AppError, ShapeError } from '../../errors'

/** Keys are kept a week: longer than any browser stays offline with an answer to send. */
const KEEP_MICROS = 7 * 24 * 3600 * 1_000_000
/** The status of a key while its request is being served; no other transaction ever sees it. */
const CLAIMED = 0

/** The first reply to a request, kept in the transaction of its change. */
export interface StoredReply {
  status: number
  /** JSON text; empty for a reply without a body; or `RECIPE` and JSON text of what the handler makes the reply from. */
  reply: string
}

/** Begins what is kept in the place of a large reply; no JSON text begins with it. */
export const RECIPE = 'from '

/** A promise that two requests with the same key are the same request; a caller's, once it is known who calls. */
export interface IdempotencyKey {
  key: string
  request: string
  /** The body has a password in it. */
  isSecret: boolean
}

const MAX_KEY_LENGTH = 200

/** What of a request its key is bound to. */
export interface KeyedRequest {
  method: string
  url: string
  body?: unknown
  /** Of a large body, which is known by its bytes. */
  bodyDigest?: string
  headers: IncomingHttpHeaders
}

/**
 * The key that a request came with, if any, bound to the request: the same key with another method, address or body is refused, not replayed.
 * Throws `ShapeError` for one that is too long.
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
  // Writing a large body as JSON again would hold up everybody else.
  const sent = bodyDigest ?? JSON.stringify(body, digitsOf) ?? ''
  return { key, request: `${method} ${url}\n${sent}`, isSecret }
}

/**
 * What is kept of a request: a salted hash. Without salt, and quick to compute, it would let whoever sees the store guess a password in the
 * body; such a body is hashed as slowly as a password is.
 *
 * @param salt - the kept one, to compare with
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

/** Keep the reply under the key that was claimed, or give the key back when there is none to keep; forget what is too old. */
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
