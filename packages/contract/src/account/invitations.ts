import { z } from 'zod'
import { defineRoute } from '../route'
import { list, text, uuid } from '../shapes'
import { Link, password, personName, ROLES, role, UserParams, username } from './shapes'

const Invitation = z.object({
  id: z.string(),
  first_name: z.string().nullable(),
  role: z.enum(ROLES),
  workspace_ids: z.array(z.string()),
  /** Username of the inviting user. */
  invited_by: z.string(),
  inserted_at: z.string(),
  expires_at: z.string(),
})

const InvitationWithLink = Invitation.extend(Link.shape)
const InvitationParams = z.object({ invitation_id: uuid() })
const Token = z.object({ token: text({ min: 1, max: 200 }) })

/**
 * Invitation and password links, which work once and expire after a week. Creating one is marked `outsideTransaction`, so that its reply,
 * which contains the token, is never stored for retries; the service opens its own transaction. The token is only sent in bodies, never in
 * a URL, because URLs are logged.
 */
export const invitationRoutes = {
  listInvitations: defineRoute({
    method: 'GET',
    path: '/api/v1/invitations',
    summary: 'Unused invitations, newest first. Admins see those to their own workspaces.',
    tag: 'People',
    access: { can: 'people.invite' },
    reply: z.object({ items: z.array(Invitation) }),
    status: 200,
    errors: [],
  }),
  createInvitation: defineRoute({
    method: 'POST',
    path: '/api/v1/invitations',
    summary:
      'Invite a person by a link that works once. Owners invite anyone; admins invite annotators to their own workspaces. Only this reply contains the token.',
    tag: 'People',
    access: { can: 'people.invite' },
    body: z.object({
      first_name: personName().nullable().optional(),
      role: role().default('annotator'),
      workspace_ids: list(uuid()),
    }),
    outsideTransaction: true,
    reply: InvitationWithLink,
    status: 201,
    errors: ['invalid'],
  }),
  renewInvitation: defineRoute({
    method: 'POST',
    path: '/api/v1/invitations/{invitation_id}/link',
    summary: 'Create a new link for an invitation. Its previous link stops working.',
    tag: 'People',
    access: { can: 'people.invite' },
    params: InvitationParams,
    bodyOptional: true,
    outsideTransaction: true,
    reply: InvitationWithLink,
    status: 201,
    errors: ['not_found'],
  }),
  deleteInvitation: defineRoute({
    method: 'DELETE',
    path: '/api/v1/invitations/{invitation_id}',
    summary: 'Withdraw an invitation. Its link stops working.',
    tag: 'People',
    access: { can: 'people.invite' },
    params: InvitationParams,
    reply: Invitation,
    status: 200,
    errors: ['not_found'],
  }),
  createPasswordLink: defineRoute({
    method: 'POST',
    path: '/api/v1/users/{user_id}/password-link',
    summary:
      'Create a link with which a user can set a new password once. A previous link stops working. The link works as long as its author may create it.',
    tag: 'People',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    bodyOptional: true,
    outsideTransaction: true,
    reply: Link,
    status: 201,
    errors: ['not_found'],
  }),
  readLink: defineRoute({
    method: 'POST',
    path: '/api/join/link',
    summary:
      'The purpose of a link: `username` is null for an invitation, otherwise the link sets the password of that user.',
    tag: 'People',
    access: { can: 'server.visit' },
    body: Token,
    outsideTransaction: true,
    reply: z.object({
      username: z.string().nullable(),
      first_name: z.string().nullable(),
      role: z.enum(ROLES),
      workspaces: z.array(z.string()),
      expires_at: z.string(),
    }),
    status: 200,
    errors: ['forbidden', 'too_many_requests'],
  }),
  acceptInvitation: defineRoute({
    method: 'POST',
    path: '/api/v1/me/invitations',
    summary:
      'Use an invitation as a user with an account: the caller becomes a member of its workspaces and keeps their role. Afterwards the link no longer works. A 409 if the caller is in all of them already.',
    tag: 'People',
    access: { can: 'server.use' },
    body: Token,
    outsideTransaction: true,
    reply: z.object({
      /** Names of the workspaces that the caller has joined. */
      workspaces: z.array(z.string()),
    }),
    status: 200,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  join: defineRoute({
    method: 'POST',
    path: '/api/join',
    summary:
      'Use a link: create the account of an invitation, or set the password. Afterwards the link no longer works, and the user can sign in.',
    tag: 'People',
    access: { can: 'server.visit' },
    body: Token.extend({
      /** Needed with an invitation; ignored with a link that sets a password. */
      username: username().nullable().optional(),
      password: password(),
      first_name: personName().nullable().optional(),
      last_name: personName().nullable().optional(),
    }),
    outsideTransaction: true,
    reply: z.object({ username: z.string() }),
    status: 201,
    errors: ['forbidden', 'conflict', 'invalid', 'too_many_requests'],
  }),
}
