import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { useDroppedFiles } from '../importing/dropped-files.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { DatasetListPage } from './DatasetListPage.tsx'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  toasts.clear()
})

const at = (day: number) => `2026-01-0${day}T00:00:00.000000`
const WORKSPACES = [
  { id: 'w1', name: 'support', inserted_at: at(1), updated_at: at(1) },
  { id: 'w2', name: 'news', inserted_at: at(1), updated_at: at(1) },
]
const MESSAGES = {
  ...{ id: 'd1', name: 'Messages', guidelines: null, allow_extra_metadata: true, status: 'ready', workspace_id: 'w1' },
  ...{ distribution: { strategy: 'overlap', min_submitted: 1 } },
  ...{ inserted_at: at(1), updated_at: at(1), last_activity_at: at(5) },
}
const classic = (name: string, task: string, workspace: string, tags: Record<string, string>, day: number) => ({
  ...{ id: `${workspace}.${name}`, name, task, workspace, owner: workspace, tags, metadata: {} },
  ...{ created_at: at(1), last_updated: at(day) },
})
const CLASSIC = [
  classic('banking77', 'TextClassification', 'support', { language: 'en' }, 3),
  classic('wnut17', 'TokenClassification', 'news', { language: 'en', split: 'test' }, 4),
]

function server(routes: Record<string, FakeRoute> = {}, user = {}) {
  return fakeServer({
    isSignedIn: true,
    user,
    routes: {
      'GET /api/v1/me/datasets': () => ({ items: [MESSAGES] }),
      'GET /api/datasets/': () => CLASSIC,
      'GET /api/workspaces': () => WORKSPACES,
      'GET /api/v1/me/datasets/d1/metrics': () => ({
        records: { count: 100 },
        responses: { count: 60, submitted: 50, discarded: 7, draft: 3, pending: 40 },
      }),
      'POST /api/datasets/banking77/TextClassification:search': () => ({
        ...{ total: 10, records: [], aggregations: { status: { Validated: 8, Discarded: 2 } } },
      }),
      'POST /api/datasets/wnut17/TokenClassification:search': () => ({
        ...{ total: 20, records: [], aggregations: { status: { Validated: 5, Default: 15 } } },
      }),
      ...routes,
    },
  })
}

const open = (address = '/datasets') => openPage(address, { '/datasets': DatasetListPage })
const names = () =>
  within(screen.getByRole('table', { hidden: true }))
    .getAllByRole('row', { hidden: true })
    .slice(1)
    .map((row) => row.querySelector('a')?.textContent)
const link = (name: string) => screen.findByRole('link', { name })

