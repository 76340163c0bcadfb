import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { vi } from 'vitest'
import { queryClient } from '../query-client.ts'
import { appRoutes } from '../routes.tsx'

export const MARIA = {
  id: '7b2f3c1e-0000-4000-8000-000000000001',
  username: 'maria',
  first_name: 'Maria',
  last_name: null,
  role: 'admin',
  workspaces: ['support-team', 'news-desk'],
}

interface FakeServerOptions {
  isSignedIn?: boolean
  /** Whether it answers `GET /api/me` at all. */
  answersMe?: () => boolean
}

/** For tests: a server that knows one user and one password, and answers nothing else. */
export function fakeServer({ isSignedIn = false, answersMe = () => true }: FakeServerOptions = {}) {
  const calls: { path: string; method: string; body: string }[] = []
  let signedIn = isSignedIn
  const reply = (status: number, body: unknown = {}) => new Response(JSON.stringify(body), { status })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const body = init.body instanceof URLSearchParams ? init.body.toString() : ''
    calls.push({ path, method: init.method ?? 'GET', body })
    if (path === '/api/me') {
      if (!answersMe()) throw new TypeError('Failed to fetch')
      return signedIn ? reply(200, MARIA) : reply(401)
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

/** Open the whole app at an address. */
export function openApp(address: string) {
  queryClient.clear()
  const router = createMemoryRouter(appRoutes(), { initialEntries: [address] })
  render(<RouterProvider router={router} />)
  const here = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  return { router, here, user: userEvent.setup() }
}
