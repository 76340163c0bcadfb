import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { UserSettingsPage } from './UserSettingsPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const SECRET = 'postil_secretsecretsecret_9abc'
const SESSIONS = [
  { inserted_at: '2026-01-01T10:00:00.000000', expires_at: '2026-01-31T10:00:00.000000' },
  { inserted_at: '2026-01-02T10:00:00.000000', expires_at: '2026-02-01T10:00:00.000000' },
]
const LAPTOP = {
  id: 'k1',
  name: 'laptop',
  last_four: '1f2e',
  inserted_at: '2026-01-01T00:00:00.000000',
  expires_at: null,
}

/** A fake server with one API key that was used once, and two sessions; keys can be created and revoked, sessions ended. If `isLate`, another browser does so first. */
function server({ isLate = false } = {}) {
  let sessions = SESSIONS.map((session, at) => ({ ...session, id: `s${at}`, is_current: at === 1 }))
  let keys = [{ ...LAPTOP, last_used_at: '2026-01-02T00:00:00.000000' as string | null }]
  return fakeServer({
    isSignedIn: true,
    routes: {
      'GET /api/v1/me/api-keys': () => ({ items: keys }),
      'POST /api/v1/me/api-keys': ({ body }) => {
        const made = { ...LAPTOP, id: 'k2', name: String(JSON.parse(body).name), last_four: '9abc', last_used_at: null }
        keys = [...keys, made]
        return new FakeReply(201, { ...made, key: SECRET })
      },
      'DELETE /api/v1/me/api-keys/k1': () => {
        keys = keys.filter(({ id }) => id !== 'k1')
        return isLate ? new FakeReply(404, { detail: 'API key with id `k1` not found' }) : LAPTOP
      },
      'GET /api/v1/me/sessions': () => ({ items: sessions }),
      'DELETE /api/v1/me/sessions/s0': () => {
        sessions = sessions.filter(({ id }) => id !== 's0')
        return isLate ? new FakeReply(404, { detail: 'Session with id `s0` not found' }) : SESSIONS[0]
      },
      'PUT /api/v1/me/password': ({ body }) =>
        JSON.parse(body).current_password === 'secret-8'
          ? { ended_sessions: SESSIONS, api_keys: keys }
          : new FakeReply(422, { detail: 'no' }),
    },
  })
}

const open = () => openPage('/user-settings', { '/user-settings': UserSettingsPage })

