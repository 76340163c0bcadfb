import type { Db, JoinLinkTable, Tx } from '../../../db/tables'

/** Invitations that have not expired by `now`, newest first, with the username of the inviting user. */
export async function listInvitations(db: Db, now: number): Promise<(JoinLinkTable & { invited_by: string })[]> {
  return db
    .selectFrom('join_links')
    .innerJoin('users', 'users.id', 'join_links.created_by')
    .selectAll('join_links')
    .select('users.username as invited_by')
    .where('join_links.user_id', 'is', null)
    .where('join_links.expires_at', '>', now)
    .orderBy('join_links.inserted_at', 'desc')
    .orderBy('join_links.id')
    .execute()
}

/** The link with this hash that has not expired by `now`. */
export async function findLink(db: Db, hash: string, now: number): Promise<JoinLinkTable | undefined> {
  return db
    .selectFrom('join_links')
    .selectAll()
    .where('hash', '=', hash)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

export async function insertLink(tx: Tx, row: JoinLinkTable): Promise<void> {
  await tx.deleteFrom('join_links').where('expires_at', '<=', row.inserted_at).execute()
  await tx.insertInto('join_links').values(row).execute()
}

export async function renewLink(
  tx: Tx,
  id: string,
  changes: Pick<JoinLinkTable, 'hash' | 'expires_at'>,
): Promise<void> {
  await tx.updateTable('join_links').set(changes).where('id', '=', id).execute()
}

/** Consume or withdraw a link. @returns true for exactly one caller: a row can be deleted only once */
export async function takeLink(tx: Tx, hash: string): Promise<boolean> {
  const taken = await tx.deleteFrom('join_links').where('hash', '=', hash).returning('id').executeTakeFirst()
  return taken !== undefined
}

/** Delete a user's password links, and all links that they created. Returns the deleted ones, also those that had expired. */
export async function endLinksOf(
  tx: Tx,
  userId: string,
): Promise<Pick<JoinLinkTable, 'id' | 'user_id' | 'expires_at'>[]> {
  return tx
    .deleteFrom('join_links')
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('created_by', '=', userId)]))
    .returning(['id', 'user_id', 'expires_at'])
    .execute()
}

/** End the earlier links that set a user's password. Returns the deleted ones, also those that had expired. */
export function endPasswordLinksOf(tx: Tx, userId: string): Promise<Pick<JoinLinkTable, 'id' | 'expires_at'>[]> {
  return tx.deleteFrom('join_links').where('user_id', '=', userId).returning(['id', 'expires_at']).execute()
}
