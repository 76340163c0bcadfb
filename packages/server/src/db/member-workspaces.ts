import type { Db } from './tables'

/** The ids of the workspaces that a user is a member of: a query, or a part of one. */
export function workspacesOf(db: Db, userId: string) {
  return db.selectFrom('memberships').select('workspace_id').where('user_id', '=', userId)
}
