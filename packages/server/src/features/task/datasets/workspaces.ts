import { can } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { workspacesOf } from '../../../db/member-workspaces'
import type { Db } from '../../../db/tables'
import { assertCan } from '../../../http/calls/access'
import { entityNotFound } from '../../../wire/classic-errors'

export interface NamedWorkspace {
  id: string
  name: string
}

/** Throws 404 when there is no such workspace. */
export async function getWorkspace(db: Db, name: string): Promise<NamedWorkspace> {
  const row = await db.selectFrom('workspaces').select(['id', 'name']).where('name', '=', name).executeTakeFirst()
  if (!row) throw entityNotFound(name, 'Workspace')
  return row
}

/** Throws 403 unless the user manages the workspace: an owner, or an admin linked to it. */
export async function assertManages(db: Db, user: SessionUser, workspaceId: string): Promise<void> {
  await assertCan(db, user, 'dataset.manage', { workspaceId })
}

/** The ids of the workspaces a user may read, or undefined for all. */
export async function readableWorkspaces(db: Db, user: SessionUser): Promise<string[] | undefined> {
  if (can(user, 'workspaces.readAll')) return undefined
  const rows = await workspacesOf(db, user.id).execute()
  return rows.map((row) => row.workspace_id)
}
