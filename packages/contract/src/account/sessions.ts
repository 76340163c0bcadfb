import { z } from 'zod'
import { defineRoute } from '../route'
import { text } from '../shapes'
import { ClassicUserBody, TokenBody } from './shapes'

const SignIn = z.object({ username: text({ min: 1 }), password: text({ min: 1 }) })

/** Signing in and out. `outsideTransaction`, so that no transaction is open while a password is checked, which takes long. */
export const sessionRoutes = {
  createToken: defineRoute({
    method: 'POST',
    path: '/api/v1/token',
    summary: 'Sign in; the token goes into the Authorization header.',
    tag: 'sessions',
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
    summary: 'Sign in; a page of this server also gets the session cookie.',
    tag: 'classic sessions',
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
    summary: 'Who the caller is, as `GET /api/me` says it, or nobody: asking without a session is no error.',
    tag: 'sessions',
    access: { can: 'server.visit' },
    reply: z.object({ user: ClassicUserBody.nullable() }),
    status: 200,
    errors: [],
  }),
  endSession: defineRoute({
    method: 'POST',
    path: '/api/session/logout',
    summary: 'Sign out: ends the session of the token or cookie, and clears the cookie. Harmless without a session.',
    tag: 'sessions',
    access: { can: 'server.visit' },
    bodyOptional: true,
    reply: z.undefined(),
    status: 204,
    errors: [],
  }),
}