describe('the dataset list', () => {
  it('shows both families in one table, what moved last first [R6]', async () => {
    server()
    open()
    expect((await link('Messages')).getAttribute('href')).toBe('/dataset/d1/annotation-mode')
    expect((await link('banking77')).getAttribute('href')).toBe('/datasets/support/banking77')
    expect(names()).toEqual(['Messages', 'wnut17', 'banking77'])
    const [, messages] = screen.getAllByRole('row')
    expect(within(messages ?? document.body).getByRole('cell', { name: 'support' })).toBeTruthy()
    expect(within(messages ?? document.body).getByRole('cell', { name: 'Feedback' })).toBeTruthy()
  })

  it('tells how far each is, drafts counting as left', async () => {
    server()
    open()
    expect(await screen.findByText('43 left of 100')).toBeTruthy()
    expect(await screen.findByText('15 left of 20')).toBeTruthy()
    expect(await screen.findByText('Done')).toBeTruthy()
    const bar = screen.getByRole('img', { name: 'Progress of Messages: Submitted 50, Draft 3, Discarded 7' })
    expect(bar).toBeTruthy()
  })

  it.each([
    ['done for somebody who has answered all that was theirs', 20, 'Done'],
    ['not done for somebody who has answered nothing, because others have all records', 0, '0 left of 100'],
  ])('is %s', async (_, submitted, shown) => {
    server({
      'GET /api/v1/me/datasets/d1/metrics': () => ({
        records: { count: 100 },
        responses: { count: submitted, submitted, discarded: 0, draft: 0, pending: 0 },
      }),
    })
    open()
    expect(await screen.findByText(shown)).toBeTruthy()
  })

  it('filters as one types, by name, workspace and tag, and keeps it in the address', async () => {
    server()
    const { here, user } = open()
    await link('wnut17')
    await user.type(screen.getByRole('searchbox'), 'split: TEST')
    await waitFor(() => expect(names()).toEqual(['wnut17']))
    expect(here()).toBe('/datasets?q=split%3A+TEST')
    await user.clear(screen.getByRole('searchbox'))
    await user.type(screen.getByRole('searchbox'), 'zzz')
    await user.click(await screen.findByRole('button', { name: 'Clear search and filters' }))
    await waitFor(() => expect(names()).toHaveLength(3))
    expect(here()).toBe('/datasets')
  })

  it('filters by ticking values with live counts, and Back unticks', async () => {
    server()
    const { here, router, user } = open('/datasets?tags=language%3Aen')
    await link('wnut17')
    expect(names()).toEqual(['wnut17', 'banking77'])
    await user.click(screen.getByRole('button', { name: 'Filter by Workspace' }))
    const counts = within(await screen.findByRole('dialog')).getAllByRole('listitem')
    expect(counts.map((one) => one.textContent)).toEqual(['news1', 'support1'])
    await user.click(screen.getByRole('checkbox', { name: /news/ }))
    await waitFor(() => expect(names()).toEqual(['wnut17']))
    expect(here()).toBe('/datasets?workspaces=news&tags=language%3Aen')
    await user.keyboard('{Escape}')
    await router.navigate(-1)
    await waitFor(() => expect(names()).toHaveLength(2))
  })

  it('sorts by a column, and says which way', async () => {
    server()
    const { here, user } = open()
    await link('wnut17')
    await user.click(screen.getByRole('button', { name: 'Progress' }))
    await waitFor(() => expect(names()).toEqual(['Messages', 'wnut17', 'banking77']))
    await user.click(screen.getByRole('button', { name: 'Progress' }))
    await waitFor(() => expect(names()).toEqual(['banking77', 'wnut17', 'Messages']))
    expect(here()).toBe('/datasets?sort=left&dir=asc')
    expect(screen.getByRole('columnheader', { name: 'Progress' }).getAttribute('aria-sort')).toBe('ascending')
  })

  it('is worked with the keyboard: find, move, row actions', async () => {
    server()
    const { user } = open()
    await link('wnut17')
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Messages')
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}')
    expect(document.activeElement?.textContent).toBe('wnut17')
    await user.keyboard('.')
    expect(await screen.findByRole('menu', { name: 'Actions of wnut17' })).toBeTruthy()
  })

  it('asks again for everything on Refresh, whatever the cache holds [R35]', async () => {
    const { calls } = server()
    const { user } = open()
    await screen.findByText('43 left of 100')
    const asked = (path: string) => calls.filter((call) => call.path === path).length
    expect(asked('/api/v1/me/datasets')).toBe(1)
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect(asked('/api/v1/me/datasets')).toBe(2))
    expect(asked('/api/datasets/')).toBe(2)
    await waitFor(() => expect(asked('/api/v1/me/datasets/d1/metrics')).toBe(2))
  })
})

describe('a file dropped on the list', () => {
  const drop = () => {
    const file = new File(['text\nhello'], 'letters.csv')
    fireEvent.drop(screen.getByRole('heading', { name: 'Datasets' }), {
      dataTransfer: { types: ['Files'], files: [file] },
    })
    return file
  }

  it('opens the page that makes a dataset of it', async () => {
    server()
    const taken = vi.fn()
    const Import = () => {
      useDroppedFiles(taken)
      return <p>import page</p>
    }
    openPage('/datasets', { '/datasets': DatasetListPage, '/datasets/new': Import })
    await link('Messages')
    const file = drop()
    await screen.findByText('import page')
    expect(taken).toHaveBeenCalledExactlyOnceWith([file])
  })

  it('is not taken from an annotator', async () => {
    server({}, { role: 'annotator' })
    const { here } = open()
    await link('Messages')
    drop()
    expect(here()).toBe('/datasets')
  })
})

