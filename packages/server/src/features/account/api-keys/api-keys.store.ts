import { prepared } from '../../../db/prepared'
import type { ApiKeyTable, Db, Tx, UserTable } from '../../../db/tables'

export interface KeyWithUser {
  key: Pick<ApiKeyTable, 'id' | 'last_used_at'>
  user: Pick<UserTable, 'id' | 'username' | 'role' | 'last_seen_at'>
}

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

/** The key with this hash that has not expired by `now` (microseconds), and whose it is. A disabled user's keys are not found. */
export async function findKey(db: Db, hash: string, now: number): Promise<KeyWithUser | undefined> {
  const [row] = (await keyByHash(db, { hash, now })).rows
  if (!row) return undefined
  const { key_id, last_used_at, ...user } = row
  return { key: { id: key_id, last_used_at }, user }
}

/** A user's keys, oldest first. */
export async function listKeys(db: Db, userId: string): Promise<ApiKeyTable[]> {
  return db
    .selectFrom('api_keys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
}

/** The last four characters of each user's newest key; of one user, or of all. */
export async function newestLastFours(db: Db, userId?: string): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('api_keys')
    .select(['user_id', 'last_four'])
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .orderBy('inserted_at')
    .execute()
  return new Map(rows.map((row) => [row.user_id, row.last_four]))
}

export async function insertKey(tx: Tx, row: ApiKeyTable): Promise<void> {
  await tx.insertInto('api_keys').values(row).execute()
}

/** Delete a user's key and return it; undefined when the user has none with this id. */
export async function deleteKey(tx: Tx, userId: string, id: string): Promise<ApiKeyTable | undefined> {
  return tx.deleteFrom('api_keys').where('id', '=', id).where('user_id', '=', userId).returningAll().executeTakeFirst()
}

export async function touchKey(tx: Tx, id: string, now: number): Promise<void> {
  await tx.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute()
}
