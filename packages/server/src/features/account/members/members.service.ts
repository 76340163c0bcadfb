import type { SessionUser } from '../../../context'
import { nowMicros } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Db, Tx, UserTable } from '../../../db/tables'
import { InvalidError } from '../../../errors'
import { assertCan } from '../../../http/calls/access'
import { alreadyMember, notMember } from '../../../wire/resource-errors'
import { freeUnreachable } from '../../feedback/assignments/free-assignments'
import { findWorkspaceByName } from '../workspaces/workspaces.service'

/** Users linked to a workspace, by time of joining. */
export async function listMembers(db: Db, workspaceId: string): Promise<UserTable[]> {
  return selectMembers(db, workspaceId).orderBy('memberships.inserted_at').orderBy('users.id').execute()
}

/** Link a user to a workspace; `by` is null for the server itself. Throws `ConflictError` when they are linked already. */
export async function addMember(tx: Tx, by: string | null, workspaceId: string, userId: string): Promise<void> {
  const after = { workspace_id: workspaceId, user_id: userId }
  const inserted = await tx
    .insertInto('memberships')
    .values({ ...after, inserted_at: nowMicros() })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted) throw alreadyMember(workspaceId, userId)
  await logEvent(tx, { kind: 'membership.create', subjectId: userId, userId: by, after })
}

/** Unlink a user, and have taken back what is assigned to them. The permission is checked after the link (`wire/check-order.ts`). */
export async function removeMember(tx: Tx, by: SessionUser, workspaceId: string, userId: string): Promise<UserTable> {
  const member = await selectMembers(tx, workspaceId).where('memberships.user_id', '=', userId).executeTakeFirst()
  if (!member) throw notMember(workspaceId, userId)
  await assertCan(tx, by, 'members.manage', { workspaceId })
  await tx.deleteFrom('memberships').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
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

/** The users linked to a workspace. */
function selectMembers(db: Db, workspaceId: string) {
  return db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .selectAll('users')
    .where('memberships.workspace_id', '=', workspaceId)
}
