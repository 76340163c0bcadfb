import { randomUUID } from 'node:crypto'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import { prepared } from '../../../db/prepared'
import type { ApiKeyTable, Db, Tx } from '../../../db/tables'
import { NotFoundError } from '../../../errors'
import type { FollowUp } from '../../../http/calls/follow-up'
import { NOTED_EVERY_MICROS, noteVisit } from '../sessions/note-seen'
import { hashApiKey, lastFourOf, newApiKey } from './api-key'

const DAY_MICROS = 86_400_000_000

/**
 * The user of an API key.
 *
 * @param note - called to record its use, at most once a minute
 */
export async function findUserByKey(
  db: Db,
  presentedKey: string,
  note: (work: FollowUp) => void,
): Promise<SessionUser | undefined> {
  const now = nowMicros()
  const [found] = (await keyByHash(db, { hash: hashApiKey(presentedKey), now })).rows
  if (!found) return undefined
  const { key_id, last_used_at, last_seen_at, ...user } = found
  if (now - (last_used_at ?? 0) >= NOTED_EVERY_MICROS) note({ work: 'noteKeyUse', keyId: key_id, at: now })
  noteVisit({ id: user.id, last_seen_at }, now, note)
  return { ...user, presentedKey }
}

export interface NewKey {
  userId: string
  name: string
  /** The creating user; null for the server itself. */
  by: string | null
  /** A key given in the settings; otherwise a random one is generated. */
  given?: string
  /** Days until the key expires; never when absent. */
  expiresInDays?: number | null
}

/** Add a key to a user. The key itself is returned and not stored. */
export async function createKey(
  tx: Tx,
  { userId, name, by, given, expiresInDays }: NewKey,
): Promise<{ row: ApiKeyTable; key: string }> {
  const key = given ?? newApiKey()
  const now = nowMicros()
  const row: ApiKeyTable = {
    id: randomUUID(),
    user_id: userId,
    name,
    hash: hashApiKey(key),
    last_four: lastFourOf(key),
    inserted_at: now,
    last_used_at: null,
    expires_at: expiresInDays ? now + expiresInDays * DAY_MICROS : null,
  }
  await tx.insertInto('api_keys').values(row).execute()
  await logEvent(tx, { kind: 'api_key.create', subjectId: row.id, userId: by, after: describe(row) })
  return { row, key }
}

/** Revoke a user's key: it is invalid from the next request on. */
export async function revokeKey(tx: Tx, userId: string, keyId: string, by: string): Promise<ApiKeyTable> {
  const own = tx.deleteFrom('api_keys').where('id', '=', keyId).where('user_id', '=', userId)
  const row = await own.returningAll().executeTakeFirst()
  if (!row) throw new NotFoundError(`API key with id \`${keyId}\` not found`)
  await logEvent(tx, { kind: 'api_key.delete', subjectId: keyId, userId: by, before: describe(row) })
  return row
}

/** A user's keys, oldest first. */
export async function listKeysOf(db: Db, userId: string): Promise<ApiKeyTable[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

/** The last four characters of the newest key of one user, or of all who have one, by user id. */
export async function keyHints(db: Db, userId?: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['user_id', 'last_four'])
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('inserted_at')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.last_four]))
}

function describe({ user_id, name, last_four, expires_at }: ApiKeyTable) {
  return { user_id, name, last_four, expires_at }
}

/** The key with this hash that has not expired by `now` (microseconds), and whose it is. A disabled user's keys are not found. */
const keyByHash = prepared((db: Db, { hash, now }: { hash: string; now: number }) =>
  db
    .selectFrom('api_keys')
    .innerJoin('users', 'users.id', 'api_keys.user_id')
    .select([
      'api_keys.id as key_id',
      'api_keys.last_used_at',
      'users.id',
      'users.username',
      'users.role',
      'users.last_seen_at',
    ])
    .where('api_keys.hash', '=', hash)
    .where('users.disabled_at', 'is', null)
    .where((eb) => eb.or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', now)])),
)
