import type { Db, Tables, Tx, UserTable } from '../../../db/tables'

type MembershipRow = Tables['memberships']

/** Users linked to a workspace, by time of joining. */
export async function listMembers(db: Db, workspaceId: string): Promise<UserTable[]> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('users')
    .where('memberships.workspace_id', '=', workspaceId)
    .orderBy('memberships.inserted_at')
    .orderBy('users.id')
    .execute()
}

/** The user behind a membership; undefined when they are not linked. */
export async function findMember(db: Db, workspaceId: string, userId: string): Promise<UserTable | undefined> {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('users')
    .where('memberships.workspace_id', '=', workspaceId)
    .where('memberships.user_id', '=', userId)
    .executeTakeFirst()
}

/** Link a user to a workspace; false when they were linked already. */
export async function insertMembership(tx: Tx, row: MembershipRow): Promise<boolean> {
  const inserted = await tx
    .insertInto('memberships')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteMembership(tx: Tx, workspaceId: string, userId: string): Promise<void> {
  await tx.deleteFrom('memberships').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}