describe('when something is missing', () => {
  it('has no row that moves when the other family arrives: it waits for both', async () => {
    let arrive: () => void = () => undefined
    const late = new Promise<void>((resolve) => {
      arrive = resolve
    })
    const { calls } = server({ 'GET /api/v1/me/datasets': () => late.then(() => ({ items: [MESSAGES] })) })
    open()
    await waitFor(() => expect(calls.map(({ path }) => path)).toContain('/api/datasets/'))
    await waitFor(() => expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true'))
    await new Promise((resolve) => setTimeout(resolve))
    expect(screen.queryByRole('link', { name: 'banking77' })).toBeNull()
    arrive()
    await link('banking77')
    expect(names()).toEqual(['Messages', 'wnut17', 'banking77'])
  })

  it('one family failing does not hide the other, and can be tried again', async () => {
    let isDown = true
    server({ 'GET /api/datasets/': () => (isDown ? new FakeReply(403) : CLASSIC) })
    const { user } = open()
    await link('Messages')
    expect(names()).toEqual(['Messages'])
    expect(screen.getByText('Some datasets could not be loaded.')).toBeTruthy()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await link('banking77')
    expect(screen.queryByText('Some datasets could not be loaded.')).toBeNull()
  })

  const none = { 'GET /api/v1/me/datasets': () => ({ items: [] }), 'GET /api/datasets/': () => [] }

  it('without datasets offers to create one and to try a sample', async () => {
    server(none)
    open()
    const whileLoading = await screen.findByRole('link', { name: 'Create a dataset' })
    await screen.findByRole('heading', { name: 'No datasets yet' })
    // The link at the top stays, so that a click just then is not lost.
    const [atTop, first] = screen.getAllByRole('link', { name: 'Create a dataset' })
    expect(atTop).toBe(whileLoading)
    expect(first?.getAttribute('href')).toBe('/datasets/new')
    expect(screen.getByRole('button', { name: 'Try a sample' })).toBeTruthy()
  })

  it('an annotator who waits sees the first dataset as soon as somebody creates it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const items: (typeof MESSAGES)[] = []
    server({ ...none, 'GET /api/v1/me/datasets': () => ({ items }) }, { role: 'annotator' })
    open()
    await screen.findByText('Datasets of your workspaces appear here as soon as someone creates one.')
    items.push(MESSAGES)
    vi.advanceTimersByTime(10_000)
    await link('Messages')
  })

  it('an annotator without a workspace is told whom to ask, and is offered nothing they may not do', async () => {
    server(none, { role: 'annotator', workspaces: [] })
    open()
    expect(await screen.findByText('You are not in a workspace yet. Ask an admin to add you to one.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: /Create a dataset/ })).toBeNull()
  })

  it.each([
    ['annotator', 0],
    ['admin', 1],
  ])('the sheet of keys of an %s has only what they may do', async (role, count) => {
    server({}, { role })
    const { user } = open()
    await link('Messages')
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog'))
    expect(sheet.getByText('Find a dataset')).toBeTruthy()
    expect(sheet.queryAllByText('Create a dataset')).toHaveLength(count)
  })
})

describe('a dataset’s actions', () => {
  it('annotators neither rename nor delete', async () => {
    server({}, { role: 'annotator' })
    const { user } = open()
    await link('Messages')
    await user.click(screen.getByRole('button', { name: 'Actions of Messages' }))
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: /Rename|Delete/ })).toBeNull()
    // For annotators, the settings page contains the guidelines.
    expect(screen.getByRole('menuitem', { name: 'Guidelines' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull()
  })

  it('renames a feedback dataset, and shows why a name will not do', async () => {
    const { calls } = server({ 'PATCH /api/v1/datasets/d1': () => ({ ...MESSAGES, name: 'Letters' }) })
    const { user } = open()
    await link('Messages')
    await user.click(screen.getByRole('button', { name: 'Actions of Messages' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Rename…' }))
    const box = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(box)
    await user.type(box, 'Letters!')
    expect(screen.getByText(/Use letters, digits, spaces/)).toBeTruthy()
    await user.type(box, '{Backspace}{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(calls.find((call) => call.method === 'PATCH')?.body).toBe('{"name":"Letters"}')
  })

  it.each([
    [200, 'Messages has been deleted'],
    [202, 'It is not possible to delete Messages'],
    [500, 'It is not possible to delete Messages'],
  ])('deletes only after the name is typed; a %i is told as “%s” [C10, X9]', async (status, words) => {
    server({ 'DELETE /api/v1/datasets/d1': () => new FakeReply(status, MESSAGES) })
    const { user } = open()
    await link('Messages')
    await user.click(screen.getByRole('button', { name: 'Actions of Messages' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    const sure = await screen.findByRole('button', { name: 'Delete dataset' })
    expect(sure).toHaveProperty('disabled', true)
    await user.type(screen.getByRole('textbox', { name: 'Type Messages to confirm' }), 'Messages')
    await user.click(sure)
    expect(await screen.findByText(words)).toBeTruthy()
  })

  it.each([
    ['Delete…', 'Type Messages to confirm', 'Messages', 'It is not possible to delete Messages'],
    ['Rename…', 'Name', '2', 'Messages is no longer here: somebody has deleted it.'],
  ])('no longer shows a dataset that somebody else has deleted meanwhile: %s', async (item, box, typed, words) => {
    let isThere = true
    const gone = () => {
      isThere = false
      return new FakeReply(404, { detail: 'Dataset with id `d1` not found' })
    }
    server({
      'GET /api/v1/me/datasets': () => ({ items: isThere ? [MESSAGES] : [] }),
      'DELETE /api/v1/datasets/d1': gone,
      'PATCH /api/v1/datasets/d1': gone,
    })
    const { user } = open()
    await link('Messages')
    await user.click(screen.getByRole('button', { name: 'Actions of Messages' }))
    await user.click(await screen.findByRole('menuitem', { name: item }))
    await user.type(await screen.findByRole('textbox', { name: box }), `${typed}{Enter}`)
    await screen.findByText(words)
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Messages' })).toBeNull())
  })

  it('creates no empty dataset before the workspaces are known', async () => {
    let load: (loaded: object) => void = () => {}
    const loading = new Promise((resolve) => {
      load = resolve
    })
    server({ 'GET /api/v1/me/workspaces': () => loading })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Start empty/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New empty dataset' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Calls')
    const create = () => dialog.getByRole('button', { name: 'Create the draft' })
    expect(create().getAttribute('aria-disabled')).toBe('true')
    expect(create().title).toBe('Loading the workspaces.')
    load({ items: WORKSPACES })
    await waitFor(() => expect(create().getAttribute('aria-disabled')).toBeNull())
  })

  it('starts an empty dataset in a workspace, and leads to its fields; the server’s reason for a refusal is shown', async () => {
    const sent: unknown[] = []
    server({
      'GET /api/v1/me/workspaces': () => ({ items: WORKSPACES }),
      'POST /api/v1/datasets': ({ body }) => {
        sent.push(JSON.parse(body))
        return sent.length === 1 ? new FakeReply(409, { detail: 'The name is taken' }) : { ...MESSAGES, id: 'd9' }
      },
    })
    const { user, here } = open()
    await user.click(await screen.findByRole('button', { name: /^Start empty/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New empty dataset' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), '-x')
    await user.keyboard('{Enter}')
    expect(sent).toEqual([])
    await user.clear(dialog.getByRole('textbox', { name: 'Name' }))
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Calls')
    await user.click(dialog.getByRole('button', { name: /Workspace$/ }))
    await user.click(await screen.findByRole('option', { name: 'news' }))
    await user.click(dialog.getByRole('button', { name: 'Create the draft' }))
    await dialog.findByText(/The name is taken/)
    await user.click(dialog.getByRole('textbox', { name: 'Name' }))
    await user.keyboard('{Enter}')
    await waitFor(() => expect(here()).toBe('/dataset/d9/settings?tab=fields'))
    expect(sent).toEqual(Array(2).fill({ name: 'Calls', workspace_id: 'w2' }))
  })

  it('deleting a classic dataset names its workspace, and a 403 stays silent [P3]', async () => {
    const notify = vi.spyOn(toasts, 'notify')
    const { calls } = server({ 'DELETE /api/datasets/banking77': () => new FakeReply(403) })
    const { user } = open()
    await link('banking77')
    await user.click(screen.getByRole('button', { name: 'Actions of banking77' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Delete…' }))
    await user.type(await screen.findByRole('textbox', { name: 'Type banking77 to confirm' }), 'banking77{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(calls.find((call) => call.method === 'DELETE')?.path).toBe('/api/datasets/banking77?workspace=support')
    expect(notify).not.toHaveBeenCalled()
  })
})
