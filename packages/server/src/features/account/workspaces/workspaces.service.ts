import { randomUUID } from 'node:crypto'
import { can, type Role } from '@postil/domain/permissions'
import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { isUniqueViolation } from '../../../db/engines/engine'
import { logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import { ConflictError } from '../../../errors'
import { workspaceNameTaken } from '../../../wire/resource-errors'
import { purgeWorkspace } from '../../bin/bin.service'
import * as store from './workspaces.store'

/** Every workspace, oldest first. */
export function listWorkspaces(db: Db): Promise<store.WorkspaceRow[]> {
  return store.listWorkspaces(db)
}

/** The workspaces of a user, oldest first; all of them for an owner. */
export function listWorkspacesOf(db: Db, user: { id: string; role: Role }): Promise<store.WorkspaceRow[]> {
  return can(user, 'workspaces.readAll') ? store.listWorkspaces(db) : store.listLinkedWorkspaces(db, user.id)
}

/** Names of the workspaces linked to one user, or to each, by user id, in the order of joining. */
export async function workspaceNames(db: Db, userId?: string): Promise<Map<string, string[]>> {
  const names = new Map<string, string[]>()
  for (const { user_id, name } of await store.listLinkedNames(db, userId)) {
    const known = names.get(user_id)
    if (known) known.push(name)
    else names.set(user_id, [name])
  }
  return names
}

export function findWorkspaceByName(db: Db, name: string): Promise<store.WorkspaceRow | undefined> {
  return store.findWorkspaceByName(db, name)
}

/** Add a workspace; `by` is null for the server itself. Throws `ConflictError` for a taken name. */
export async function createWorkspace(tx: Tx, by: string | null, name: string): Promise<store.WorkspaceRow> {
  if (await store.findWorkspaceByName(tx, name)) throw workspaceNameTaken(name)
  const now = nowMicros()
  const row = { id: randomUUID(), name, inserted_at: now, updated_at: now }
  await store.insertWorkspace(tx, row).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? workspaceNameTaken(name, cause) : cause
  })
  await logEvent(tx, { kind: 'workspace.create', subjectId: row.id, userId: by, after: { name } })
  return row
}

/** Rename a workspace. Throws `ConflictError` for a taken name. */
export async function renameWorkspace(
  tx: Tx,
  by: SessionUser,
  row: store.WorkspaceRow,
  name: string,
): Promise<store.WorkspaceRow> {
  if (name === row.name) return row
  if (await store.findWorkspaceByName(tx, name)) throw workspaceNameTaken(name)
  const next = { id: row.id, name, inserted_at: row.inserted_at, updated_at: nowMicros() }
  await store.renameWorkspace(tx, next).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? workspaceNameTaken(name, cause) : cause
  })
  const change = { kind: 'workspace.update' as const, subjectId: row.id, userId: by.id }
  await logEvent(tx, { ...change, before: { name: row.name }, after: { name } })
  return next
}

/**
 * Delete an empty workspace. Deleted datasets do not keep it, since older clients delete both one after the other: they are deleted for good.
 *
 * @throws ConflictError while it contains a dataset of either family
 */
export async function deleteWorkspace(tx: Tx, by: SessionUser, row: store.WorkspaceRow): Promise<void> {
  const family = await store.findLinkedFamily(tx, row.id)
  if (family) {
    const what = family === 'feedback' ? 'some feedback datasets' : 'some datasets'
    throw new ConflictError(`Cannot delete the workspace ${row.id}. This workspace has ${what} linked`)
  }
  await purgeWorkspace(tx, by, row.id)
  await store.deleteWorkspace(tx, row.id)
  await logEvent(tx, { kind: 'workspace.delete', subjectId: row.id, userId: by.id, before: { name: row.name } })
}
