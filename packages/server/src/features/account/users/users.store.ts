import { nowMicros } from '../../../db/clock'
import { isPostgres } from '../../../db/engines/is-postgres'
import { findsAny } from '../../../db/finds-any'
import type { Db, Tx, UserTable } from '../../../db/tables'

/** Every user, oldest first. */
export async function listUsers(db: Db): Promise<UserTable[]> {
  return db.selectFrom('users').selectAll().orderBy('inserted_at').orderBy('id').execute()
}

export async function findUser(db: Db, id: string): Promise<UserTable | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** True when someone else has the name. */
export async function isNameTaken(db: Db, username: string, exceptId = ''): Promise<boolean> {
  return findsAny(db.selectFrom('users').select('id').where('username', '=', username).where('id', '!=', exceptId))
}

/** Whether there is any user, i.e. the server is set up. */
export async function hasUsers(db: Db): Promise<boolean> {
  return findsAny(db.selectFrom('users').select('id'))
}

export async function insertUser(tx: Tx, row: UserTable): Promise<void> {
  await tx.insertInto('users').values(row).execute()
}

export async function updateUser(tx: Tx, id: string, changes: Partial<UserTable>): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** Lock a user exclusively: waits for transactions that write rows of the user, and blocks new ones until this transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<void> {
  if (isPostgres(tx)) await tx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()
}

/** What is deleted with a user, beside links, for the log. The caller has locked the user. */
export async function selectBelongings(tx: Tx, id: string) {
  const memberships = tx.selectFrom('memberships').select('workspace_id').where('user_id', '=', id)
  const keys = tx.selectFrom('api_keys').select(['id', 'name']).where('user_id', '=', id)
  const joined = await memberships.orderBy('inserted_at').orderBy('workspace_id').execute()
  const counts = await tx
    .selectNoFrom(({ fn, selectFrom }) => [
      selectFrom('sessions')
        .select(fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .where('expires_at', '>', nowMicros())
        .$asScalar()
        .$notNull()
        .as('sessions'),
      selectFrom('skips')
        .select(fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .$asScalar()
        .$notNull()
        .as('skips'),
    ])
    .executeTakeFirstOrThrow()
  return {
    workspace_ids: joined.map(({ workspace_id }) => workspace_id),
    api_keys: await keys.orderBy('inserted_at').orderBy('id').execute(),
    ...counts,
  }
}

/** Delete a user. Keys, sessions and memberships go with them; their responses stay, without a user. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
  await tx.deleteFrom('idempotency_keys').where('user_id', '=', id).execute()
}

/**
 * The ids of all enabled owners, locked until the transaction ends: if two transactions each remove another owner, the second waits here and
 * sees the first one's change. The update changes nothing; it is a lock that works on both engines.
 */
export async function lockOwners(tx: Tx): Promise<string[]> {
  await tx.updateTable('users').set({ role: 'owner' }).where('role', '=', 'owner').execute()
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'owner')
    .where('disabled_at', 'is', null)
    .execute()
  return rows.map((row) => row.id)
}