describe('API keys', () => {
  it('are listed by name with their last four characters and last use [R5]', async () => {
    server()
    open()
    const [, laptop] = within(await screen.findByRole('table', { name: 'API keys' })).getAllByRole('row')
    expect(laptop?.textContent).toContain('laptop')
    expect(laptop?.textContent).toContain('••••1f2e')
    expect(laptop?.querySelectorAll('time')[1]?.dateTime).toBe('2026-01-02T00:00:00.000Z')
  })

  it('a new one is shown whole once, and never again [R5]', async () => {
    const { calls } = server()
    const { router, user } = open()
    await screen.findByRole('table', { name: 'API keys' })
    await user.type(screen.getByLabelText('Name of a new key'), ' nightly import {Enter}')
    expect(await screen.findByText(SECRET)).toBeTruthy()
    expect(calls.find((call) => call.method === 'POST')?.body).toBe('{"name":"nightly import","expires_in_days":null}')
    expect(await screen.findByRole('button', { name: 'Revoke nightly import' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy key' })).toBeTruthy()
    await act(() => router.navigate('/elsewhere'))
    await screen.findByText('elsewhere')
    await act(() => router.navigate('/user-settings'))
    await screen.findByRole('button', { name: 'Revoke nightly import' })
    expect(document.body.textContent).not.toContain(SECRET)
  })

  it('can end by itself', async () => {
    const { calls } = server()
    const { user } = open()
    await user.type(await screen.findByLabelText('Name of a new key'), 'for a month')
    await user.click(screen.getByRole('button', { name: /Expires/ }))
    await user.click(await screen.findByRole('option', { name: 'in 30 days' }))
    await user.click(screen.getByRole('button', { name: 'Create key' }))
    expect(await screen.findByText(SECRET)).toBeTruthy()
    expect(calls.find((call) => call.method === 'POST')?.body).toBe('{"name":"for a month","expires_in_days":30}')
  })

  it('is asked for by name', async () => {
    const { calls } = server()
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Create key' }))
    expect(screen.getByText(/Give the key a name/)).toBeTruthy()
    expect(calls.filter((call) => call.method === 'POST')).toEqual([])
  })

  it.each([
    ['', false],
    [', also if that has happened elsewhere', true],
  ])('is revoked after a question%s [R5]', async (_, isLate) => {
    const { calls } = server({ isLate })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Revoke laptop' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(calls.filter((call) => call.method === 'DELETE')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }))
    expect(await screen.findByText('You have no API key.')).toBeTruthy()
    expect(await screen.findByText('The key laptop has been revoked')).toBeTruthy()
  })
})

describe('sessions', () => {
  it.each([
    ['', false],
    [', also if they have ended meanwhile', true],
  ])('of other browsers are ended after a question%s; the present one is marked and stays', async (_, isLate) => {
    const { calls } = server({ isLate })
    const { user } = open()
    const section = within(await screen.findByRole('region', { name: 'Signed in' }))
    await user.click(await section.findByRole('button', { name: 'Sign out' }))
    const ask = () => screen.findByRole('alertdialog', { name: 'Sign out of another browser' })
    await user.click(within(await ask()).getByRole('button', { name: 'Cancel' }))
    expect(calls.filter((call) => call.method === 'DELETE')).toEqual([])
    await user.click(section.getByRole('button', { name: 'Sign out' }))
    await user.click(within(await ask()).getByRole('button', { name: 'Sign out' }))
    expect(await screen.findByText('The other browser is signed out')).toBeTruthy()
    await waitFor(() => expect(section.getAllByRole('listitem')).toHaveLength(1))
    expect(section.getByRole('listitem').textContent).toMatch(/^Signed in .*\(this browser\)$/)
    expect(section.queryByRole('button')).toBeNull()
  })
})

describe('the password', () => {
  it.each([
    ['', 'long enough', 'Enter the password you have now.', 'Current password'],
    ['secret-8', 'short', 'Use at least 8 characters.', 'New password'],
  ])('current %j, new %j: %s', async (current, next, words, focused) => {
    const { calls } = server()
    const { user } = open()
    if (current) await user.type(await screen.findByLabelText('Current password'), current)
    await user.type(await screen.findByLabelText('New password'), `${next}{Enter}`)
    expect(screen.getByText(words)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText(focused))
    expect(calls.filter((call) => call.method === 'PUT')).toEqual([])
  })

  it('is changed with the one in use', async () => {
    const { calls } = server()
    const { user } = open()
    await user.type(await screen.findByLabelText('Current password'), 'wrong')
    await user.type(screen.getByLabelText('New password'), 'other-secret')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText('That is not your current password.')).toBeTruthy()
    await user.clear(screen.getByLabelText('Current password'))
    await user.type(screen.getByLabelText('Current password'), 'secret-8{Enter}')
    expect(await screen.findByText('Your password has been changed')).toBeTruthy()
    // What the old password gave access to: sessions, now closed, and keys that remain valid.
    const status = await screen.findByText('Other sign-ins ended: 2.')
    expect(status.parentElement?.textContent).toContain('laptop ••••1f2e')
    expect(status.parentElement?.textContent).toMatch(/signed in Jan 1, 2026.*signed in Jan 2, 2026/)
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveProperty('value', ''))
    const bodies = calls.filter((call) => call.method === 'PUT').map((call) => JSON.parse(call.body))
    expect(bodies.at(-1)).toEqual({ current_password: 'secret-8', new_password: 'other-secret' })
  })
})

it('shows role, names and workspaces, each leading to its datasets [R5]', async () => {
  server()
  open()
  expect(await screen.findByText('Admin')).toBeTruthy()
  expect(screen.getAllByText('maria').length).toBeGreaterThan(0)
  const link = screen.getByRole('link', { name: 'news-desk' })
  expect(link.getAttribute('href')).toBe('/datasets?workspaces=news-desk')
})
