import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MARIA } from '../api/testing/fake-server.ts'
import { SessionProvider } from '../features/session/SessionProvider.tsx'
import { useSession, useUser } from '../features/session/session.ts'
import { openSession, parseUser, SignInError } from '../features/session/session-client.ts'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import { toasts } from '../ui/toast/toast-queue.ts'
import { Guarded } from './routing/guards.tsx'
import { fakeServer } from './testing/open-app.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

function Expire({ code }: { code: string | undefined }) {
  const { expire } = useSession()
  return (
    <button type="button" onClick={() => [expire(code), expire(code)]}>
      401
    </button>
  )
}

it.each([
  ['argilla.api.errors::UnauthorizedError', /Your session has ended/],
  ['another::Error', /A server in front of Postil has ended your session/],
  [undefined, /A server in front of Postil has ended your session/],
])(
  'the auth error %s anywhere leads to the login page, with one notice about it, and empties the caches [R4, X3]',
  async (code, notice) => {
    fakeServer({ isSignedIn: true })
    const onLeave = vi.fn()
    const guarded = (
      <Guarded by={['auth-guard']}>
        <Expire code={code} />
      </Guarded>
    )
    const router = createMemoryRouter(
      [
        { path: '/dataset/:id', element: guarded },
        { path: '/login', element: 'login page' },
      ],
      { initialEntries: ['/dataset/1?record=7'] },
    )
    render(
      <SessionProvider onLeave={onLeave}>
        <RouterProvider router={router} />
        <ToastRegion />
      </SessionProvider>,
    )
    await userEvent.click(await screen.findByRole('button', { name: '401' }))
    await screen.findByText('login page')
    expect(router.state.location.search).toBe(`?redirect=${encodeURIComponent('/dataset/1?record=7')}`)
    expect(await screen.findAllByText(notice)).toHaveLength(1)
    expect(onLeave).toHaveBeenCalled()
  },
)

it('takes the notice about the end back once somebody has signed in, and leaves others alone', async () => {
  fakeServer({ isSignedIn: true })
  function Again() {
    const { signIn, status } = useSession()
    return (
      <button type="button" onClick={() => void signIn('maria', 'secret-8')}>
        sign in, {status}
      </button>
    )
  }
  render(
    <SessionProvider>
      <Expire code={undefined} />
      <Again />
      <ToastRegion />
    </SessionProvider>,
  )
  await screen.findByRole('button', { name: 'sign in, in' })
  await userEvent.click(screen.getByRole('button', { name: '401' }))
  await screen.findByText(/has ended your session/)
  toasts.notify({ message: 'You are online again.' })
  await screen.findByText('You are online again.')
  await userEvent.click(screen.getByRole('button', { name: 'sign in, out' }))
  await waitFor(() => expect(screen.queryByText(/has ended your session/)).toBeNull())
  expect(screen.getByText('You are online again.')).toBeTruthy()
})

it.each([
  ['another user', { id: 'u2', username: 'noor' }, 'page of noor'],
  ['nobody', null, 'login page'],
])('empties the caches and begins anew when another tab has signed in %s', async (_, next, words) => {
  let user: { id: string; username: string } | null = MARIA
  fakeServer({ routes: { 'GET /api/session': () => ({ user }) } })
  const onLeave = vi.fn()
  function Page() {
    const [name] = useState(useUser().username)
    return `page of ${name}`
  }
  const guarded = (
    <Guarded by={['auth-guard']}>
      <Page />
    </Guarded>
  )
  const router = createMemoryRouter([
    { path: '/', element: guarded },
    { path: '/login', element: 'login page' },
  ])
  render(
    <SessionProvider onLeave={onLeave}>
      <RouterProvider router={router} />
    </SessionProvider>,
  )
  await screen.findByText('page of maria')
  const signal = () => window.dispatchEvent(new StorageEvent('storage', { key: 'auth.changed' }))
  act(() => void signal())
  await act(async () => undefined)
  expect(onLeave).not.toHaveBeenCalled()
  user = next
  act(() => void signal())
  await screen.findByText(words)
  expect(onLeave).toHaveBeenCalledOnce()
})

it.each([
  ['takes over a new role', { ...MARIA, role: 'admin' }, 'maria, admin'],
  ['leaves the end of the session to the next request', null, 'maria, annotator'],
  ['leaves another user to the signal of the other tab', { ...MARIA, id: 'u2', role: 'owner' }, 'maria, annotator'],
])('%s when the user comes back to the page', async (_, next, words) => {
  let user: typeof MARIA | null = { ...MARIA, role: 'annotator' }
  const ask = vi.fn(() => ({ user }))
  fakeServer({ routes: { 'GET /api/session': ask } })
  const Who = () => {
    const { user } = useSession()
    return user && `${user.username}, ${user.role}`
  }
  render(
    <SessionProvider>
      <Who />
    </SessionProvider>,
  )
  await screen.findByText('maria, annotator')
  user = next
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(2))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(screen.getByText(words)).toBeTruthy()
})

it('asks for the session once, however often the page around it is rendered', async () => {
  const ask = vi.fn(() => ({ user: MARIA }))
  fakeServer({ routes: { 'GET /api/session': ask } })
  const page = () => (
    <SessionProvider onLeave={() => undefined}>
      <Who />
    </SessionProvider>
  )
  const Who = () => useSession().user?.username
  const { rerender } = render(page())
  await screen.findByText('maria')
  rerender(page())
  await act(async () => undefined)
  expect(ask).toHaveBeenCalledOnce()
})

it('a reply that there is no session, sent before a sign-in and late, does not end the session', async () => {
  let answer: (reply: Response) => void = () => {}
  const late = new Promise<Response>((resolve) => {
    answer = resolve
  })
  vi.stubGlobal('fetch', async (path: string) =>
    path === '/api/session' ? late : Response.json({ id: '1', username: 'maria', role: 'annotator' }),
  )
  const Status = () => {
    const { status, signIn } = useSession()
    return (
      <button type="button" onClick={() => void signIn('maria', 'x')}>
        {status}
      </button>
    )
  }
  render(
    <SessionProvider>
      <Status />
    </SessionProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'loading' }))
  await screen.findByRole('button', { name: 'in' })
  await act(async () => {
    answer(Response.json({ user: null }))
    await new Promise((resolve) => setTimeout(resolve))
  })
  expect(screen.getByRole('button').textContent).toBe('in')
})

describe('openSession', () => {
  it.each([
    [401, 'wrong'],
    [422, 'missing'],
    [429, 'tooMany'],
    [503, 'noServer'],
    [500, 'failed'],
  ])('a reply %i is %s', async (status, reason) => {
    vi.stubGlobal('fetch', async () => new Response('{}', { status }))
    await expect(openSession('maria', 'x')).rejects.toMatchObject({ name: 'SignInError', reason })
  })

  it('no reply is noServer, with its cause', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
    const failure = await openSession('maria', 'x').catch((error: unknown) => error)
    await waitFor(() => expect(failure).toBeInstanceOf(SignInError))
    expect(failure).toMatchObject({ reason: 'noServer', cause: { message: 'Failed to fetch' } })
  })
})

describe('parseUser', () => {
  it('treats a role it does not know as the one that may do the least', () => {
    expect(parseUser({ id: '1', username: 'a', role: 'superuser' }).role).toBe('annotator')
  })

  it.each([null, [], 'maria', { id: 1, username: 'a' }, { id: '1' }])('refuses %j', (body) => {
    expect(() => parseUser(body)).toThrow('did not answer a user')
  })
})
