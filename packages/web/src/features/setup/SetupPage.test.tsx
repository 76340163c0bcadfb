import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { LoginPage } from '../session/LoginPage.tsx'
import { openPage } from '../session/testing/open-page.tsx'
import { checkSetup, SetupPage } from './SetupPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const pages = { '/setup': SetupPage, '/login': LoginPage }

/** A fake server without users, which accepts the token `right`. */
function freshServer() {
  let isPending = true
  return fakeServer({
    routes: {
      'GET /api/setup': () => ({ pending: isPending }),
      'POST /api/setup': ({ body }) => {
        const form = JSON.parse(body)
        if (!isPending) return new FakeReply(409)
        if (form.token !== 'right') return new FakeReply(403)
        isPending = false
        return new FakeReply(201, {})
      },
    },
  })
}

async function fill(user: ReturnType<typeof openPage>['user'], username: string, password: string) {
  await user.type(await screen.findByLabelText('Username'), username)
  await user.type(screen.getByLabelText('Password'), password)
}

describe('the set-up page', () => {
  it('makes the owner with the token of the link, signs in and goes to the datasets', async () => {
    const { calls } = freshServer()
    const { here, user } = openPage('/setup?token=right', pages)
    await fill(user, 'maria', 'secret-8')
    const titles = new Set<string>()
    const note = () => titles.add(screen.queryByRole('heading', { level: 1 })?.textContent ?? '')
    const watch = new MutationObserver(note)
    watch.observe(document.body, { subtree: true, childList: true, characterData: true })
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await waitFor(() => expect(here()).toBe('/datasets'))
    watch.disconnect()
    expect(titles).not.toContain('All set up')
    const [sent] = calls.filter((call) => call.path === '/api/setup' && call.method === 'POST')
    expect(JSON.parse(sent?.body ?? '')).toEqual({ token: 'right', username: 'maria', password: 'secret-8' })
    expect(calls).toContainEqual({
      path: '/api/security/token',
      method: 'POST',
      body: 'username=maria&password=secret-8',
    })
  })

  it('names the first workspace when one is asked for', async () => {
    const { calls } = freshServer()
    const { here, user } = openPage('/setup?token=right', pages)
    await fill(user, 'maria', 'secret-8')
    await user.type(screen.getByLabelText(/First workspace/), 'news-desk{Enter}')
    await waitFor(() => expect(here()).toBe('/datasets'))
    expect(calls.find((call) => call.path === '/api/setup' && call.method === 'POST')?.body).toContain('"news-desk"')
  })

  it('says that an old link does not work, and keeps what was typed', async () => {
    freshServer()
    const { here, user } = openPage('/setup?token=old', pages)
    await fill(user, 'maria', 'secret-8{Enter}')
    expect((await screen.findByText(/no longer valid/)).getAttribute('role')).toBe('alert')
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'maria')
    expect(here()).toBe('/setup?token=old')
  })

  it('explains what is wrong under each field, goes to the first, and sends nothing', async () => {
    const { calls } = freshServer()
    const { user } = openPage('/setup?token=right', pages)
    await fill(user, 'maria', 'short{Enter}')
    expect(await screen.findByText('Use at least 8 characters.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Password'))
    expect(calls.filter((call) => call.method === 'POST')).toEqual([])
  })

  it('says so when the server has been set up already', async () => {
    fakeServer({ routes: { 'GET /api/setup': () => ({ pending: false }) } })
    openPage('/setup?token=right', pages)
    await screen.findByText('This server has been set up already.')
    expect(screen.queryByLabelText('Username')).toBeNull()
  })

  it('without a token asks for the whole link', async () => {
    freshServer()
    openPage('/setup', pages)
    expect(await screen.findByText(/Open the whole set-up link/)).toBeTruthy()
  })

  it('the login page tells a server without users apart', async () => {
    freshServer()
    openPage('/login', pages)
    expect(await screen.findByText(/Nobody has an account here yet/)).toBeTruthy()
    // The link is used up, and without the owner nobody can sign in.
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Set up Postil')
    expect(screen.queryByLabelText('Username')).toBeNull()
  })
})

describe('checkSetup', () => {
  const good = { username: 'maria', password: 'secret-8', workspace: '' }
  it.each([
    [good, []],
    [{ ...good, username: '' }, ['username']],
    [{ ...good, username: '-maria' }, ['username']],
    [{ ...good, username: 'mar ia' }, ['username']],
    [{ ...good, username: 'm'.repeat(201) }, ['username']],
    [{ ...good, password: '1234567' }, ['password']],
    [{ ...good, password: '🙂'.repeat(7) }, ['password']],
    [{ ...good, password: '🙂'.repeat(8) }, []],
    [{ ...good, password: 'x'.repeat(101) }, ['password']],
    [{ ...good, workspace: 'News desk' }, ['workspace']],
    [{ ...good, workspace: 'news-desk_2' }, []],
  ])('%j is wrong in %j', (values, wrong) => {
    expect(Object.keys(checkSetup(values))).toEqual(wrong)
  })
})
