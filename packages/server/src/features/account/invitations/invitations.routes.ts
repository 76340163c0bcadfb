import { invitationRoutes } from '@postil/contract/account/invitations'
import { can, hasFewerRights } from '@postil/domain/permissions'
import type { HandlerContext, SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { logEvent } from '../../../db/events'
import type { Db, JoinLinkTable, Tx, UserTable } from '../../../db/tables'
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../../errors'
import { isOwnAnnotator } from '../../../http/calls/access'
import { handle } from '../../../http/calls/handle'
import { addMember } from '../members/members.service'
import { hashPassword } from '../passwords/password'
import { countAttempt, forgetAttempt } from '../sessions/sign-in-limit'
import { createUser, findUser, getUser, replacePassword } from '../users/users.service'
import { listWorkspaces } from '../workspaces/workspaces.service'
import {
  createInvitation,
  createPasswordLink,
  deleteInvitation,
  describeInvitation,
  type Invitation,
  linkWire,
  listInvitations,
  mayInviteAgain,
  ownWorkspaces,
  renewInvitation,
  workspaceIdsOf,
} from './invitations.service'
import { findLink, takeLink } from './invitations.store'
import { hashLinkToken } from './link-token'

export const invitationHandlers = handle(invitationRoutes, {
  listInvitations: async ({ db, user }) => ({ items: (await listInvitations(db, user)).map(invitationWire) }),
  createInvitation: async ({ context, user, body }) => withLink(context, await createInvitation(context, user, body)),
  renewInvitation: async ({ context, user, params }) =>
    withLink(context, await renewInvitation(context, user, params.invitation_id)),
  deleteInvitation: async ({ tx, user, params }) =>
    invitationWire(await deleteInvitation(tx, user, params.invitation_id)),
  createPasswordLink: async ({ context, db, user, params }) =>
    linkWire(context, await createPasswordLink(context, user, await getUser(db, params.user_id))),
  readLink: async ({ context, ip, body }) => {
    const { link, username, workspaces } = await readLink(context, ip, body.token)
    const { first_name, role, expires_at } = link
    return { username, first_name, role, workspaces, expires_at: wireTime(expires_at) }
  },
  acceptInvitation: async ({ context, ip, user, body }) => ({
    workspaces: await acceptInvitation(context, ip, user, body.token),
  }),
  join: async ({ context, ip, body }) => ({ username: await join(context, ip, body) }),
})

function invitationWire(row: Invitation) {
  const { id, first_name, role, invited_by, inserted_at, expires_at } = row
  const times = { inserted_at: wireTime(inserted_at), expires_at: wireTime(expires_at) }
  return { id, first_name, role, workspace_ids: workspaceIdsOf(row), invited_by, ...times }
}

function withLink(context: HandlerContext, made: { row: Invitation; token: string }) {
  return { ...invitationWire(made.row), ...linkWire(context, made) }
}

interface JoinForm {
  token: string
  username?: string | null
  password: string
  first_name?: string | null
  last_name?: string | null
}

interface OpenLink {
  link: JoinLinkTable
  /** The user whose password it sets; undefined for an invitation. */
  user: UserTable | undefined
}

/** The purpose of a link. Throws `ForbiddenError` for an invalid or expired link, `too_many_requests` after many guesses. */
async function readLink(context: HandlerContext, ip: string, token: string) {
  const { link, user } = await guess(context, ip, token)
  const ids = new Set(workspaceIdsOf(link))
  const workspaces = (await listWorkspaces(context.engine.db)).filter(({ id }) => ids.has(id))
  return { link, username: user?.username ?? null, workspaces: workspaces.map(({ name }) => name) }
}

/**
 * Use a link: create the invited account, or set the password. Returns the username to sign in with. A refusal leaves the link valid.
 * Throws like `readLink`, and `ConflictError` for a taken username.
 */
async function join(context: HandlerContext, ip: string, form: JoinForm): Promise<string> {
  await guess(context, ip, form.token)
  // Slow, so between the transactions, and only for a valid link.
  const passwordHash = await hashPassword(form.password)
  return context.engine.transaction(async (tx) => {
    const { link, user } = await getOpenLink(tx, form.token)
    // Two concurrent calls may both have found it; only one consumes it.
    if (!(await takeLink(tx, link.hash))) throw linkEnded()
    if (!user) return addInvited(tx, link, form, passwordHash)
    await replacePassword(tx, user, passwordHash)
    return user.username
  })
}

/**
 * Use an invitation as a user with an account. Returns the names of the workspaces that the user has joined; their role stays.
 *
 * @throws NotFoundError for an invalid or expired link: the caller may do this, but there is no invitation
 * @throws ConflictError when there is nothing to join, or the user's role allows more than the invitation's; the link then stays valid
 */
async function acceptInvitation(
  context: HandlerContext,
  ip: string,
  user: SessionUser,
  token: string,
): Promise<string[]> {
  const noInvitation = (cause: unknown) => {
    throw cause instanceof ForbiddenError ? new NotFoundError(ENDED) : cause
  }
  await guess(context, ip, token).catch(noInvitation)
  return context.engine.transaction(async (tx) => {
    const { link } = await getOpenLink(tx, token).catch(noInvitation)
    if (link.user_id !== null) throw new NotFoundError(ENDED)
    const own = await ownWorkspaces(tx, user)
    const wanted = new Set(workspaceIdsOf(link))
    const invited = (await listWorkspaces(tx)).filter(({ id }) => wanted.has(id))
    if (invited.length === 0) throw new ConflictError('The workspaces of this invitation no longer exist.')
    const joined = invited.filter(({ id }) => !own.has(id))
    if (joined.length === 0) throw new ConflictError('You are in all workspaces of this invitation already.')
    // A role is the same in all workspaces, so an admin would become an admin of these, whom the invitation's author did not invite.
    if (hasFewerRights(link.role, user.role))
      throw new ConflictError(
        `This invitation is for an ${link.role}, and you are an ${user.role}. Ask for one for an ${user.role}.`,
      )
    if (!(await takeLink(tx, link.hash))) throw new NotFoundError(ENDED)
    for (const { id } of joined) await addMember(tx, link.created_by, id, user.id)
    await logAccepted(tx, link, user, joined)
    return joined.map(({ name }) => name)
  })
}

async function addInvited(tx: Tx, link: JoinLinkTable, form: JoinForm, passwordHash: string): Promise<string> {
  const { username, first_name, last_name } = form
  if (!username) throw new InvalidError('A username is needed')
  const names = { username, first_name: first_name ?? link.first_name ?? username, last_name }
  const user = await createUser(tx, link.created_by, { ...names, role: link.role, passwordHash })
  const wanted = new Set(workspaceIdsOf(link))
  // Workspaces deleted meanwhile are left out.
  const joined = (await listWorkspaces(tx)).filter(({ id }) => wanted.has(id))
  for (const { id } of joined) await addMember(tx, link.created_by, id, user.id)
  await logAccepted(tx, link, user, joined)
  return username
}

async function logAccepted(tx: Tx, link: JoinLinkTable, user: { id: string }, joined: readonly { id: string }[]) {
  await logEvent(tx, {
    ...{ kind: 'invitation.accept', subjectId: link.id, userId: user.id },
    before: describeInvitation(link),
    after: { workspace_ids: joined.map(({ id }) => id) },
  })
}

/** Find the link of a token. The attempt counts as a failed guess unless the token is valid. */
async function guess(context: HandlerContext, ip: string, token: string): Promise<OpenLink> {
  const attempt = await context.engine.transaction((tx) => countAttempt(tx, context, ip, '/join'))
  const open = await getOpenLink(context.engine.db, token)
  await context.engine.transaction((tx) => forgetAttempt(tx, attempt))
  return open
}

/** The link, if its creator would have the right to create it today, and the user whose password it sets is not disabled. */
async function getOpenLink(db: Db, token: string): Promise<OpenLink> {
  const link = await findLink(db, hashLinkToken(token), nowMicros())
  const maker = link && (await findUser(db, link.created_by))
  if (!link || !maker || maker.disabled_at !== null) throw linkEnded()
  if (link.user_id === null) {
    if (!mayInviteAgain(maker, link, await ownWorkspaces(db, maker))) throw linkEnded()
    return { link, user: undefined }
  }
  const user = await findUser(db, link.user_id)
  if (!user || user.disabled_at !== null) throw linkEnded()
  if (!can(maker, 'access.manage', { isMember: await isOwnAnnotator(db, maker.id, user) })) throw linkEnded()
  return { link, user }
}

const ENDED = 'This link does not work any more. Ask for a new one.'

function linkEnded(): ForbiddenError {
  return new ForbiddenError(ENDED)
}
