import { createHash, createHmac, scrypt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { nowMicros } from '../../db/clock'
import { StaleReadError } from '../../db/engines/engine'
import { leaveToCommit } from '../../db/engines/transactions'
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
const SALT_LENGTH = 32

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

/** An IdempotencyKey with its user and fingerprint: everything needed to claim it. */
export interface FingerprintedKey extends IdempotencyKey {
  userId: string
  fingerprint: string
}

/**
 * Compute the fingerprint of a user's request before its transaction, since that of a secret takes long. Its salt is derived from the user
 * and the key, which together are unique, so that a repeated request has the same fingerprint.
 */
export async function addFingerprint(id: IdempotencyKey, userId: string): Promise<FingerprintedKey> {
  const salt = createHash('sha256').update(`${userId}\n${id.key}`).digest('hex').slice(0, SALT_LENGTH)
  return { ...id, userId, fingerprint: await fingerprintOf(id, salt) }
}

/**
 * The fingerprint stored for a request: a salted hash. An unsalted, fast hash would let anyone who reads the store guess a password in the
 * body; such a body is hashed as slowly as a password is.
 */
async function fingerprintOf({ request, isSecret }: IdempotencyKey, salt: string): Promise<string> {
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
export async function claimKey(tx: Tx, id: FingerprintedKey): Promise<StoredReply | undefined> {
  const { key, userId, fingerprint } = id
  const claimed = await tx
    .insertInto('idempotency_keys')
    .values({ user_id: userId, key, fingerprint, status: CLAIMED, reply: '', inserted_at: nowMicros() })
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
  if (row.fingerprint !== fingerprint && row.fingerprint !== (await withSaltOf(row.fingerprint, id)))
    throw new AppError('idempotency_mismatch', 'This Idempotency-Key was already used for another request.')
  return { status: row.status, reply: row.reply }
}

/** The fingerprint with the salt of a stored one, which is random if an older version of the server stored it. */
async function withSaltOf(stored: string, id: FingerprintedKey): Promise<string> {
  const [salt = ''] = stored.split(':')
  return id.fingerprint.startsWith(`${salt}:`) ? id.fingerprint : fingerprintOf(id, salt)
}

/**
 * Store the reply under the claimed key, or delete the key when there is no reply to store. Deletes expired keys as well. The last step of a
 * transaction: its statements are sent together with the commit.
 */
export function keepReply(tx: Tx, { key, userId }: FingerprintedKey, stored: StoredReply | undefined): void {
  const keep = stored
    ? tx.updateTable('idempotency_keys').set(stored).where('user_id', '=', userId).where('key', '=', key)
    : tx.deleteFrom('idempotency_keys').where('user_id', '=', userId).where('key', '=', key)
  const clear = tx.deleteFrom('idempotency_keys').where('inserted_at', '<', nowMicros() - KEEP_MICROS)
  leaveToCommit(tx, [keep.execute(), clear.execute()])
}
