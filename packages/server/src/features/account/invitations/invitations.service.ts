import { randomUUID } from 'node:crypto'
import { LIMITS } from '@postil/contract/limits'
import { can, mayInvite, type Role } from '@postil/domain/permissions'
import type { HandlerContext, SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Db, JoinLinkTable, Tx, UserTable } from '../../../db/tables'
import { InvalidError, NotFoundError } from '../../../errors'
import { listWorkspacesOf } from '../workspaces/workspaces.service'
import * as store from './invitations.store'
import { hashLinkToken, newLinkToken } from './link-token'

const LIFETIME_MICROS = LIMITS.linkDays * 86_400_000_000

export type Invitation = JoinLinkTable & { invited_by: string }
export interface NewInvitation {
  first_name?: string | null
  role: Role
  workspace_ids: readonly string[]
}

/** The open invitations that the caller may manage, newest first. */
export async function listInvitations(db: Db, by: SessionUser): Promise<Invitation[]> {
  const rows = await store.listInvitations(db, nowMicros())
  const own = await ownWorkspaces(db, by)
  return rows.filter((row) => mayInviteAgain(by, row, own))
}

/** Create an invitation; the token is returned and not stored. Throws `InvalidError` for more rights than the caller may give. */
export function createInvitation(
  { engine }: HandlerContext,
  by: SessionUser,
  { first_name, role, workspace_ids }: NewInvitation,
): Promise<{ row: Invitation; token: string }> {
  return engine.transaction(async (tx) => {
    const ids = [...new Set(workspace_ids)]
    const own = await ownWorkspaces(tx, by)
    const missing = can(by, 'workspaces.readAll') ? ids.find((id) => !own.has(id)) : undefined
    if (missing) throw new InvalidError(`Workspace with id \`${missing}\` not found`)
    if (
      !mayInvite(
        by,
        role,
        ids.map((id) => own.has(id)),
      )
    )
      throw new InvalidError('Admins invite annotators to workspaces of their own; owners invite anyone.')
    const { row, token } = await addLink(tx, by, { first_name: first_name ?? null, role, workspace_ids: ids })
    await logEvent(tx, { kind: 'invitation.create', subjectId: row.id, userId: by.id, after: describeInvitation(row) })
    return { row: { ...row, invited_by: by.username }, token }
  })
}

/** Create a new token for an invitation and invalidate the earlier one. Throws `NotFoundError`. */
export function renewInvitation(
  { engine }: HandlerContext,
  by: SessionUser,
  id: string,
): Promise<{ row: Invitation; token: string }> {
  return engine.transaction(async (tx) => {
    const row = await getInvitation(tx, by, id)
    const token = newLinkToken()
    const changes = { hash: hashLinkToken(token), expires_at: nowMicros() + LIFETIME_MICROS }
    await store.renewLink(tx, row.id, changes)
    const next = { ...row, ...changes }
    const change = { kind: 'invitation.renew' as const, subjectId: row.id, userId: by.id }
    await logEvent(tx, { ...change, before: describeInvitation(row), after: describeInvitation(next) })
    return { row: next, token }
  })
}

/** A new link as in replies. The token is in the fragment, which browsers send to no server, so that it is in no log. */
export function linkWire({ config }: HandlerContext, { row, token }: { row: JoinLinkTable; token: string }) {
  const address = config.publicUrl === undefined ? null : `${config.publicUrl}/join#${token}`
  return { token, expires_at: wireTime(row.expires_at), address }
}

/** Withdraw an invitation. Throws `NotFoundError`. */
export async function deleteInvitation(tx: Tx, by: SessionUser, id: string): Promise<Invitation> {
  const row = await getInvitation(tx, by, id)
  await store.takeLink(tx, row.hash)
  await logEvent(tx, { kind: 'invitation.delete', subjectId: row.id, userId: by.id, before: describeInvitation(row) })
  return row
}

/** Create a one-time link by which this user sets a new password; invalidates earlier ones. */
export function createPasswordLink(
  { engine }: HandlerContext,
  by: SessionUser,
  user: UserTable,
): Promise<{ row: JoinLinkTable; token: string }> {
  return engine.transaction((tx) => addPasswordLink(tx, by, user))
}

/** Like {@link createPasswordLink}, in a transaction of the caller. */
export async function addPasswordLink(
  tx: Tx,
  by: SessionUser,
  user: UserTable,
): Promise<{ row: JoinLinkTable; token: string }> {
  const now = nowMicros()
  const ended = (await store.endPasswordLinksOf(tx, user.id)).filter(({ expires_at }) => expires_at > now)
  const { first_name, role } = user
  const made = await addLink(tx, by, { first_name, role, workspace_ids: [], userId: user.id })
  const before = { password_link_ids: ended.map(({ id }) => id) }
  const after = { id: made.row.id, expires_at: made.row.expires_at }
  await logEvent(tx, { kind: 'password_link.create', subjectId: user.id, userId: by.id, before, after })
  return made
}

/**
 * Whether a user might create such an invitation now.
 *
 * @param own - ids of the workspaces the user sees
 */
export function mayInviteAgain(by: { role: Role }, row: JoinLinkTable, own: ReadonlySet<string>): boolean {
  const areOwn = workspaceIdsOf(row).map((id) => own.has(id))
  return mayInvite(by, row.role, areOwn)
}

/** Ids of the workspaces a user sees: all for an owner. */
export async function ownWorkspaces(db: Db, user: { id: string; role: Role }): Promise<Set<string>> {
  return new Set((await listWorkspacesOf(db, user)).map((workspace) => workspace.id))
}

/** Delete a user's password links, and all links that they created. Returns the ids of those that were open, for the log. */
export async function endLinksOf(
  tx: Tx,
  userId: string,
): Promise<{ invitation_ids: string[]; password_link_ids: string[] }> {
  const now = nowMicros()
  const open = (await store.endLinksOf(tx, userId)).filter(({ expires_at }) => expires_at > now)
  const idsOf = (links: typeof open) => links.map(({ id }) => id)
  return {
    invitation_ids: idsOf(open.filter(({ user_id }) => user_id === null)),
    password_link_ids: idsOf(open.filter(({ user_id }) => user_id !== null)),
  }
}

export function workspaceIdsOf(row: JoinLinkTable): string[] {
  return JSON.parse(row.workspace_ids)
}

async function getInvitation(db: Db, by: SessionUser, id: string): Promise<Invitation> {
  const row = (await listInvitations(db, by)).find((invitation) => invitation.id === id)
  if (!row) throw new NotFoundError(`Invitation with id \`${id}\` not found`)
  return row
}

async function addLink(
  tx: Tx,
  by: SessionUser,
  { first_name, role, workspace_ids, userId }: NewInvitation & { userId?: string },
): Promise<{ row: JoinLinkTable; token: string }> {
  const token = newLinkToken()
  const now = nowMicros()
  const row: JoinLinkTable = {
    id: randomUUID(),
    hash: hashLinkToken(token),
    user_id: userId ?? null,
    role,
    first_name: first_name ?? null,
    workspace_ids: JSON.stringify(workspace_ids),
    created_by: by.id,
    inserted_at: now,
    expires_at: now + LIFETIME_MICROS,
  }
  await store.insertLink(tx, row)
  return { row, token }
}

/** An invitation as the log shows it. */
export function describeInvitation(row: JoinLinkTable) {
  const { first_name, role, expires_at } = row
  return { first_name, role, workspace_ids: workspaceIdsOf(row), expires_at }
}
