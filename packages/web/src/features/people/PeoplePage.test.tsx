import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { PeoplePage } from './PeoplePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const DESK = { id: 'w1', name: 'news-desk', inserted_at: '2026-01-01T00:00:00', updated_at: '2026-01-01T00:00:00' }
const HANA = {
  id: 'u1',
  username: 'hana',
  first_name: 'Hana',
  last_name: 'Sato',
  role: 'annotator',
  workspaces: [{ id: DESK.id, name: DESK.name }],
  disabled_at: null,
  last_seen_at: null,
  can_manage_access: true,
  inserted_at: '2026-01-01T00:00:00',
}
const INVITATION = {
  id: 'i1',
  first_name: 'Ole',
  role: 'annotator',
  workspace_ids: [DESK.id],
  invited_by: 'maria',
  expires_at: '2026-02-01T00:00:00',
}
const LINK = { token: 'AAAA-BBBB-CCCC-DDDD', expires_at: '2026-02-01T00:00:00' }

/** The page with one person and one invitation, for an owner if not stated otherwise. Returns the requests that change something. */
async function open({ role = 'owner', person = {} }: { role?: 'owner' | 'admin'; person?: Partial<typeof HANA> } = {}) {
  const { calls } = fakeServer({
    isSignedIn: true,
    user: { role },
    routes: {
      'GET /api/v1/people': () => ({ items: [{ ...HANA, ...person }] }),
      'GET /api/v1/people/answers': () => ({ items: [] }),
      'GET /api/v1/invitations': () => ({ items: [INVITATION] }),
      'GET /api/workspaces': () => [DESK],
      'POST /api/v1/invitations': () => new FakeReply(201, { ...INVITATION, id: 'i2', ...LINK }),
      'DELETE /api/v1/invitations/i1': () => INVITATION,
      'DELETE /api/v1/invitations/i2': () => INVITATION,
      'POST /api/v1/invitations/i1/link': () => ({ ...INVITATION, ...LINK }),
      'POST /api/v1/users/u1/password-link': () => new FakeReply(201, LINK),
      'DELETE /api/v1/workspaces/w1/users/u1': () => HANA,
    },
  })
  const { user } = openPage('/people', { '/people': PeoplePage })
  await screen.findByRole('row', { name: /Hana Sato/ })
  const changes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for Hana Sato' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { user, changes, choose }
}

/** Answers the question on screen. */
async function answer(user: Awaited<ReturnType<typeof open>>['user'], name: string) {
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }))
}

describe('destructive actions ask first', () => {
  it('withdrawing an invitation beside its new link; Escape closes only the question', async () => {
    const { user, changes } = await open()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    await user.click(screen.getByRole('button', { name: 'Make a link' }))
    await user.click(await screen.findByRole('button', { name: 'Withdraw' }))
    await screen.findByText('Its link no longer works. To let them in, invite them again.')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await answer(user, 'Cancel')
    expect(changes()).toEqual(['POST /api/v1/invitations'])
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await answer(user, 'Withdraw')
    await screen.findByText('The invitation has been withdrawn')
    expect(changes()).toEqual(['POST /api/v1/invitations', 'DELETE /api/v1/invitations/i2'])
    expect(await screen.findByRole('button', { name: 'Make a link' })).toBeTruthy()
  })

  it.each([
    ['Withdraw', 'Withdraw', 'DELETE /api/v1/invitations/i1'],
    ['New link', 'New link', 'POST /api/v1/invitations/i1/link'],
  ])('%s of an invitation in the table', async (pressed, confirmed, request) => {
    const { user, changes } = await open()
    await user.click(screen.getByRole('tab', { name: /Invitations/ }))
    await user.click(await screen.findByRole('button', { name: pressed }))
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/no longer works/)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
    await user.click(await screen.findByRole('button', { name: pressed }))
    await answer(user, confirmed)
    await waitFor(() => expect(changes()).toEqual([request]))
  })

  it('a link to set a password, which ends an earlier one', async () => {
    const { user, changes, choose } = await open()
    await choose('Link to set a password')
    await screen.findByText(/A link made before no longer works then/)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
    await choose('Link to set a password')
    await answer(user, 'Make a link')
    expect(await screen.findByText(/#AAAA-BBBB-CCCC-DDDD$/)).toBeTruthy()
    expect(changes()).toEqual(['POST /api/v1/users/u1/password-link'])
  })

  it('an owner taking somebody out of a workspace, whose assigned records go back to everybody', async () => {
    const { user, changes, choose } = await open()
    await choose('Workspaces')
    await user.click(await screen.findByRole('checkbox', { name: 'news-desk' }))
    await screen.findByText(/records assigned to them that they have not answered go back to everybody/)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
    await user.click(await screen.findByRole('checkbox', { name: 'news-desk' }))
    await answer(user, 'Remove')
    await waitFor(() => expect(changes()).toEqual(['DELETE /api/v1/workspaces/w1/users/u1']))
  })

  it('disabling somebody, whose assigned records go back to everybody', async () => {
    const { user, changes, choose } = await open()
    await choose('Disable')
    await screen.findByText(/records assigned to them that they have not answered go back to everybody/)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
  })
})

describe('the menu of a person', () => {
  const MEMBERSHIPS = ['Workspaces']
  const ACCESS = ['Link to set a password', 'Sessions and keys', 'Disable']
  it.each([
    ['an owner', 'owner', true, ['Make admin', 'Make owner', ...MEMBERSHIPS, ...ACCESS, 'Delete']],
    ['an admin, for an annotator of their own', 'admin', true, [...MEMBERSHIPS, ...ACCESS]],
    ['an admin, for anybody else', 'admin', false, MEMBERSHIPS],
  ] as const)('shows %s what they may do', async (_, role, can_manage_access, expected) => {
    const { user } = await open({ role, person: { can_manage_access } })
    await user.click(screen.getByRole('button', { name: 'Actions for Hana Sato' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(expected)
  })
})
