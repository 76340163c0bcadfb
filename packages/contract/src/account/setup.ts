import { z } from 'zod'
import { defineRoute } from '../route'
import { text } from '../shapes'
import { password, personName, UserBody, username, workspaceName } from './shapes'

/** Set-up: the one-time link creates the first owner. `outsideTransaction`, so that no transaction is open while the password is hashed. */
export const setupRoutes = {
  getSetup: defineRoute({
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether the server has no owner yet.',
    tag: 'Setup',
    access: { can: 'server.visit' },
    reply: z.object({ pending: z.boolean() }),
    status: 200,
    errors: [],
  }),
  completeSetup: defineRoute({
    method: 'POST',
    path: '/api/setup',
    summary: 'Create the first owner and their workspace with the token of the set-up link, which works once.',
    tag: 'Setup',
    access: { can: 'server.visit' },
    outsideTransaction: true,
    body: z.object({
      token: text({ min: 1, max: 200 }),
      username: username(),
      password: password(),
      first_name: personName().nullable().optional(),
      last_name: personName().nullable().optional(),
      workspace: workspaceName().nullable().optional(),
    }),
    reply: UserBody,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
}
