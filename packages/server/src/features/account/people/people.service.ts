import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import type { Db, UserTable } from '../../../db/tables'
import { listWorkspacesOf } from '../workspaces/workspaces.service'

export interface Person extends UserTable {
  /** Their workspaces that the caller may see, in the order of joining. */
  workspaces: { id: string; name: string }[]
}

/**
 * All users, oldest first; an admin sees only the members of their own workspaces.
 *
 * @param onlyId - return only this user
 */
export async function listPeople(db: Db, caller: SessionUser, onlyId?: string): Promise<Person[]> {
  const seen = new Map((await listWorkspacesOf(db, caller)).map(({ id, name }) => [id, { id, name }]))
  const linked = new Map<string, Person['workspaces']>()
  for (const { user_id, workspace_id } of await listLinks(db, onlyId)) {
    const workspace = seen.get(workspace_id)
    if (workspace) linked.set(user_id, [...(linked.get(user_id) ?? []), workspace])
  }
  const users = await db
    .selectFrom('users')
    .selectAll()
    .$if(onlyId !== undefined, (query) => query.where('id', '=', onlyId ?? ''))
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
  const isVisible = (user: UserTable) => can(caller, 'users.manage') || linked.has(user.id) || user.id === caller.id
  return users.filter(isVisible).map((user) => ({ ...user, workspaces: linked.get(user.id) ?? [] }))
}

function listLinks(db: Db, onlyId: string | undefined): Promise<{ user_id: string; workspace_id: string }[]> {
  return db
    .selectFrom('memberships')
    .select(['user_id', 'workspace_id'])
    .$if(onlyId !== undefined, (query) => query.where('user_id', '=', onlyId ?? ''))
    .orderBy('inserted_at')
    .orderBy('workspace_id')
    .execute()
}
