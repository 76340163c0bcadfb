import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { JoinPage } from './JoinPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

type Role = 'owner' | 'admin' | 'annotator'

interface Opened {
  /** Of the user who is signed in. */
  role: Role
  /** Their workspaces. */
  own?: string[]
  /** What the invitation is for. */
  link?: { role?: Role; workspaces?: string[] }
  /** How the server answers when it is accepted. */
  accept?: FakeReply
}

/** The page of an invitation to the workspace archive, if not stated otherwise, for a user who is signed in. */
function open({
  role,
  own = ['news-desk'],
  link = {},
  accept = new FakeReply(200, { workspaces: ['archive'] }),
}: Opened) {
  const { calls } = fakeServer({
    isSignedIn: true,
    user: { role, workspaces: own },
    routes: {
      'POST /api/join/link': () => ({
        username: null,
        first_name: null,
        role: link.role ?? 'annotator',
        workspaces: link.workspaces ?? ['archive'],
        expires_at: '2027-01-01T00:00:00',
      }),
      'POST /api/v1/me/invitations': () => accept,
    },
  })
  return { calls, ...openPage('/join#AAAA-BBBB-CCCC-DDDD', { '/join': JoinPage, '/datasets': () => <p>datasets</p> }) }
}
const lead = () => screen.findByText(/^You are signed in as maria/).then((one) => one.textContent)

describe('an invitation opened by somebody with an account', () => {
  it.each<[Role, Role, string]>([
    ['annotator', 'annotator', ''],
    ['annotator', 'admin', ' You stay annotator.'],
    ['admin', 'admin', ''],
    ['admin', 'owner', ' You stay admin.'],
  ])('as %s, invited as %s, says which role they have', async (role, invitedAs, stays) => {
    open({ role, link: { role: invitedAs } })
    expect(await lead()).toBe(`You are signed in as maria. With this account you join archive.${stays}`)
  })

  it('names only what is new to them, and opens the datasets once they have joined', async () => {
    const link = { workspaces: ['news-desk', 'archive', 'lab'] }
    const accept = new FakeReply(200, { workspaces: ['archive', 'lab'] })
    const { user, calls } = open({ role: 'annotator', link, accept })
    expect(await lead()).toBe('You are signed in as maria. With this account you join archive, lab.')
    await user.click(screen.getByRole('button', { name: 'Join workspaces archive, lab' }))
    await screen.findByText('datasets')
    await screen.findByText('You are in the workspaces archive, lab now')
    const [accepted] = calls.filter(({ path }) => path === '/api/v1/me/invitations')
    expect(JSON.parse(accepted?.body ?? '')).toEqual({ token: 'AAAA-BBBB-CCCC-DDDD' })
  })

  it.each<[string, Role, string[]]>([
    ['a member of all', 'annotator', ['archive']],
    ['an owner', 'owner', []],
  ])('has nothing to join as %s', async (_, role, own) => {
    open({ role, own })
    expect(await lead()).toBe('You are signed in as maria, and in all workspaces of this invitation already.')
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Go to the datasets' }).getAttribute('href')).toBe('/datasets')
  })

  it('offers an admin nothing that is refused, and says which invitation to ask for', async () => {
    open({ role: 'admin', link: { role: 'annotator' } })
    expect(await lead()).toBe(
      'You are signed in as maria, an admin. This invitation is for annotators: to join archive, ask for one for admins.',
    )
    expect(screen.queryByRole('button', { name: /^Join/ })).toBeNull()
    screen.getByRole('button', { name: 'Use another account' })
  })

  it('says why it is refused, and stays', async () => {
    const detail = 'The workspaces of this invitation no longer exist.'
    const { user, here } = open({ role: 'admin', link: { role: 'admin' }, accept: new FakeReply(409, { detail }) })
    await user.click(await screen.findByRole('button', { name: 'Join workspace archive' }))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(detail))
    expect(here()).toBe('/join#AAAA-BBBB-CCCC-DDDD')
  })

  it('can be used with another account instead', async () => {
    const { user } = open({ role: 'annotator' })
    await user.click(await screen.findByRole('button', { name: 'Use another account' }))
    await screen.findByText('You are invited as annotator to archive.')
    await screen.findByRole('button', { name: 'I have an account' })
  })
})

it('says at the username that somebody has it, and not again once it is another one', async () => {
  const link = {
    username: null,
    first_name: null,
    role: 'annotator',
    workspaces: ['archive'],
    expires_at: '2027-01-01',
  }
  const detail = { code: 'argilla.api.errors::EntityAlreadyExistsError', params: { name: 'maria', type: 'User' } }
  fakeServer({ routes: { 'POST /api/join/link': () => link, 'POST /api/join': () => new FakeReply(409, { detail }) } })
  const { user } = openPage('/join#AAAA-BBBB-CCCC-DDDD', { '/join': JoinPage })
  const username = await screen.findByRole('textbox', { name: 'Username' })
  await user.type(username, 'maria')
  await user.type(screen.getByLabelText('Password'), 'maria reads a lot{Enter}')
  await screen.findByText('Somebody has this username.')
  expect(document.activeElement).toBe(username)
  expect(username.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('alert').textContent).toBe('')
  await user.type(username, '2')
  expect(screen.queryByText('Somebody has this username.')).toBeNull()
})
