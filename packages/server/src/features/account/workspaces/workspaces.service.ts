import { randomUUID } from 'node:crypto'
import { can, type Role } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { isUniqueViolation } from '../../../db/engines/engine'
import { isPostgres } from '../../../db/engines/is-postgres'
import { logEvent } from '../../../db/events'
import { findsAny } from '../../../db/finds-any'
import type { Db, Tables, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { workspaceNameTaken } from '../../../wire/resource-errors'
import { purgeWorkspace } from '../../bin/bin.service'

type WorkspaceRow = Tables['workspaces']

/** Every workspace, oldest first. */
export async function listWorkspaces(db: Db): Promise<WorkspaceRow[]> {
  return db.selectFrom('workspaces').selectAll().orderBy('inserted_at').orderBy('id').execute()
}

/** The workspaces of a user, oldest first; all of them for an owner. */
export async function listWorkspacesOf(db: Db, user: { id: string; role: Role }): Promise<WorkspaceRow[]> {
  if (can(user, 'workspaces.readAll')) return listWorkspaces(db)
  return db
    .selectFrom('workspaces')
    .innerJoin('memberships', 'memberships.workspace_id', 'workspaces.id')
    .selectAll('workspaces')
    .where('memberships.user_id', '=', user.id)
    .orderBy('workspaces.inserted_at')
    .orderBy('workspaces.id')
    .execute()
}

/** Names of the workspaces linked to one user, or to each, by user id, in the order of joining. */
export async function workspaceNames(db: Db, userId?: string): Promise<Map<string, string[]>> {
  const linked = await db
    .selectFrom('memberships')
    .innerJoin('workspaces', 'workspaces.id', 'memberships.workspace_id')
    .select(['memberships.user_id', 'workspaces.name'])
    .$if(userId !== undefined, (query) => query.where('memberships.user_id', '=', userId ?? ''))
    .orderBy('memberships.inserted_at')
    .orderBy('workspaces.id')
    .execute()
  const names = new Map<string, string[]>()
  for (const { user_id, name } of linked) {
    const known = names.get(user_id)
    if (known) known.push(name)
    else names.set(user_id, [name])
  }
  return names
}

export async function findWorkspaceByName(db: Db, name: string): Promise<WorkspaceRow | undefined> {
  return db.selectFrom('workspaces').selectAll().where('name', '=', name).executeTakeFirst()
}

/** Add a workspace; `by` is null for the server itself. Throws `ConflictError` for a taken name. */
export async function createWorkspace(tx: Tx, by: string | null, name: string): Promise<WorkspaceRow> {
  if (await findWorkspaceByName(tx, name)) throw workspaceNameTaken(name)
  const now = nowMicros()
  const row = { id: randomUUID(), name, inserted_at: now, updated_at: now }
  await unlessTaken(name, tx.insertInto('workspaces').values(row).execute())
  await logEvent(tx, { kind: 'workspace.create', subjectId: row.id, userId: by, after: { name } })
  return row
}

/** Rename a workspace. Throws `ConflictError` for a taken name. */
export async function renameWorkspace(tx: Tx, by: SessionUser, row: WorkspaceRow, name: string): Promise<WorkspaceRow> {
  if (name === row.name) return row
  if (await findWorkspaceByName(tx, name)) throw workspaceNameTaken(name)
  const next = { id: row.id, name, inserted_at: row.inserted_at, updated_at: nowMicros() }
  const changed = { name, updated_at: next.updated_at }
  await unlessTaken(name, tx.updateTable('workspaces').set(changed).where('id', '=', row.id).execute())
  const change = { kind: 'workspace.update' as const, subjectId: row.id, userId: by.id }
  await logEvent(tx, { ...change, before: { name: row.name }, after: { name } })
  return next
}

/**
 * Delete an empty workspace. Deleted datasets do not keep it, since older clients delete both one after the other: they are deleted for good.
 *
 * @throws ConflictError while it contains a dataset of either family
 */
export async function deleteWorkspace(tx: Tx, by: SessionUser, row: WorkspaceRow): Promise<void> {
  const family = await findLinkedFamily(tx, row.id)
  if (family) {
    const what = family === 'feedback' ? 'some feedback datasets' : 'some datasets'
    throw new ConflictError(`Cannot delete the workspace ${row.id}. This workspace has ${what} linked`)
  }
  await purgeWorkspace(tx, by, row.id)
  const before = { name: row.name, ...(await holdBelongings(tx, row.id)) }
  // Deletes the memberships, too. A foreign key prevents it while the workspace contains a dataset.
  await tx.deleteFrom('workspaces').where('id', '=', row.id).execute()
  await logEvent(tx, { kind: 'workspace.delete', subjectId: row.id, userId: by.id, before })
}

/** The members of a workspace, and the open invitations to it. Locks the workspace, so that nobody joins it before the transaction ends. */
async function holdBelongings(tx: Tx, id: string): Promise<{ user_ids: string[]; invitation_ids: string[] }> {
  if (isPostgres(tx)) await tx.selectFrom('workspaces').select('id').where('id', '=', id).forUpdate().execute()
  const members = tx.selectFrom('memberships').select('user_id').where('workspace_id', '=', id)
  const joined = await members.orderBy('inserted_at').orderBy('user_id').execute()
  // The column has a list of ids as JSON.
  const links = tx.selectFrom('join_links').select('id').where('workspace_ids', 'like', `%"${id}"%`)
  const open = await links.where('expires_at', '>', nowMicros()).orderBy('inserted_at').orderBy('id').execute()
  return { user_ids: joined.map(({ user_id }) => user_id), invitation_ids: open.map((link) => link.id) }
}

/** Another transaction may have taken the name meanwhile. */
function unlessTaken<T>(name: string, write: Promise<T>): Promise<T> {
  return write.catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? workspaceNameTaken(name, cause) : cause
  })
}

/** A family of datasets that the workspace still contains, feedback first; undefined when it contains none, or deleted ones only. */
async function findLinkedFamily(db: Db, id: string): Promise<'feedback' | 'task' | undefined> {
  if (await findsAny(db.selectFrom('datasets').select('id').where('workspace_id', '=', id))) return 'feedback'
  const classic = db.selectFrom('task_datasets').select('id').where('workspace_id', '=', id)
  const isAny = await findsAny(classic.where('id', 'not in', (eb) => eb.selectFrom('bin').select('dataset_id')))
  return isAny ? 'task' : undefined
}
