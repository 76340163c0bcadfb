import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { PeoplePage } from './PeoplePage.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  toasts.clear()
})

const DESK = {
  id: 'w1',
  name: 'news-desk',
  inserted_at: '2026-01-01T00:00:00',
  updated_at: '2026-01-01T00:00:00',
}
const LETTERS = {
  ...{ name: 'letters', task: 'TextClassification', tags: {}, metadata: {}, created_by: 'owner' },
  ...{ created_at: '2026-01-01T00:00:00', last_updated: '2026-01-01T00:00:00' },
}
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
const LINK = { token: 'AAAA-BBBB-CCCC-DDDD', expires_at: '2026-02-01T00:00:00', address: null }

/** The page with one person and one invitation, for an owner if not stated otherwise. Returns the requests that change something. */
async function open({
  role = 'owner',
  person = {},
  others = [],
  routes = {},
  address = '/people',
}: {
  role?: 'owner' | 'admin'
  person?: Partial<typeof HANA>
  others?: readonly (typeof HANA)[]
  routes?: Record<string, FakeRoute>
  address?: string
} = {}) {
  const { calls } = fakeServer({
    isSignedIn: true,
    user: { role },
    routes: {
      'GET /api/v1/people': () => ({ items: [{ ...HANA, ...person }, ...others] }),
      'GET /api/v1/me/datasets': () => ({ items: [] }),
      'GET /api/datasets': () => [],
      'GET /api/v1/people/answers': () => ({ items: [] }),
      'GET /api/v1/invitations': () => ({ items: [INVITATION] }),
      'GET /api/workspaces': () => [DESK],
      'POST /api/v1/invitations': () => new FakeReply(201, { ...INVITATION, id: 'i2', ...LINK }),
      'DELETE /api/v1/invitations/i1': () => INVITATION,
      'DELETE /api/v1/invitations/i2': () => INVITATION,
      'POST /api/v1/invitations/i1/link': () => ({ ...INVITATION, ...LINK }),
      'POST /api/v1/users/u1/password-link': () => new FakeReply(201, LINK),
      'DELETE /api/v1/workspaces/w1/users/u1': () => HANA,
      'POST /api/v1/workspaces/w1/users': () => new FakeReply(201, HANA),
      'PATCH /api/v1/users/u1': () => HANA,
      'PUT /api/v1/users/u1/disabled': () => HANA,
      'POST /api/v1/workspaces': () => new FakeReply(409, { detail: 'Taken' }),
      'PATCH /api/v1/workspaces/w1': () => new FakeReply(404, { detail: 'Workspace with id `w1` not found' }),
      'POST /api/v1/people': ({ body }) => {
        const { username, password } = JSON.parse(body)
        if (username === 'hana') return new FakeReply(409, { detail: 'Taken' })
        return new FakeReply(201, { ...HANA, id: 'u9', username, link: password ? null : LINK })
      },
      ...routes,
    },
  })
  const { user, here } = openPage(address, { '/people': PeoplePage })
  await screen.findByRole('row', { name: /Hana/ })
  const changes = () => calls.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  const choose = async (item: string) => {
    await user.click(screen.getByRole('button', { name: 'Actions for Hana Sato' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
  }
  const bodies = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ body }) => (body ? JSON.parse(body) : undefined))
  return { user, here, changes, bodies, choose }
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
    ['Withdraw the invitation of Ole', 'Withdraw', 'DELETE /api/v1/invitations/i1'],
    ['New link for Ole', 'New link', 'POST /api/v1/invitations/i1/link'],
  ])('%s of an invitation in the table', async (pressed, confirmed, request) => {
    const { user, changes } = await open()
    await user.click(screen.getByRole('tab', { name: /Invitations/ }))
    const button = await screen.findByRole('button', { name: pressed })
    await user.click(button)
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(/no longer works/)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
    await user.click(button)
    await answer(user, confirmed)
    await waitFor(() => expect(changes()).toEqual([request]))
  })

  it('withdrawing an invitation by key: the focus goes to the next one, and after the last one stays in the list', async () => {
    let items = ['i1', 'i2'].map((id) => ({ ...INVITATION, id, first_name: id }))
    const withdraw = (id: string) => () => {
      items = items.filter((one) => one.id !== id)
      return INVITATION
    }
    const { user } = await open({
      routes: {
        'GET /api/v1/invitations': () => ({ items }),
        'DELETE /api/v1/invitations/i1': withdraw('i1'),
        'DELETE /api/v1/invitations/i2': withdraw('i2'),
      },
    })
    await user.click(screen.getByRole('tab', { name: /Invitations/ }))
    const withdrawFocused = async () => {
      await user.keyboard('{Enter}')
      within(await screen.findByRole('alertdialog'))
        .getByRole('button', { name: 'Withdraw' })
        .focus()
      await user.keyboard('{Enter}')
    }
    within(await screen.findByRole('row', { name: /^i1/ }))
      .getByRole('button', { name: 'Withdraw the invitation of i1' })
      .focus()
    await withdrawFocused()
    await waitFor(() => expect(document.activeElement?.closest('tr')?.textContent).toMatch(/^i2/))
    expect(document.activeElement?.textContent).toBe('Withdraw')
    await withdrawFocused()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Nobody is invited at the moment.'))
  })

  it('an invitation that was used meanwhile says so, and is gone', async () => {
    let items: unknown[] = [INVITATION]
    const { user } = await open({
      routes: {
        'GET /api/v1/invitations': () => ({ items }),
        'POST /api/v1/invitations/i1/link': () => new FakeReply(404, { detail: 'Invitation with id `i1` not found' }),
      },
    })
    await user.click(screen.getByRole('tab', { name: /Invitations/ }))
    await user.click(await screen.findByRole('button', { name: 'New link for Ole' }))
    items = []
    await answer(user, 'New link')
    await screen.findByText('Error: This invitation was used meanwhile, or somebody has withdrawn it.')
    await screen.findByText('Nobody is invited at the moment.')
  })

  it('enabling somebody again replaces the message that they can no longer sign in', async () => {
    let disabled_at: string | null = null
    let lists = 0
    const { user, choose } = await open({
      routes: {
        'GET /api/v1/people': () => ({ items: [{ ...HANA, disabled_at }] }),
        'GET /api/v1/me/datasets': () => {
          lists += 1
          return { items: [] }
        },
        'PUT /api/v1/users/u1/disabled': ({ body }) => {
          disabled_at = JSON.parse(body).disabled ? '2026-02-01T00:00:00' : null
          return HANA
        },
      },
    })
    await choose('Disable')
    await answer(user, 'Disable')
    await screen.findByText(/can no longer sign in/)
    await screen.findByText(/^Disabled/)
    await choose('Enable again')
    await screen.findByText(/can sign in again/)
    await waitFor(() => expect(screen.queryByText(/can no longer sign in/)).toBeNull())
    // It changes no dataset.
    expect(lists).toBe(1)
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
    await screen.findByText('Hana Sato has been removed from news-desk')
    expect(changes()).toEqual(['DELETE /api/v1/workspaces/w1/users/u1'])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await screen.findByText('Hana Sato is now a member of news-desk')
    expect(changes()).toEqual(['DELETE /api/v1/workspaces/w1/users/u1', 'POST /api/v1/workspaces/w1/users'])
  })

  it('an admin doing so, who cannot add them again and is told so', async () => {
    const { user, choose } = await open({ role: 'admin' })
    await choose('Workspaces')
    await user.click(await screen.findByRole('checkbox', { name: 'news-desk' }))
    await screen.findByText(/You cannot undo this: they come back by an invitation/)
    await answer(user, 'Remove')
    await screen.findByText('Hana Sato has been removed from news-desk')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  it.each([
    ['an admin', 'admin', 'Make annotator', /can no longer manage datasets and people/],
    ['an owner with workspaces', 'owner', 'Make admin', /open only workspaces that they are a member of: news-desk/],
    ['an owner, of assigned records elsewhere', 'owner', 'Make annotator', /In all other workspaces, records assigned/],
  ])('lowering the role of %s', async (_, role, item, text) => {
    const { user, changes, bodies, choose } = await open({ person: { role } })
    await choose(item)
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(text)
    await answer(user, 'Cancel')
    expect(changes()).toEqual([])
    await choose(item)
    await answer(user, item)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText(`Hana Sato is now ${role}`)
    expect(bodies()).toEqual([{ role: item.replace('Make ', '') }, { role }])
  })

  it.each([
    ['Make admin', 'admin', /manage the datasets and people of their workspaces/],
    ['Make owner', 'owner', /do everything in every workspace/],
  ])('raising a role, which keys held too long do not do: %s', async (item, role, text) => {
    const { user, bodies, choose } = await open()
    screen.getByRole('button', { name: 'Actions for Hana Sato' }).focus()
    await user.keyboard('{Enter}')
    await screen.findByRole('menu')
    await user.keyboard(item === 'Make owner' ? '{ArrowDown}{Enter}' : '{Enter}')
    expect((await screen.findByRole('alertdialog')).textContent).toMatch(text)
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(bodies()).toEqual([])
    await choose(item)
    await answer(user, item)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(bodies()).toEqual([{ role }, { role: 'annotator' }]))
  })

  it('and an Undo that comes too late for assigned records says so', async () => {
    const { user, choose } = await open()
    await choose('Disable')
    await answer(user, 'Disable')
    await screen.findByText(/can no longer sign in/)
    // The last one: a toast of the test before may come late, or still be fading.
    const undo = screen.getAllByRole('button', { name: 'Undo' }).at(-1) as HTMLElement
    const now = Date.now()
    vi.spyOn(Date, 'now').mockReturnValue(now + 61_000)
    await user.click(undo)
    await screen.findByText(/can sign in again. Assigned records that were given back meanwhile stay with everybody/)
    vi.mocked(Date.now).mockRestore()
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
    ['an owner', 'owner', true, ['Make admin', 'Make owner', 'Change name', ...MEMBERSHIPS, ...ACCESS, 'Delete']],
    ['an admin, for an annotator of their own', 'admin', true, [...MEMBERSHIPS, ...ACCESS]],
    ['an admin, for anybody else', 'admin', false, MEMBERSHIPS],
  ] as const)('shows %s what they may do', async (_, role, can_manage_access, expected) => {
    const { user } = await open({ role, person: { can_manage_access } })
    await user.click(screen.getByRole('button', { name: 'Actions for Hana Sato' }))
    const items = await screen.findAllByRole('menuitem')
    expect(items.map((item) => item.textContent)).toEqual(expected)
  })
})

