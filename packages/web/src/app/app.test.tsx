import { readFileSync } from 'node:fs'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toasts } from '../ui/toast/toast-queue.ts'
import { fakeServer, MARIA, openApp } from './testing/open-app.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
  toasts.clear()
})

async function signIn(user: ReturnType<typeof openApp>['user'], password = 'secret-8') {
  await user.type(await screen.findByLabelText('Username'), 'maria')
  await user.type(screen.getByLabelText('Password'), password)
  await user.keyboard('{Enter}')
}

describe('without a session', () => {
  it.each([
    '/',
    '/datasets',
    '/datasets?q=a%20b&sort=name',
    '/datasets/ws/name?query=%7B%22text%22%3A%22a%26b%22%7D',
    '/dataset/1/annotation-mode?record=7#top',
    '/user-settings',
    '/nowhere',
  ])('%s goes to the login page with the encoded full path [R3]', async (address) => {
    fakeServer()
    const { here } = openApp(address)
    await screen.findByLabelText('Username')
    expect(here()).toBe(`/login?redirect=${encodeURIComponent(address)}`)
  })

  it('signs in with a form and follows the redirect [R2]', async () => {
    const { calls } = fakeServer()
    const { here, user } = openApp(`/login?redirect=${encodeURIComponent('/user-settings?tab=a%26b')}`)
    await signIn(user)
    await screen.findByRole('heading', { name: 'User settings' })
    expect(here()).toBe('/user-settings?tab=a%26b')
    expect(calls).toContainEqual({
      path: '/api/security/token',
      method: 'POST',
      body: 'username=maria&password=secret-8',
    })
  })

  it('lands on the dataset list without a redirect [R1, R2]', async () => {
    fakeServer()
    const { here, user } = openApp('/login')
    await signIn(user)
    await waitFor(() => expect(here()).toBe('/datasets'))
  })

  it('does not follow a redirect to another site [R22]', async () => {
    fakeServer()
    const { here, user } = openApp('/login?redirect=https%3A%2F%2Fevil.example%2F')
    await signIn(user)
    await waitFor(() => expect(here()).toBe('/datasets'))
    expect(await screen.findByRole('alert')).toBeTruthy()
  })

  it('says that the password is wrong, keeps the username and clears the password', async () => {
    fakeServer()
    const { user } = openApp('/login')
    await signIn(user, 'wrong')
    expect((await screen.findByText(/do not match/)).getAttribute('role')).toBe('alert')
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'maria')
    expect(screen.getByLabelText('Password')).toHaveProperty('value', '')
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  })

  it('asks for what is missing before it asks the server', async () => {
    const { calls } = fakeServer()
    const { user } = openApp('/login')
    await user.type(await screen.findByLabelText('Username'), 'maria{Enter}')
    expect(screen.getByText('Enter your username and password.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(calls.filter((call) => call.method === 'POST')).toEqual([])
  })
})

describe('with a session', () => {
  it('goes from home to the dataset list [R1]', async () => {
    fakeServer({ isSignedIn: true })
    const { here } = openApp('/')
    await screen.findByRole('banner')
    await waitFor(() => expect(here()).toBe('/datasets'))
  })

  it('is sent on from the login page', async () => {
    fakeServer({ isSignedIn: true })
    const { here } = openApp('/login?redirect=%2Fuser-settings')
    await screen.findByRole('heading', { name: 'User settings' })
    expect(here()).toBe('/user-settings')
  })

  it('shows the user, role and workspaces on the user settings page', async () => {
    fakeServer({ isSignedIn: true })
    openApp('/user-settings')
    expect((await screen.findAllByText('maria')).length).toBeGreaterThan(0)
    expect(screen.getByText('Admin')).toBeTruthy()
    const link = screen.getByRole('link', { name: 'support-team' })
    expect(link.getAttribute('href')).toBe('/datasets?workspaces=support-team')
    expect(screen.getByText('–')).toBeTruthy()
  })

  it('is on the login page after logging out, and stays there [R4]', async () => {
    const { calls } = fakeServer({ isSignedIn: true })
    const { here, router, user } = openApp('/user-settings')
    await user.click(await screen.findByRole('button', { name: 'Account of maria' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await screen.findByLabelText('Username')
    // After a sign-out, the next user must not be redirected to the previous user's page.
    await waitFor(() => expect(here()).toBe('/login'))
    expect(calls).toContainEqual({ path: '/api/session/logout', method: 'POST', body: '' })
    await act(() => router.navigate('/datasets'))
    await waitFor(() => expect(here()).toBe('/login?redirect=%2Fdatasets'))
  })

  it('follows a sign-out in another tab, told under a key that begins with auth [R4, R32]', async () => {
    const server = fakeServer({ isSignedIn: true })
    const { here, user } = openApp('/user-settings')
    await screen.findByRole('heading', { name: 'User settings' })
    await user.click(screen.getByRole('button', { name: 'Account of maria' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Log out' }))
    await screen.findByLabelText('Username')
    const authKeys = Object.keys(localStorage).filter((key) => /session|auth|token|user/i.test(key))
    expect(authKeys).toEqual(['auth.changed'])
    const before = server.calls.length
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth.changed' }))
    await waitFor(() => expect(server.calls.slice(before).map((call) => call.path)).toEqual(['/api/session']))
    expect(here()).toMatch(/^\/login/)
  })

  it.each([
    '/nowhere',
    '/datasets/useDatasetsViewModel',
    '/datasets/ws/name/settings/useDatasetSettingsViewModel',
    '/dataset/1/useDatasetViewModel',
    '/dataset/1/annotation-mode/useAnnotationModeViewModel',
    '/dataset/1/settings/useDatasetSettingViewModel',
  ])('%s is no screen: the 404 page inside the shell, with the way home [R11, R17]', async (address) => {
    fakeServer({ isSignedIn: true })
    openApp(address)
    expect(await screen.findByRole('heading', { name: 'This page could not be found' })).toBeTruthy()
    expect(screen.getByText('404')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to home page' }).getAttribute('href')).toBe('/')
    expect(screen.getByRole('banner')).toBeTruthy()
  })

  it.each([
    ['datasets', '/datasets'],
    ['user-settings', '/user-settings'],
    ['datasets-workspace-dataset', '/datasets/ws/name'],
    ['datasets-workspace-dataset-settings', '/datasets/ws/name/settings'],
    ['datasets-workspace-dataset-progress', '/datasets/ws/name/progress'],
    ['dataset-id-annotation-mode', '/dataset/1/annotation-mode'],
    ['dataset-id-settings', '/dataset/1/settings'],
  ])('route %s answers at %s', async (name, address) => {
    fakeServer({ isSignedIn: true })
    const { router } = openApp(address)
    await waitFor(() => expect(router.state.matches.at(-1)?.route.id).toBe(name))
    expect(router.state.errors).toBeNull()
  })

  it.each(['/datasets/ws', '/datasets/ws/settings'])(
    '%s is the list of the workspace, unless a dataset is called settings [R8]',
    async (address) => {
      fakeServer({ isSignedIn: true })
      const { here } = openApp(address)
      await waitFor(() => expect(here()).toBe('/datasets?workspaces=ws'))
      expect(await screen.findByRole('heading', { name: 'Datasets' })).toBeTruthy()
    },
  )

  it('the address of a feedback dataset alone leads to its annotation page [R9]', async () => {
    fakeServer({ isSignedIn: true })
    const { here } = openApp('/dataset/1/')
    await waitFor(() => expect(here()).toBe('/dataset/1/annotation-mode'))
  })

  it('a dataset called settings has its page and its settings [R8]', async () => {
    const dataset = { id: 'ws.settings', name: 'settings', workspace: 'ws', task: 'Text2Text', tags: {}, metadata: {} }
    fakeServer({ isSignedIn: true, routes: { 'GET /api/datasets/settings': () => dataset } })
    const { here, router } = openApp('/datasets/ws/settings')
    await screen.findByRole('button', { name: 'Settings' })
    expect(here()).toBe('/datasets/ws/settings')
    await act(() => router.navigate('/datasets/ws/settings/settings'))
    expect(await screen.findByRole('region', { name: 'Info' })).toBeTruthy()
    expect(router.state.matches.at(-1)?.route.id).toBe('datasets-workspace-dataset-settings')
  })

  it.each([
    ['/datasets/ws/name', null, 'Wrong dataset task initialization'],
    ['/datasets/ws/name/settings', null, 'Wrong dataset task initialization'],
    ['/datasets/ws/name', 'Summaries', 'unknown dataset task'],
    ['/datasets/ws/name/settings', 'Summaries', 'unknown dataset task'],
  ])('%s of a dataset of the task %s is an error: “%s” [V12]', async (address, task, words) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const dataset = { id: 'ws.name', name: 'name', workspace: 'ws', task, tags: {}, metadata: {} }
    fakeServer({ isSignedIn: true, routes: { 'GET /api/datasets/name': () => dataset } })
    openApp(address)
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('heading', { name: 'Something went wrong.' })).toBeTruthy()
  })

  it('changes the theme from the avatar menu and remembers it', async () => {
    fakeServer({ isSignedIn: true })
    const { user } = openApp('/datasets')
    await user.click(await screen.findByRole('button', { name: 'Account of maria' }))
    await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }))
    expect(localStorage.getItem('postil.theme')).toBe('dark')
    await user.click(screen.getByRole('menuitemradio', { name: 'System' }))
    expect(localStorage.getItem('postil.theme')).toBeNull()
  })

  it('keeps the product name as the page title [R28]', async () => {
    expect(readFileSync(`${import.meta.dirname}/../../index.html`, 'utf8')).toContain('<title>Postil</title>')
    fakeServer({ isSignedIn: true })
    document.title = 'something else'
    const { router } = openApp('/datasets')
    await waitFor(() => expect(document.title).toBe('Postil'))
    document.title = 'a page changed it'
    await act(() => router.navigate('/user-settings'))
    await waitFor(() => expect(document.title).toBe('Postil'))
  })
})

it('scrolls by hand: a new page to its top, Back to where it was, a new query nowhere [R14]', async () => {
  fakeServer({ isSignedIn: true })
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
  const { router } = openApp('/datasets')
  await screen.findByRole('banner')
  expect(history.scrollRestoration).toBe('manual')
  Object.defineProperty(window, 'scrollY', { value: 640, configurable: true })
  window.dispatchEvent(new Event('scroll'))
  scrollTo.mockClear()
  await act(() => router.navigate('/datasets?q=a', { replace: true }))
  expect(scrollTo).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('scroll'))
  await act(() => router.navigate('/user-settings'))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  await act(() => router.navigate(-1))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640)
  scrollTo.mockRestore()
})

it('waits for a server that does not answer, and goes on by itself', async () => {
  let isUp = false
  fakeServer({ isSignedIn: true, answersMe: () => isUp })
  const { here, user } = openApp('/user-settings')
  await screen.findByText('Postil cannot reach its server.')
  isUp = true
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'User settings' })
  expect(here()).toBe('/user-settings')
  expect(screen.getAllByText(MARIA.username).length).toBeGreaterThan(0)
})

describe('connection', () => {
  it.each([
    ['offline', 'You are offline. What you type is kept on this device.'],
    ['online', 'You are online again.'],
  ])('going %s shows an error toast with its own text [R23, T17]', async (event, words) => {
    fakeServer({ isSignedIn: true })
    openApp('/datasets')
    await screen.findByRole('banner')
    act(() => void window.dispatchEvent(new Event(event)))
    const toast = await screen.findByText(words)
    expect(toast.getAttribute('role')).toBe('alert')
    expect(toast.closest('[data-type]')?.getAttribute('data-type')).toBe('error')
  })

  it('keeps a banner up while there is no connection [T17]', async () => {
    fakeServer({ isSignedIn: true })
    openApp('/datasets')
    await screen.findByRole('banner')
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    act(() => void window.dispatchEvent(new Event('offline')))
    expect(screen.getByText(/Nothing you type is lost/)).toBeTruthy()
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    expect(screen.queryByText(/Nothing you type is lost/)).toBeNull()
    online.mockRestore()
  })
})
