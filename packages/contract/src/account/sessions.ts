import { z } from 'zod'
import { defineRoute } from '../route'
import { text } from '../shapes'
import { ClassicUserBody, TokenBody } from './shapes'

const SignIn = z.object({ username: text({ min: 1 }), password: text({ min: 1 }) })

/** Signing in and out. `outsideTransaction`, so that no transaction is open during the slow check of a password. */
export const sessionRoutes = {
  createToken: defineRoute({
    method: 'POST',
    path: '/api/v1/token',
    summary: 'Sign in. Send the token of the reply in the Authorization header.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    body: SignIn,
    form: true,
    outsideTransaction: true,
    reply: TokenBody,
    status: 201,
    errors: ['unauthenticated', 'too_many_requests'],
  }),
  classicCreateToken: defineRoute({
    method: 'POST',
    path: '/api/security/token',
    summary: 'Sign in. Pages of this server also get the session cookie.',
    tag: 'Classic sessions',
    access: { can: 'server.visit' },
    body: SignIn,
    form: true,
    outsideTransaction: true,
    reply: TokenBody,
    status: 200,
    errors: ['unauthenticated', 'too_many_requests'],
  }),
  getSession: defineRoute({
    method: 'GET',
    path: '/api/session',
    summary: 'The caller in the form of `GET /api/me`, or null without a session.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    reply: z.object({ user: ClassicUserBody.nullable() }),
    status: 200,
    errors: [],
  }),
  endSession: defineRoute({
    method: 'POST',
    path: '/api/session/logout',
    summary: 'Sign out: end the session of the token or cookie, and clear the cookie. Has no effect without a session.',
    tag: 'Sessions',
    access: { can: 'server.visit' },
    bodyOptional: true,
    reply: z.undefined(),
    status: 204,
    errors: [],
  }),
}