it('an invitation is made, and another, without losing the focus; closing gives it back', async () => {
  const { user } = await open()
  const hasFocus = (role: 'button' | 'textbox', name: string | RegExp) =>
    waitFor(() => expect(document.activeElement).toBe(screen.getByRole(role, { name })))
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await hasFocus('textbox', /^Name/)
  screen.getByRole('button', { name: 'Make a link' }).focus()
  await user.keyboard('{Enter}')
  await hasFocus('button', 'Copy link')
  screen.getByRole('button', { name: 'Invite another' }).focus()
  await user.keyboard('{Enter}')
  await hasFocus('textbox', /^Name/)
  await user.keyboard('{Escape}')
  await hasFocus('button', 'Invite')
})

describe('owners', () => {
  it('change names, and take it back', async () => {
    const { user, bodies, choose } = await open()
    await choose('Change name')
    const first = await screen.findByRole('textbox', { name: 'First name' })
    await user.clear(first)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('Type a first name.')
    await user.type(first, 'Hanna')
    await user.keyboard('{Enter}')
    await screen.findByText('hana is now called Hanna Sato')
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(bodies()).toEqual([
        { first_name: 'Hanna', last_name: 'Sato' },
        { first_name: 'Hana', last_name: 'Sato' },
      ]),
    )
  })

  it('create an account whose password is set by a link', async () => {
    const { user, bodies } = await open()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    await user.click(await screen.findByRole('radio', { name: 'Create an account' }))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText('Choose a username.')
    await screen.findByText('Type a first name.')
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'hana')
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Nina')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText('Somebody has this username.')
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Username' }))
    expect(toasts.getVisible()).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Username' }), '2')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText(/#AAAA-BBBB-CCCC-DDDD$/)
    expect(bodies().at(-1)).toEqual({
      username: 'hana2',
      first_name: 'Nina',
      last_name: null,
      role: 'annotator',
      workspace_ids: ['w1'],
      password: null,
    })
  })

  it('are told at the name that a workspace of this name exists, and that somebody else has deleted the one they rename', async () => {
    const { user, bodies } = await open()
    await user.click(screen.getByRole('button', { name: 'New workspace' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), 'desk{Enter}')
    await screen.findByText('There is already a workspace of this name.')
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '{Enter}')
    expect(bodies()).toEqual([{ name: 'desk' }])
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Actions for the workspace news-desk' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '-2{Enter}')
    await screen.findByText('Error: That no longer exists. Somebody else has deleted it.')
  })

  it('see the classic datasets of a workspace on its card after they have renamed it', async () => {
    let name = 'news-desk'
    const { user } = await open({
      routes: {
        'GET /api/workspaces': () => [{ ...DESK, name }],
        'GET /api/datasets/': () => [{ ...LETTERS, id: `${name}.letters`, workspace: name, owner: name }],
        'PATCH /api/v1/workspaces/w1': ({ body }) => {
          name = JSON.parse(body).name
          return { ...DESK, name }
        },
      },
    })
    const datasets = () => screen.getByRole('link', { name: /dataset/ }).textContent
    await waitFor(() => expect(datasets()).toBe('1 dataset'))
    await user.click(screen.getByRole('button', { name: 'Actions for the workspace news-desk' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    await user.type(screen.getByRole('textbox', { name: 'Name' }), '-2{Enter}')
    await screen.findByRole('heading', { name: 'news-desk-2' })
    await waitFor(() => expect(datasets()).toBe('1 dataset'))
  })

  it('are told that an account in no workspace sees no dataset, before and after it is created', async () => {
    const { user, bodies } = await open()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    await user.click(await screen.findByRole('radio', { name: 'Create an account' }))
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'nina')
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Nina')
    expect(screen.queryByText(/see no dataset/)).toBeNull()
    await user.click(screen.getByRole('checkbox', { name: 'news-desk' }))
    expect(screen.getByText('In no workspace: they see no dataset until somebody adds them to one.')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: /^owner/ }))
    expect(screen.queryByText(/see no dataset/)).toBeNull()
    await user.click(screen.getByRole('radio', { name: /^annotator/ }))
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(await screen.findByText(/^They are in no workspace and see no dataset/)).toBeTruthy()
    expect(bodies()).toMatchObject([{ username: 'nina', workspace_ids: [] }])
  })

  it('create an account with a password that they type', async () => {
    const { user, bodies } = await open()
    await user.click(screen.getByRole('button', { name: 'Invite' }))
    await user.click(await screen.findByRole('radio', { name: 'Create an account' }))
    await user.type(screen.getByRole('textbox', { name: 'Username' }), 'nina')
    await user.type(screen.getByRole('textbox', { name: 'First name' }), 'Nina')
    await user.click(screen.getByRole('radio', { name: 'I type it' }))
    await user.type(screen.getByLabelText('Their password'), 'short')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    expect(bodies()).toEqual([])
    await user.type(screen.getByLabelText('Their password'), ' no more')
    await user.click(screen.getByRole('button', { name: 'Create account' }))
    await screen.findByText(/can sign in as nina with the password that you typed/)
    expect(bodies()).toMatchObject([{ username: 'nina', password: 'short no more' }])
  })

  it('add and remove the members of a workspace', async () => {
    const ole = { ...HANA, id: 'u2', username: 'ole', first_name: 'Ole', last_name: 'Lund', workspaces: [] }
    const { user, changes, bodies } = await open({ others: [ole] })
    await user.click(screen.getByRole('button', { name: '1 member of news-desk' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Members of news-desk' }))
    await user.type(dialog.getByRole('searchbox', { name: 'Find a person' }), 'lund')
    expect(dialog.queryByText('Hana Sato')).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Add Ole Lund' }))
    await screen.findByText('Ole Lund is now a member of news-desk')
    expect(bodies()).toEqual([{ user_id: 'u2' }])
    await user.clear(dialog.getByRole('searchbox', { name: 'Find a person' }))
    await user.click(dialog.getByRole('button', { name: 'Remove Hana Sato' }))
    await answer(user, 'Remove')
    await screen.findByText('Hana Sato has been removed from news-desk')
    expect(changes()).toEqual(['POST /api/v1/workspaces/w1/users', 'DELETE /api/v1/workspaces/w1/users/u1'])
  })
})

it.each([
  ['the next member', ['Ada', 'Zoe'], 'Remove Zoe Sato'],
  ['the one before the last', ['Ada'], 'Remove Ada Sato'],
  ['the head of the list', [], undefined],
])('the focus moves to %s when somebody is removed', async (_, names, button) => {
  const hana = { workspaces: HANA.workspaces }
  const others = names.map((first_name, at) => ({ ...HANA, id: `o${at}`, username: first_name, first_name }))
  const { user } = await open({ person: hana, others })
  await user.click(screen.getByRole('button', { name: /members? of news-desk/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Members of news-desk' }))
  await user.click(dialog.getByRole('button', { name: 'Remove Hana Sato' }))
  hana.workspaces = []
  await answer(user, 'Remove')
  await waitFor(() => expect(dialog.queryByRole('button', { name: 'Remove Hana Sato' })).toBeNull())
  const target = () =>
    button ? dialog.getByRole('button', { name: button }) : dialog.getByRole('heading', { name: /members/ })
  await waitFor(() => expect(document.activeElement).toBe(target()))
})

it('an admin removes members, but adds nobody and creates no account', async () => {
  const { user } = await open({ role: 'admin' })
  await user.click(screen.getByRole('button', { name: '1 member of news-desk' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('button', { name: 'Remove Hana Sato' })).toBeTruthy()
  expect(dialog.queryByText('Add people')).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await screen.findByRole('button', { name: 'Make a link' })
  expect(screen.queryByRole('radio', { name: 'Create an account' })).toBeNull()
})

it('counts nothing when the people could not be loaded, and has them after another try', async () => {
  let isDown = true
  fakeServer({
    isSignedIn: true,
    user: { role: 'owner' },
    routes: {
      'GET /api/v1/people': () => (isDown ? new FakeReply(503, { detail: 'down' }) : { items: [HANA] }),
      'GET /api/v1/me/datasets': () => ({ items: [] }),
      'GET /api/datasets': () => [],
      'GET /api/v1/people/answers': () => ({ items: [] }),
      'GET /api/v1/invitations': () => ({ items: [] }),
      'GET /api/workspaces': () => [DESK],
    },
  })
  const { user } = openPage('/people', { '/people': PeoplePage })
  await screen.findByText('The people could not be loaded.', undefined, { timeout: 5000 })
  expect(screen.queryByText(/^0 /)).toBeNull()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('row', { name: /Hana/ })
})

it('those who joined meanwhile are there when the page is seen again', async () => {
  const joined: (typeof HANA)[] = [HANA]
  const { user } = await open({
    routes: {
      'GET /api/v1/people': () => ({ items: joined }),
      'GET /api/v1/invitations': () => ({ items: joined.length === 1 ? [INVITATION] : [] }),
    },
  })
  await user.click(screen.getByRole('tab', { name: /Invitations/ }))
  await screen.findByRole('row', { name: /Ole/ })
  joined.push({ ...HANA, id: 'u2', first_name: 'Ole' })
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  window.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ole/ })).toBeNull())
  await user.click(screen.getByRole('tab', { name: /Users/ }))
  await screen.findByRole('row', { name: /Ole/ })
})

it('a search, filters and the order are part of the address, and shown from it', async () => {
  const others = ['Ada', 'Bo', 'Cy'].map((first_name, at) => ({
    ...HANA,
    id: `u${at + 2}`,
    username: first_name.toLowerCase(),
    first_name,
    last_name: 'Lund',
    role: at === 2 ? 'admin' : 'annotator',
    workspaces: [],
  }))
  const { user, here } = await open({ others, address: '/people?roles=annotator&sort=name' })
  const rows = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('strong')?.textContent)
  expect(rows()).toEqual(['Ada Lund', 'Bo Lund', 'Hana Sato'])
  await screen.findByText('3 of 4 people')
  await user.click(screen.getByRole('button', { name: 'Name' }))
  expect(rows()).toEqual(['Hana Sato', 'Bo Lund', 'Ada Lund'])
  expect(here()).toBe('/people?roles=annotator&sort=name&dir=desc')
  await user.type(screen.getByRole('searchbox', { name: 'Find a person' }), 'lund')
  await waitFor(() => expect(here()).toBe('/people?q=lund&roles=annotator&sort=name&dir=desc'))
  await user.type(screen.getByRole('searchbox', { name: 'Find a person' }), ' nobody')
  await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
  await waitFor(() => expect(rows()).toHaveLength(4))
  expect(here()).toBe('/people?sort=name&dir=desc')
})
