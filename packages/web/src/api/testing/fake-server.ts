import { vi } from 'vitest'

export const MARIA = {
  id: '7b2f3c1e-0000-4000-8000-000000000001',
  username: 'maria',
  first_name: 'Maria',
  last_name: null,
  role: 'admin',
  workspaces: ['support-team', 'news-desk'],
}

/** What one route answers: a body, or a status with a body. `url` has the query string. */
export type FakeRoute = (request: { body: string; url: URL }) => unknown

/** A reply other than 200. */
export class FakeReply {
  constructor(
    readonly status: number,
    readonly body: unknown = {},
  ) {}
}

interface FakeServerOptions {
  isSignedIn?: boolean
  /** Fields of the user that differ from `MARIA`. */
  user?: Partial<typeof MARIA>
  /** More routes by method and path: `GET /api/setup`. */
  routes?: Readonly<Record<string, FakeRoute>>
  /** Whether the server tells who is signed in. */
  answersMe?: () => boolean
}

/** For tests: a fake server with one user, one password, and the given routes. */
export function fakeServer({ isSignedIn = false, answersMe = () => true, user, routes = {} }: FakeServerOptions = {}) {
  const calls: { path: string; method: string; body: string }[] = []
  let signedIn = isSignedIn
  const reply = (status: number, body: unknown = {}) =>
    new Response(status === 204 ? null : JSON.stringify(body), { status })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : String(init.body ?? '')
    const url = new URL(path, 'http://postil.test')
    const route = routes[`${init.method ?? 'GET'} ${url.pathname}`]
    calls.push({ path, method: init.method ?? 'GET', body })
    if (route) {
      const answer = await route({ body, url })
      return answer instanceof FakeReply ? reply(answer.status, answer.body) : reply(200, answer)
    }
    if (path === '/api/session' || path === '/api/me') {
      if (!answersMe()) throw new TypeError('Failed to fetch')
      const me = { ...MARIA, ...user }
      if (path === '/api/session') return reply(200, { user: signedIn ? me : null })
      return signedIn ? reply(200, me) : reply(401)
    }
    if (path === '/api/security/token') {
      signedIn = body === 'username=maria&password=secret-8'
      return signedIn ? reply(200, { access_token: 'x', token_type: 'bearer' }) : reply(401)
    }
    if (path === '/api/session/logout') {
      signedIn = false
      return reply(200)
    }
    return reply(404, { detail: 'no such thing' })
  })
  return { calls }
}
