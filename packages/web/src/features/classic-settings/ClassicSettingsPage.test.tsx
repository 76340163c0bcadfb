import type { OptionChange } from '@postil/contract/options'
import { LABEL_RULES, labelOptions, withLabelOptions } from '@postil/domain/options/label-options'
import { changeOptions } from '@postil/domain/options/option-list'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../api/testing/fake-server.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { changeByKey } from '../dataset-settings/testing/change-option.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { ClassicSettingsPage } from './ClassicSettingsPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const DATASET = {
  ...{ id: 'bank.cards', name: 'cards', workspace: 'bank', owner: 'bank', task: 'TextClassification' },
  ...{ tags: { source: 'mail' }, metadata: { description: 'Short', kept: 1 } },
  ...{ created_at: '2026-01-01T00:00:00.000000', last_updated: '2026-01-01T00:00:00.000000' },
}
const schema = (...names: string[]) => ({ label_schema: { labels: names.map((name) => ({ id: name, name })) } })
const notStored = () => new FakeReply(404, { detail: { code: 'x', params: { type: 'TextClassificationSettings' } } })
const search = (aggregations: object) => () => ({
  total: 3,
  records: [],
  aggregations: { status: {}, ...aggregations },
})

interface World {
  dataset?: object
  user?: object
  /** The reply to the settings request; PATCH replaces it. */
  settings?: FakeRoute
  patch?: FakeRoute
  /** The reply to changes of the labels, to refuse them. */
  change?: FakeRoute
  used?: readonly string[]
  counts?: object
  routes?: Record<string, FakeRoute>
}

function open(world: World = {}) {
  const dataset = { ...DATASET, ...world.dataset }
  const task = `/api/datasets/cards/${dataset.task}`
  let stored: unknown
  const settings = (request: Parameters<FakeRoute>[0]) =>
    stored ?? (world.settings ?? (() => schema('lost', 'stolen')))(request)
  const changed = (change: OptionChange, state: string) => ({ id: 'c1', change, state, touched: {}, inserted_at: '' })
  let before: unknown
  const server = fakeServer({
    isSignedIn: true,
    user: { role: 'owner', ...world.user },
    routes: {
      'GET /api/datasets/cards': () => dataset,
      'PATCH /api/datasets/cards': ({ body }) => {
        const { tags, metadata } = JSON.parse(body)
        return { ...dataset, tags: { ...dataset.tags, ...tags }, metadata: { ...dataset.metadata, ...metadata } }
      },
      [`GET ${task}/settings`]: settings,
      'POST /api/datasets/cards/labels:change': (request) => {
        const refusal = world.change?.(request)
        if (refusal) return refusal
        const change: OptionChange = JSON.parse(request.body)
        before = settings(request)
        const { label_schema } = before as ReturnType<typeof schema>
        stored = {
          ...(before as object),
          label_schema: withLabelOptions(label_schema, changeOptions(labelOptions(label_schema), change, LABEL_RULES)),
        }
        return changed(change, 'done')
      },
      'POST /api/datasets/cards/labels:undo': () => {
        stored = before
        return changed({ kind: 'reorder', order: [] }, 'undoing')
      },
      'GET /api/datasets/cards/labels/changes': () => ({ items: [changed({ kind: 'reorder', order: [] }, 'undone')] }),
      [`PATCH ${task}/settings`]: (request) => {
        const reply = world.patch?.(request) ?? JSON.parse(request.body)
        if (!(reply instanceof FakeReply)) stored = reply
        return reply
      },
      [`POST ${task}/metrics/dataset_labels:summary`]: () => ({ labels: world.used ?? [] }),
      [`POST ${task}:search`]: search(world.counts ?? {}),
      ...world.routes,
    },
  })
  const page = openPage('/datasets/bank/cards/settings', {
    '/datasets/:workspace/:dataset/settings': ClassicSettingsPage,
  })
  const patches = () => server.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => JSON.parse(body))
  const changes = () =>
    server.calls.filter(({ path }) => path.endsWith('/labels:change')).map(({ body }) => JSON.parse(body))
  return { ...server, ...page, patches, changes }
}

