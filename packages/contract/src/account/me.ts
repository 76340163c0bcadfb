import { z } from 'zod'
import { defineRoute } from '../route'
import { text } from '../shapes'
import { ApiKeyBody } from './api-keys'
import { ClassicUserBody, password, UserBody, Workspaces } from './shapes'

/** A session: its start, and when it would have expired. */
const EndedSession = z.object({ inserted_at: z.string(), expires_at: z.string() })

/** The caller's own account. */
export const meRoutes = {
  getMe: defineRoute({
    method: 'GET',
    path: '/api/v1/me',
    summary: 'The caller.',
    tag: 'Me',
    access: { can: 'server.use' },
    reply: UserBody,
    status: 200,
    errors: [],
  }),
  listMyWorkspaces: defineRoute({
    method: 'GET',
    path: '/api/v1/me/workspaces',
    summary: "The caller's workspaces; all of them for an owner.",
    tag: 'Me',
    access: { can: 'server.use' },
    reply: Workspaces,
    status: 200,
    errors: [],
  }),
  changeMyPassword: defineRoute({
    method: 'PUT',
    path: '/api/v1/me/password',
    summary:
      "Change the caller's password. All other sessions of the caller end; API keys stay valid. The reply lists both, so that the caller can " +
      'see where they were signed in and revoke keys.',
    tag: 'Me',
    access: { can: 'server.use' },
    body: z.object({ current_password: text({ min: 1 }), new_password: password() }),
    reply: z.object({ ended_sessions: z.array(EndedSession), api_keys: z.array(ApiKeyBody) }),
    status: 200,
    errors: ['invalid', 'too_many_requests'],
  }),
  classicMe: defineRoute({
    method: 'GET',
    path: '/api/me',
    summary: 'The caller, with full name and workspace names (all workspaces for an owner).',
    tag: 'Classic users',
    access: { can: 'server.use' },
    reply: ClassicUserBody,
    status: 200,
    errors: [],
  }),
}
