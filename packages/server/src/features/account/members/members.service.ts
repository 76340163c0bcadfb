import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Db, Tx, UserTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { assertCan } from '../../../http/calls/access'
import { alreadyMember, notMember } from '../../../wire/resource-errors'
import { freeUnreachable } from '../../feedback/assignments/free-assignments'
import { findWorkspaceByName } from '../workspaces/workspaces.service'
import * as store from './members.store'

/** Users linked to a workspace, by time of joining. */
export function listMembers(db: Db, workspaceId: string): Promise<UserTable[]> {
  return store.listMembers(db, workspaceId)
}

/** Link a user to a workspace; `by` is null for the server itself. Throws `ConflictError` when they are linked already. */
export async function addMember(tx: Tx, by: string | null, workspaceId: string, userId: string): Promise<void> {
  const row = { workspace_id: workspaceId, user_id: userId, inserted_at: nowMicros() }
  if (!(await store.insertMembership(tx, row))) throw alreadyMember(workspaceId, userId)
  const after = { workspace_id: workspaceId, user_id: userId }
  await logEvent(tx, { kind: 'membership.create', subjectId: userId, userId: by, after })
}

/** Unlink a user, and have taken back what is assigned to them. The permission is checked after the link (`wire/check-order.ts`). */
export async function removeMember(tx: Tx, by: SessionUser, workspaceId: string, userId: string): Promise<UserTable> {
  const member = await store.findMember(tx, workspaceId, userId)
  if (!member) throw notMember(workspaceId, userId)
  await assertCan(tx, by, 'members.manage', { workspaceId })
  await store.deleteMembership(tx, workspaceId, userId)
  await freeUnreachable(tx, by.id, { userId })
  const before = { workspace_id: workspaceId, user_id: userId }
  await logEvent(tx, { kind: 'membership.delete', subjectId: userId, userId: by.id, before })
  return member
}

/** Link a new user to workspaces by name, each once. Throws `InvalidError` for an unknown name: then nothing is created. */
export async function addToWorkspacesByName(
  tx: Tx,
  by: string,
  userId: string,
  names: readonly string[],
): Promise<void> {
  for (const name of new Set(names)) {
    const workspace = await findWorkspaceByName(tx, name)
    if (!workspace) throw new InvalidError(`Workspace with name \`${name}\` not found`)
    await addMember(tx, by, workspace.id, userId)
  }
}