const part = (name: string) => screen.findByRole('region', { name })
const chips = async () =>
  within(await screen.findByRole('list', { name: 'Labels' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent)

async function add(user: ReturnType<typeof open>['user'], typed: string) {
  await user.click(await screen.findByRole('button', { name: 'Add labels' }))
  await user.click(screen.getByRole('textbox', { name: 'New labels' }))
  await user.paste(typed)
  await user.keyboard('{Enter}')
}

describe('the settings of a classic dataset', () => {
  it('tell its name, workspace, task, description, tags and labels [R8]', async () => {
    open()
    const info = within(await part('Info'))
    expect(info.getByText('cards')).toBeTruthy()
    expect(info.getByText('in bank')).toBeTruthy()
    expect(info.getByText('Text classification')).toBeTruthy()
    expect(info.getByRole('button', { name: 'Copy link' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Short')
    expect(screen.getByRole('textbox', { name: 'source' })).toHaveProperty('value', 'mail')
    expect(await chips()).toEqual(['lost1', 'stolen2'])
    expect(screen.getByRole('link', { name: 'Back to the dataset' }).getAttribute('href')).toBe('/datasets/bank/cards')
  })

  it('keep the workspace on every call', async () => {
    const sent: unknown[] = []
    open()
    const answer = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path.startsWith('/api/datasets')) sent.push(new Headers(init.headers).get('x-argilla-workspace'))
      return answer(path, init)
    })
    await chips()
    expect(new Set(sent)).toEqual(new Set(['bank']))
  })

  it('save the description in the metadata, and tags old and new', async () => {
    const { user, patches } = open()
    const description = await screen.findByRole('textbox', { name: 'Description' })
    await user.clear(description)
    await user.type(description, 'Lost cards ')
    await user.click(within(await part('Description')).getByRole('button', { name: 'Update' }))
    expect(await screen.findByText('Description saved')).toBeTruthy()
    const source = screen.getByRole('textbox', { name: 'source' })
    await user.clear(source)
    await user.type(source, 'chat')
    await user.type(screen.getByRole('textbox', { name: 'New tag' }), 'language')
    expect(screen.getByText('A tag needs a name and a value.')).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Its value' }), 'en{Enter}')
    expect(await screen.findByText('Tags saved')).toBeTruthy()
    expect(patches()).toEqual([
      { metadata: { description: 'Lost cards' } },
      { tags: { source: 'chat', language: 'en' } },
    ])
    expect(screen.getByRole('textbox', { name: 'language' })).toHaveProperty('value', 'en')
  })

  it('of a dataset that is not there say so [X10]', async () => {
    open({ routes: { 'GET /api/datasets/cards': () => new FakeReply(404, { detail: {} }) } })
    expect(await screen.findByText('Not found dataset named cards')).toBeTruthy()
  })

  it('of a text2text dataset have no labels', async () => {
    open({ dataset: { task: 'Text2Text' } })
    await part('Info')
    expect(screen.queryByRole('region', { name: 'Labels' })).toBeNull()
  })
})

describe('the labels', () => {
  it('follow the label schema in its order, with keys as far as there are any [E11, E12, E13]', async () => {
    const names = Array.from({ length: 37 }, (_, at) => `l${37 - at}.`)
    open({ settings: () => schema(...names), used: ['other'] })
    const shown = await chips()
    expect(shown.slice(0, 2)).toEqual(['l37.1', 'l36.2'])
    expect(shown.slice(9, 11)).toEqual(['l28.0', 'l27.A'])
    expect(shown.slice(35)).toEqual(['l2.Z', 'l1.'])
  })

  it('are taken from the data when no settings are stored, and none of them is saved [V13, V14, X2]', async () => {
    open({ settings: notStored, used: ['stolen', ' '], counts: { annotated_as: { lost: 1 }, predicted_as: {} } })
    expect(await screen.findByRole('note', { name: 'These labels are not saved' })).toBeTruthy()
    await waitFor(async () => expect(await chips()).toEqual(['stolennot saved1', 'lostnot saved2']))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([[203], [201]])('are read from an answer with status %i as from a 200 [V13]', async (status) => {
    open({ settings: () => new FakeReply(status, schema('lost')) })
    expect(await chips()).toEqual(['lost1'])
  })

  it('of a token dataset without schema: non-blank ones of the metadata, then of the counts, 50 colours [E14, V14]', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`P${100 + at}`, 1]))
    const old = { entities: [{ text: 'ORG' }, { text: ' ' }], labels: [] }
    open({
      dataset: { task: 'TokenClassification', metadata: { 'rubrix.recogn.ai/ui/custom/userData.v1': old } },
      settings: () => schema(),
      counts: { annotated_as: { ORG: 1 }, predicted_as: many },
    })
    await waitFor(async () => expect(await chips()).toHaveLength(51))
    expect((await chips())[0]).toBe('ORGnot saved1')
    const colors = screen
      .getAllByRole('listitem')
      .map((chip) => chip.dataset.color)
      .filter((color) => color !== undefined)
    expect(colors.slice(0, 2)).toEqual(['0', '1'])
    expect(colors.slice(49)).toEqual(['49', '0'])
  })

  it('are saved as the schema at a press [X9]', async () => {
    const { user, patches } = open({ settings: notStored, used: ['stolen', 'lost'] })
    await user.click(await screen.findByRole('button', { name: 'Save the label schema' }))
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(patches()).toEqual([schema('stolen', 'lost')])
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull())
    expect(await chips()).toEqual(['stolen1', 'lost2'])
  })

  it('that cannot be read say why, and nothing can be saved over them [X10]', async () => {
    let isUp = false
    const { user } = open({ settings: () => (isUp ? schema('lost') : new FakeReply(500, { detail: 'down' })) })
    const alert = await screen.findByText('STATUS: 500, Could not fetch settings', {}, { timeout: 5000 })
    expect(screen.queryByRole('button', { name: 'Add labels' })).toBeNull()
    isUp = true
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await chips()).toEqual(['lost1'])
  })

  it('that cannot be read since the server does not reply say so, without a status', async () => {
    const noReply = () => {
      throw new TypeError('Failed to fetch')
    }
    open({ settings: noReply })
    expect(await screen.findByText('The server did not answer.', {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.queryByText(/STATUS/)).toBeNull()
  })
})

