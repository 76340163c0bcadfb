import { ApiError } from '@postil/sdk/errors'
import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RepositoryError } from '../../api/errors.ts'
import { type Session, SessionContext } from '../../features/session/session.ts'
import { isChunkError, reloadForChunk } from '../../ui/loading/load-code.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { Guarded } from '../routing/guards.tsx'
import { normaliseError, RouteError } from './normalise-error.ts'
import { RouteErrorPage } from './RouteErrorPage.tsx'

// React and the router log every caught error; here errors are expected.
beforeEach(() => vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const refused = new RepositoryError(
  'ERROR_FETCHING_DATASET_INFO',
  new ApiError(403, { detail: 'Operation not allowed' }, 'GET /api/v1/datasets/1'),
)

function Failing({ error }: { error: unknown }): never {
  throw error
}

function openFailing(error: unknown, errorElement = <RouteErrorPage />) {
  const router = createMemoryRouter([{ path: '/', element: <Failing error={error} />, errorElement }])
  render(<RouterProvider router={router} />)
}

describe('RouteErrorPage', () => {
  it.each([
    [new RouteError(403, 'Not for you'), '403', 'Not for you'],
    [new Error('broken'), '500', 'broken'],
    ['just words', '500', 'just words'],
    [Object.assign(new Error('gone'), { response: { status: 410 } }), '410', 'gone'],
    [refused, '403', 'You do not have access to this page. An owner can add you to its workspace.'],
  ])('shows status, message and the fixed texts for %s [R18, R20]', (error, status, message) => {
    openFailing(error)
    expect(screen.getByText(status)).toBeTruthy()
    expect(screen.getByText(message)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy()
    expect(screen.getByText("We can't seem to find the page you are looking for")).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to home page' }).getAttribute('href')).toBe('/')
  })

  it('shows no JSON for an error without a message of its own [R18, X7]', () => {
    openFailing({ response: { status: 503, data: { odd: 1 } } })
    expect(screen.getByText('503')).toBeTruthy()
    expect(document.body.textContent).not.toMatch(/[{}]/)
  })

  it('takes back what the failed page has just said, which may not be so', () => {
    vi.useFakeTimers()
    toasts.notify({ type: 'success', message: 'Submitted.' })
    openFailing(new RouteError(404, 'no such dataset'))
    vi.advanceTimersByTime(500)
    expect(toasts.getVisible()).toEqual([])
  })

  it('shows the 404 page for a missing thing [R17]', () => {
    openFailing(new RouteError(404, 'no such dataset'))
    expect(screen.getByRole('heading', { name: 'This page could not be found' })).toBeTruthy()
  })

  it('has the plainest page for a failure of the error page itself [R19]', () => {
    const Broken = () => {
      throw new Error('the error page failed')
    }
    openFailing(new Error('first'), <RouteErrorPage page={Broken} />)
    expect(screen.getByText('An error occurred while showing the error page')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Go back to home' }).getAttribute('href')).toBe('/')
  })

  it('shows 500 for a route guard nobody knows [R20]', () => {
    const session: Session = {
      user: null,
      status: 'in',
      signIn: async () => undefined,
      signOut: async () => undefined,
      expire: () => undefined,
      retry: () => undefined,
    }
    const element = (
      <SessionContext value={session}>
        <Guarded by={['auth-guard', 'moon-guard']}>secret</Guarded>
      </SessionContext>
    )
    const router = createMemoryRouter([{ path: '/', element, errorElement: <RouteErrorPage /> }])
    render(<RouterProvider router={router} />)
    expect(screen.getByText('500')).toBeTruthy()
    expect(screen.getByText("Unknown route guard 'moon-guard'")).toBeTruthy()
    expect(screen.queryByText('secret')).toBeNull()
  })

  it('shows the error page when a chunk is missing and the reload was spent [R21]', async () => {
    sessionStorage.setItem('postil.chunkReloadedAt', String(Date.now()))
    openFailing(new TypeError('Failed to fetch dynamically imported module: /assets/a.js'))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy())
  })
})

describe('normaliseError', () => {
  it.each([
    [
      { statusCode: 418, status: 500, message: 'tea' },
      { statusCode: 418, message: 'tea' },
    ],
    [
      { status: 409, message: 'taken' },
      { statusCode: 409, message: 'taken' },
    ],
    [{ response: { status: 503 } }, { statusCode: 503, message: '{"response":{"status":503}}' }],
    ['words', { statusCode: 500, message: 'words' }],
    [undefined, { statusCode: 500, message: 'undefined' }],
    [new Error(''), { statusCode: 500, message: '{}' }],
  ])('%j is %j [R20]', (error, expected) => {
    expect(normaliseError(error)).toEqual(expected)
  })
})

describe('chunk reload', () => {
  it.each([
    ['Failed to fetch dynamically imported module: x', true],
    ['error loading dynamically imported module: x', true],
    ['Importing a module script failed.', true],
    ['Unable to preload CSS for /assets/a.css', true],
    ['Loading chunk 7 failed', true],
    ['Cannot read properties of undefined', false],
  ])('%s: %s', (message, expected) => {
    expect(isChunkError(new TypeError(message))).toBe(expected)
  })

  it('reloads the page at most once per 60 s [R21]', () => {
    const items = new Map<string, string>()
    const storage = {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, value: string) => void items.set(key, value),
    }
    const reload = vi.fn()
    const start = 1_700_000_000_000
    const tryAt = (ms: number) => reloadForChunk({ storage, nowMs: start + ms, reload })
    expect([tryAt(0), tryAt(1), tryAt(59_999), tryAt(60_000), tryAt(60_001)]).toEqual([true, false, false, true, false])
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
