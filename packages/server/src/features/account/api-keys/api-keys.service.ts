import { randomUUID } from 'node:crypto'
import type { HandlerContext, SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { ApiKeyTable, Db, Tx } from '../../../db/tables'
import { NotFoundError } from '../../../errors'
import type { FollowUp } from '../../../http/calls/follow-up'
import { noteVisit } from '../sessions/note-seen'
import { hashApiKey, lastFourOf, newApiKey } from './api-key'
import { deleteKey, findKey, insertKey, listKeys, newestLastFours, touchKey } from './api-keys.store'

const DAY_MICROS = 86_400_000_000

/** "Last used" is exact to a minute: at most one write per minute and key, rather than one per request. */
const TOUCH_EVERY_MICROS = 60_000_000

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
  const found = await findKey(db, hashApiKey(presentedKey), now)
  if (!found) return undefined
  const { id, last_used_at } = found.key
  if (now - (last_used_at ?? 0) >= TOUCH_EVERY_MICROS) note({ work: 'noteKeyUse', keyId: id, at: now })
  const { last_seen_at, ...user } = found.user
  noteVisit({ id: user.id, last_seen_at }, now, note)
  return { ...user, presentedKey }
}

/** Keys whose use is being written, so that concurrent requests write it once. */
const beingNoted = new Set<string>()

/** Store when a key was last used. */
export async function noteKeyUse({ engine }: HandlerContext, keyId: string, at: number): Promise<void> {
  if (beingNoted.has(keyId)) return
  beingNoted.add(keyId)
  await engine.transaction((tx) => touchKey(tx, keyId, at)).finally(() => beingNoted.delete(keyId))
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
  await insertKey(tx, row)
  await logEvent(tx, { kind: 'api_key.create', subjectId: row.id, userId: by, after: describe(row) })
  return { row, key }
}

/** Revoke a user's key: it is invalid from the next request on. */
export async function revokeKey(tx: Tx, userId: string, keyId: string, by: string): Promise<ApiKeyTable> {
  const row = await deleteKey(tx, userId, keyId)
  if (!row) throw new NotFoundError(`API key with id \`${keyId}\` not found`)
  await logEvent(tx, { kind: 'api_key.delete', subjectId: keyId, userId: by, before: describe(row) })
  return row
}

/** A user's keys, oldest first. */
export function listKeysOf(db: Db, userId: string): Promise<ApiKeyTable[]> {
  return listKeys(db, userId)
}

/** The last four characters of the newest key of one user, or of all who have one, by user id. */
export function keyHints(db: Db, userId?: string): Promise<Map<string, string>> {
  return newestLastFours(db, userId)
}

function describe({ user_id, name, last_four, expires_at }: ApiKeyTable) {
  return { user_id, name, last_four, expires_at }
}