describe('adding labels', () => {
  it('takes one a line, shows them first, and can be undone [X9]', async () => {
    const { user, changes } = open()
    await user.click(await screen.findByRole('button', { name: 'Add labels' }))
    await user.type(screen.getByRole('textbox', { name: 'New labels' }), 'late, again{Shift>}{Enter}{/Shift}"a","b"')
    const preview = within(screen.getByRole('list', { name: 'To be added' })).getAllByRole('listitem')
    expect(preview.map((chip) => chip.textContent)).toEqual(['late, again', 'a', 'b'])
    expect(screen.getByRole('button', { name: 'Add 3 labels' })).toBeTruthy()
    await user.keyboard('{Enter}')
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(changes()).toEqual([{ kind: 'add', options: [{ value: 'late, again' }, { value: 'a' }, { value: 'b' }] }])
    await waitFor(async () => expect(await chips()).toEqual(['lost1', 'stolen2', 'late, again3', 'a4', 'b5']))
    expect(screen.queryByRole('textbox', { name: 'New labels' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The change is undone.')).toBeTruthy()
    await waitFor(async () => expect(await chips()).toEqual(['lost1', 'stolen2']))
  })

  it('saves labels of the data along, and keeps what somebody else added meanwhile', async () => {
    const first = open({ settings: notStored, used: ['lost'] })
    await add(first.user, 'new')
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(first.patches()).toEqual([schema('lost', 'new')])
  })

  it('keeps what somebody else added after the page was opened', async () => {
    let names = ['lost']
    const { user, changes } = open({ settings: () => schema(...names) })
    await chips()
    names = ['lost', 'theirs']
    await add(user, 'mine')
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(changes()).toEqual([{ kind: 'add', options: [{ value: 'mine' }] }])
    await waitFor(async () => expect(await chips()).toEqual(['lost1', 'theirs2', 'mine3']))
  })

  it('offers again what was retired', async () => {
    const retired = [{ id: 'old', name: 'old' }]
    const { user, changes } = open({ settings: () => ({ label_schema: { ...schema('lost').label_schema, retired } }) })
    await add(user, 'old')
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(changes()).toEqual([{ kind: 'restore', value: 'old' }])
  })

  it('that are all there is refused with an info [V15, X2]', async () => {
    const { user, changes } = open()
    await add(user, 'stolen\nlost')
    const told = await screen.findByText('The labels "stolen, lost" already exist in the list of labels')
    expect(told.closest('[data-type]')?.getAttribute('data-type')).toBe('info')
    expect(changes()).toEqual([])
    expect(screen.getByRole('textbox', { name: 'New labels' })).toHaveProperty('value', 'stolen\nlost')
  })

  it('that the server refuses is told with its status, and what was typed stays [X9]', async () => {
    const { user } = open({ change: () => new FakeReply(400, { detail: { code: 'x', params: { message: 'm' } } }) })
    await add(user, 'new')
    const words = 'STATUS:400 The labels of the dataset cards with task TextClassification could not be saved'
    const told = await screen.findByText(words)
    expect(told.closest('[data-type]')?.getAttribute('data-type')).toBe('error')
    expect(screen.getByRole('textbox', { name: 'New labels' })).toHaveProperty('value', 'new')
  })

  it('refused with 403 is not told [P3, X2, X9]', async () => {
    const { user, changes } = open({ change: () => new FakeReply(403, { detail: {} }) })
    await add(user, 'new')
    await waitFor(() => expect(changes()).toHaveLength(1))
    // Wait: a toast would appear 100 ms after its request.
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(document.querySelector('[data-type]')).toBeNull()
  })

  it('to a list that cannot be read anew is an error [X10]', async () => {
    let isDown = false
    const { user, changes } = open({ settings: () => (isDown ? new FakeReply(500, {}) : schema('lost')) })
    await chips()
    isDown = true
    await add(user, 'new')
    expect(await screen.findByText('Error on adding new labels')).toBeTruthy()
    expect(changes()).toEqual([])
  })

  it('is left with Escape, and is not offered to annotators', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Add labels' }))
    await user.keyboard('new{Escape}')
    expect(screen.queryByRole('textbox', { name: 'New labels' })).toBeNull()
  })

  it.each([
    ['owner', true],
    ['admin', true],
    ['annotator', false],
  ])('and deleting are offered to an %s: %s', async (role, isOffered) => {
    open({ user: { role } })
    await chips()
    expect(screen.queryByRole('button', { name: 'Add labels' }) !== null).toBe(isOffered)
    expect(screen.queryByRole('button', { name: 'Change the order' }) !== null).toBe(isOffered)
    expect(screen.queryByRole('region', { name: 'Danger zone' }) !== null).toBe(isOffered)
  })
})

describe('description and tags', () => {
  it('are read by annotators, who cannot change them', async () => {
    open({
      user: { role: 'annotator' },
      dataset: { metadata: { description: 'Messages of\ncustomers' }, tags: { language: 'en' } },
    })
    expect((await part('Description')).textContent).toContain('Messages of\ncustomers')
    expect((await part('Tags')).textContent).toContain('language: en')
    await chips()
    expect(screen.queryByRole('textbox')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Update' })).toBeNull()
  })

  it('are said to be missing, or left out', async () => {
    open({ user: { role: 'annotator' }, dataset: { metadata: {}, tags: {} } })
    expect(within(await part('Description')).getByText('This dataset has no description yet.')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Tags' })).toBeNull()
  })
})

describe('the order of labels', () => {
  it('is changed with buttons, and can be undone', async () => {
    const { user, changes } = open({ settings: () => ({ ...schema('a', 'b', 'c'), vectors: { v: 3 } }) })
    await user.click(await screen.findByRole('button', { name: 'Change the order' }))
    await user.click(screen.getByRole('button', { name: 'Move c forward, now 3 of 3' }))
    await user.click(screen.getByRole('button', { name: 'Move c forward, now 2 of 3' }))
    await user.click(screen.getByRole('button', { name: 'Save the order' }))
    expect(await screen.findByText('The labels are updated!')).toBeTruthy()
    expect(changes()).toEqual([{ kind: 'reorder', order: ['c', 'a', 'b'] }])
    await waitFor(async () => expect(await chips()).toEqual(['c1', 'a2', 'b3']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(async () => expect(await chips()).toEqual(['a1', 'b2', 'c3']))
  })

  it('is not saved by Cancel', async () => {
    const { user, changes } = open()
    await user.click(await screen.findByRole('button', { name: 'Change the order' }))
    await user.click(screen.getByRole('button', { name: 'Move lost back, now 1 of 2' }))
    await user.click(within(await part('Labels')).getByRole('button', { name: 'Cancel' }))
    expect(await chips()).toEqual(['lost1', 'stolen2'])
    expect(changes()).toEqual([])
  })
})

describe('changing a label', () => {
  const touched = {
    records: 3,
    annotations: 1204,
    predictions: 0,
    rules: 3,
    submitted: 0,
    drafts: 0,
    discarded: 0,
    suggestions: 0,
    resolutions: 0,
  }
  /** A fake server that applies changes, each in two steps. */
  function changing(world: World = {}) {
    let labels = schema('lost', 'stolen', 'late')
    const made: { id: string; change: unknown; state: string; touched: typeof touched }[] = []
    const asked: { path: string; body: unknown }[] = []
    const keep = (path: string, body: string) => asked.push({ path, body: JSON.parse(body) })
    const page = open({
      settings: () => labels,
      ...world,
      routes: {
        'POST /api/datasets/cards/labels:preview': ({ body }) => {
          keep('preview', body)
          return touched
        },
        'POST /api/datasets/cards/labels:change': ({ body }) => {
          keep('change', body)
          labels = schema('late')
          const one = { id: 'c1', change: JSON.parse(body), state: 'running', touched, inserted_at: '' }
          made.unshift(one)
          return one
        },
        'GET /api/datasets/cards/labels/changes': () => {
          const [newest] = made
          if (newest) newest.state = newest.state === 'undoing' ? 'undone' : 'done'
          return { items: made }
        },
        'POST /api/datasets/cards/labels:undo': ({ body }) => {
          keep('undo', body)
          labels = schema('lost', 'stolen', 'late')
          Object.assign(made[0] ?? {}, { state: 'undoing' })
          return made[0]
        },
        ...world.routes,
      },
    })
    const choose = async (label: string, item: string) => {
      await page.user.click(await screen.findByRole('button', { name: `Change ${label}` }))
      await page.user.click(await screen.findByRole('menuitem', { name: item }))
    }
    return { ...page, asked, choose }
  }

  it('says what it touches before it is done, follows it, and can be undone', async () => {
    const { user, asked, choose } = changing()
    await choose('lost', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    const box = dialog.getByRole('textbox', { name: 'New name' })
    expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true)
    await user.clear(box)
    await user.type(box, 'missing')
    expect(await dialog.findByText('This renames it in 1,204 annotations and 3 rules.')).toBeTruthy()
    expect(asked.map(({ path }) => path)).toEqual(['preview'])
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    const told = '“lost” is now “missing”, in 1,204 annotations and 3 rules too.'
    expect(await screen.findByText(told, {}, { timeout: 5000 })).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    // Once the change is made, its preview is not fetched again.
    expect(asked.at(-1)).toEqual({ path: 'change', body: { kind: 'rename', value: 'lost', to: 'missing' } })
    await waitFor(async () => expect(await chips()).toEqual(['late1']))
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('The change is undone.', {}, { timeout: 5000 })).toBeTruthy()
    expect(asked.at(-1)).toEqual({ path: 'undo', body: { id: 'c1' } })
    await waitFor(async () => expect(await chips()).toEqual(['lost1', 'stolen2', 'late3']))
  })

  it('merges it into one of the others', async () => {
    const { user, asked, choose } = changing()
    await choose('stolen', 'Merge into…')
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: /Into/ }))
    const choices = within(await screen.findByRole('listbox')).getAllByRole('option')
    expect(choices.map((choice) => choice.textContent)).toEqual(['lost', 'late'])
    await user.click(screen.getByRole('option', { name: 'late' }))
    expect(await dialog.findByText('This replaces it by “late” in 1,204 annotations and 3 rules.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    expect(await screen.findByText(/“stolen” is merged into “late”/, {}, { timeout: 5000 })).toBeTruthy()
    expect(asked.at(-1)?.body).toEqual({ kind: 'merge', value: 'stolen', into: 'late' })
  })

  it.each([
    ['Rename…', 'Change losts', schema('losts', 'late')],
    [
      'Retire…',
      'Change late',
      { label_schema: { ...schema('late').label_schema, retired: [{ id: 'lost', name: 'lost' }] } },
    ],
  ])('keeps the focus in the place of the label after %s', async (item, focused, after) => {
    let now = schema('lost', 'late')
    const { user } = changing({
      settings: () => now,
      routes: {
        'POST /api/datasets/cards/labels:change': () => {
          now = after
          return { id: 'c1', state: 'done', touched, inserted_at: '' }
        },
      },
    })
    await changeByKey(user, 'lost', item, 'New name', 's')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(focused))
  })

  it('is suggested for labels that differ only in case', async () => {
    open({ settings: () => schema('Card', 'lost', 'card') })
    expect(
      await screen.findByText(/^“Card” \/ “card” differ only in upper and lower case, and stay apart/),
    ).toBeTruthy()
  })

  it('offers to merge it when it gets the name of another one', async () => {
    const { user, asked, choose } = changing()
    await choose('stolen', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    const box = dialog.getByRole('textbox', { name: 'New name' })
    await user.clear(box)
    await user.type(box, ' late ')
    expect(dialog.getByText('“late” is there already. If they mean the same, merge this one into it.')).toBeTruthy()
    expect(dialog.getByRole('button', { name: 'Rename' })).toHaveProperty('disabled', true)
    await user.click(dialog.getByRole('button', { name: 'Merge into “late”…' }))
    expect(await dialog.findByText('This replaces it by “late” in 1,204 annotations and 3 rules.')).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'merge', value: 'stolen', into: 'late' }))
  })

  it('moves it without asking', async () => {
    const { asked, choose } = changing()
    await choose('late', 'Move forward')
    expect(await screen.findByText('“late” is moved.', {}, { timeout: 5000 })).toBeTruthy()
    expect(asked).toEqual([{ path: 'change', body: { kind: 'reorder', order: ['lost', 'late', 'stolen'] } }])
  })

  it('offers a retired one again', async () => {
    const retired = { label_schema: { ...schema('lost').label_schema, retired: [{ id: 'old', name: 'old' }] } }
    const { asked, choose } = changing({ settings: () => retired })
    expect(within(await screen.findByRole('list', { name: 'No longer offered' })).getByText('old')).toBeTruthy()
    await choose('old', 'Offer again')
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'restore', value: 'old' }))
    await screen.findByText('“old” is offered again.')
  })

  it('tells why it was refused, and keeps what was typed', async () => {
    // Someone else has added it meanwhile.
    const refusal = new FakeReply(400, { detail: { code: 'x', params: { message: '"missing" is there already.' } } })
    const { user, choose } = changing({
      routes: {
        'POST /api/datasets/cards/labels:preview': () => refusal,
        'POST /api/datasets/cards/labels:change': () => refusal,
      },
    })
    await choose('lost', 'Rename…')
    const dialog = within(await screen.findByRole('dialog'))
    const box = dialog.getByRole('textbox', { name: 'New name' })
    await user.clear(box)
    await user.type(box, 'missing')
    await user.click(dialog.getByRole('button', { name: 'Rename' }))
    expect((await screen.findAllByText(/"missing" is there already\./)).length).toBeGreaterThan(0)
    expect(dialog.getByRole('textbox', { name: 'New name' })).toHaveProperty('value', 'missing')
  })

  it('gives an entity a colour of its own', async () => {
    const stored = {
      label_schema: {
        labels: [
          { id: 'PER', name: 'PER', color: 7 },
          { id: 'LOC', name: 'LOC' },
        ],
      },
    }
    const { user, asked, choose } = changing({ dataset: { task: 'TokenClassification' }, settings: () => stored })
    await chips()
    const colors = screen.getAllByRole('listitem').flatMap((chip) => chip.dataset.color ?? [])
    expect(colors).toEqual(['7', '1'])
    await choose('LOC', 'Colour…')
    await user.click(await screen.findByRole('radio', { name: 'Colour 13' }))
    await user.click(screen.getByRole('button', { name: 'Save the colour' }))
    await waitFor(() => expect(asked.at(-1)?.body).toEqual({ kind: 'color', value: 'LOC', color: 12 }))
    await screen.findByText('“LOC” has its new colour.')
  })

  it('is not offered to annotators', async () => {
    open({ user: { role: 'annotator' } })
    await chips()
    expect(screen.queryByRole('button', { name: /^Change / })).toBeNull()
  })

  it('is not offered before the labels are saved', async () => {
    open({ settings: notStored, used: ['lost'] })
    await screen.findByRole('note', { name: 'These labels are not saved' })
    await waitFor(async () => expect(await chips()).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Change lost' })).toBeNull()
  })
})

describe('deleting the dataset', () => {
  async function remove(status: number) {
    const page = open({ routes: { 'DELETE /api/datasets/cards': () => new FakeReply(status, {}) } })
    await page.user.click(await screen.findByRole('button', { name: 'Delete…' }))
    await page.user.type(await screen.findByRole('textbox', { name: 'Type cards to confirm' }), 'cards{Enter}')
    await waitFor(() => expect(page.calls.some(({ method }) => method === 'DELETE')).toBe(true))
    return page
  }

  it('leads to the list and says so [X9]', async () => {
    const { here } = await remove(200)
    expect(await screen.findByText('cards has been deleted')).toBeTruthy()
    await waitFor(() => expect(here()).toBe('/datasets'))
  })

  it('that fails is told [X9]', async () => {
    const { here } = await remove(500)
    expect(await screen.findByText('It is not possible to delete cards')).toBeTruthy()
    expect(here()).toBe('/datasets/bank/cards/settings')
  })

  it('refused with 403 is not told [X9]', async () => {
    await remove(403)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(document.querySelector('[data-type]')).toBeNull()
  })
})
