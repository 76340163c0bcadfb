import { z } from 'zod'
import { defineRoute } from '../route'
import { list, uuid } from '../shapes'
import { Link, NewUser, password, ROLES, UserParams, WorkspaceBody } from './shapes'

const PersonBody = z.object({
  id: z.string(),
  username: z.string(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  role: z.enum(ROLES),
  workspaces: z.array(WorkspaceBody.pick({ id: true, name: true })),
  last_seen_at: z.string().nullable(),
  disabled_at: z.string().nullable(),
  /** Whether the caller may disable them, create a link to set their password, and end their sessions and keys. */
  can_manage_access: z.boolean(),
})
const SessionBody = z.object({
  id: z.string(),
  inserted_at: z.string(),
  expires_at: z.string(),
  /** Whether it is the session of this request. */
  is_current: z.boolean(),
})
const Sessions = z.object({ items: z.array(SessionBody) })
const SessionParams = z.object({ session_id: uuid() })

/**
 * Users, whether they are disabled, and their sessions. Creating one is marked `outsideTransaction`, so that its reply, which may contain the
 * token of a link, is never stored for retries; the service opens its own transaction.
 */
export const peopleRoutes = {
  listPeople: defineRoute({
    method: 'GET',
    path: '/api/v1/people',
    summary: 'All users, oldest first. Admins see the members of their own workspaces, and only these workspaces.',
    tag: 'People',
    access: { can: 'people.invite' },
    reply: z.object({ items: z.array(PersonBody) }),
    status: 200,
    errors: [],
  }),
  countRecentAnswers: defineRoute({
    method: 'GET',
    path: '/api/v1/people/answers',
    summary:
      'Number of answers that each user submitted to feedback datasets, and of records they validated in classic ones, in the last seven days, as far as the caller can see the datasets. Users without any are omitted.',
    tag: 'People',
    access: { can: 'people.invite' },
    reply: z.object({ items: z.array(z.object({ user_id: z.string(), answers: z.number() })) }),
    status: 200,
    errors: [],
  }),
  createPerson: defineRoute({
    method: 'POST',
    path: '/api/v1/people',
    summary:
      'Create an account with its workspaces, or nothing of it. Without a password the reply contains a link by which the person sets one, as `link`; no later reply does.',
    tag: 'People',
    access: { can: 'users.manage' },
    body: NewUser.extend({
      password: password().nullable().optional(),
      workspace_ids: list(uuid()).default([]),
    }),
    outsideTransaction: true,
    reply: PersonBody.extend({ link: Link.nullable() }),
    status: 201,
    errors: ['conflict', 'invalid'],
  }),
  setUserDisabled: defineRoute({
    method: 'PUT',
    path: '/api/v1/users/{user_id}/disabled',
    summary:
      'Disable or enable a user. When a user is disabled, their sessions end at once and their API keys are refused; answers and memberships stay, while assigned records without an answer are given back a minute later.',
    tag: 'People',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    body: z.object({ disabled: z.boolean() }),
    reply: PersonBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  listMySessions: defineRoute({
    method: 'GET',
    path: '/api/v1/me/sessions',
    summary: "The caller's sessions, newest first.",
    tag: 'People',
    access: { can: 'server.use' },
    reply: Sessions,
    status: 200,
    errors: [],
  }),
  endMySession: defineRoute({
    method: 'DELETE',
    path: '/api/v1/me/sessions/{session_id}',
    summary: 'End one session of the caller.',
    tag: 'People',
    access: { can: 'server.use' },
    params: SessionParams,
    reply: SessionBody,
    status: 200,
    errors: ['not_found'],
  }),
  listUserSessions: defineRoute({
    method: 'GET',
    path: '/api/v1/users/{user_id}/sessions',
    summary: "A user's sessions, newest first.",
    tag: 'People',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: Sessions,
    status: 200,
    errors: ['not_found'],
  }),
  endUserSession: defineRoute({
    method: 'DELETE',
    path: '/api/v1/users/{user_id}/sessions/{session_id}',
    summary: 'End one session of a user.',
    tag: 'People',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams.extend(SessionParams.shape),
    reply: SessionBody,
    status: 200,
    errors: ['not_found'],
  }),
}
