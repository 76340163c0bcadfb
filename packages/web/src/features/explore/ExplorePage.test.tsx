import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../api/testing/fake-server.ts'
import { formatDateTime } from '../../i18n/index.ts'
import { PART_KEYS, partsOnScreen } from '../../keyboard/part-keys.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { openPage } from '../session/testing/open-page.tsx'
import { ExplorePage } from './ExplorePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  toasts.clear()
})

const TIMES = { created_at: '2026-01-01T00:00:00.000000', last_updated: '2026-01-01T00:00:00.000000' }
const DATASET = {
  ...{ id: 'bank.cards', name: 'cards', workspace: 'bank', owner: 'bank', task: 'TextClassification', tags: {} },
  ...{ metadata: {}, ...TIMES },
}
const STORED_MS = Date.UTC(2024, 2, 15, 12, 30)

/** Open the page of a dataset with this many records. */
function open(total: number, address: Record<string, object> = {}, routes: Record<string, FakeRoute> = {}) {
  const { calls } = fakeServer({
    isSignedIn: true,
    user: { role: 'owner' },
    routes: {
      'GET /api/datasets/cards': () => DATASET,
      'GET /api/datasets/cards/TextClassification/settings': () => ({
        label_schema: { labels: ['lost', 'stolen'].map((name) => ({ id: name, name })) },
      }),
      'GET /api/datasets/TextClassification/cards/labeling/rules': () => [],
      'POST /api/datasets/cards/TextClassification/metrics/dataset_labels:summary': () => ({ labels: [] }),
      'POST /api/datasets/cards/TextClassification:search': ({ url }) => ({
        total,
        records: Array.from({ length: Number(url.searchParams.get('limit')) }, (_, at) => ({
          ...{ id: at, status: 'Default', inputs: { text: `I lost card ${at}` }, multi_label: false, metrics: {} },
          metadata: { sent: STORED_MS },
        })),
        aggregations: { status: {} },
      }),
      ...routes,
    },
  })
  const query = new URLSearchParams(Object.entries(address).map(([name, part]) => [name, JSON.stringify(part)]))
  return { ...openPage(`/datasets/bank/cards?${query}`, { '/datasets/:workspace/:dataset': ExplorePage }), calls }
}

const limit = () => screen.queryByText(/Only the first 10,000/)

describe('the page of a classic dataset', () => {
  it('says its workspace with every call: to load, to search, to change a record, to find rules [P4]', async () => {
    const sent: (readonly [path: string, workspace: string | null])[] = []
    const { user } = open(
      1,
      {},
      {
        'POST /api/datasets/cards/TextClassification:bulk': () => ({ dataset: 'cards', processed: 1, failed: 0 }),
      },
    )
    const answer = fetch
    vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
      if (path.startsWith('/api/datasets')) sent.push([path, new Headers(init.headers).get('x-argilla-workspace')])
      return answer(path, init)
    })
    await user.type(await screen.findByRole('searchbox', { name: 'Search the records' }), 'lost{Enter}')
    const [discard] = await screen.findAllByRole('button', { name: 'Discard' })
    if (discard) await user.click(discard)
    await waitFor(() => expect(sent.some(([path]) => path.includes(':bulk'))).toBe(true))
    await user.click(screen.getByRole('button', { name: 'Rules' }))
    await waitFor(() => expect(sent.some(([path]) => path.includes('/rules'))).toBe(true))
    expect(sent.length).toBeGreaterThan(3)
    expect(sent.filter(([, workspace]) => workspace !== 'bank')).toEqual([])
  })
})

describe('a similarity search by a vector that the record lacks', () => {
  it('says so, searches for nothing, and leads out or to another vector', async () => {
    const given = { id: 'r1', status: 'Default', inputs: { text: 'My card is lost' }, multi_label: false }
    const reference = { ...given, metrics: {}, metadata: {}, vectors: { mini: { value: [1, 0] } } }
    const { user, calls } = open(
      1,
      { query: { similar: { id: 'r1', vector: 'old' } } },
      { 'GET /api/datasets/cards/records/r1': () => reference },
    )
    await screen.findByText('The record to compare with has no vector “old”.')
    const searched = () => calls.filter(({ body }) => body.includes('"vector"'))
    expect(searched()).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Compare by mini' }))
    await screen.findByText('I lost card 0')
    expect(searched()).not.toEqual([])
    expect(screen.queryByText(/has no vector/)).toBeNull()
  })
})

describe('the keys of a classic dataset that are not commands', () => {
  it('are listed with the others: of the cards, and of what is annotated on them', async () => {
    const { user } = open(2)
    await screen.findAllByRole('button', { name: 'lost' })
    expect(partsOnScreen()).toEqual([PART_KEYS.cards, PART_KEYS['card-labels']])
    await user.click(screen.getByRole('button', { name: 'Explore' }))
    await waitFor(() => expect(partsOnScreen()).toEqual([PART_KEYS.cards]))
  })
})

describe('a bulk action on classic records', () => {
  it('leaves the focus in its bar when its button leaves', async () => {
    const { user } = open(
      2,
      {},
      { 'POST /api/datasets/cards/TextClassification:bulk': () => ({ dataset: 'cards', processed: 1, failed: 0 }) },
    )
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    const all = within(bar).getByRole('checkbox', { name: 'Select the page' })
    await user.click(all)
    await user.click(within(bar).getByRole('button', { name: /^Discard/ }))
    await waitFor(() => expect(within(bar).queryByRole('button', { name: /^Discard/ })).toBeNull())
    expect(document.activeElement).toBe(all)
  })

  it('leaves the focus in its bar also after a question: on its button, or where that has left on the box', async () => {
    const { user } = open(
      12,
      {},
      { 'POST /api/datasets/cards/TextClassification:bulk': () => ({ dataset: 'cards', processed: 10, failed: 0 }) },
    )
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    const all = within(bar).getByRole('checkbox', { name: 'Select the page' })
    await user.click(all)
    await user.click(within(bar).getByRole('button', { name: 'Select all 12 matching' }))
    const discard = within(bar).getByRole('button', { name: /^Discard/ })
    await user.click(discard)
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(document.activeElement).toBe(discard))
    await user.click(discard)
    await user.click(await screen.findByRole('button', { name: 'Discard them' }))
    await waitFor(() => expect(within(bar).queryByRole('button', { name: /^Discard/ })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(all))

    await user.click(all)
    await user.click(within(bar).getByRole('button', { name: 'Select all 12 matching' }))
    await user.click(within(bar).getByRole('button', { name: /^Annotate as/ }))
    await user.type(await screen.findByRole('searchbox', { name: /^Find among/ }), 'stolen{Enter}')
    await screen.findByRole('alertdialog', { name: 'Annotate 12 records as “stolen” and validate them?' })
    await user.click(await screen.findByRole('button', { name: 'Validate them' }))
    await waitFor(() => expect(within(bar).queryByRole('button', { name: /^Validate/ })).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(all))
  })
})

describe('all of more records than can be changed at once', () => {
  it('are never said to be all: not when selected, not beside the labels, not in the question', async () => {
    const { user } = open(100_000)
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    await user.click(within(bar).getByRole('checkbox', { name: 'Select the page' }))
    await user.click(within(bar).getByRole('button', { name: 'Select 10,000 of 100,000 matching' }))
    within(bar).getByText('10,000 of 100,000 matching selected')
    await user.click(within(bar).getByRole('button', { name: /^Annotate as/ }))
    await screen.findByText('Choosing one validates all 10,000')
    await user.keyboard('{Escape}')
    await user.click(within(bar).getByRole('button', { name: /^Discard/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Discard 10,000 records?' })
    within(question).getByText(/^100,000 records match, and 10,000 is the most that is changed at once/)
  })
})

describe('a bulk action on a phone', () => {
  it('leaves the focus on the card that was selected last, since its bar leaves the page', async () => {
    const matchMedia = window.matchMedia
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(matchMedia(query), { matches: query === '(max-width: 700px)' }),
    )
    const { user } = open(
      3,
      {},
      { 'POST /api/datasets/cards/TextClassification:bulk': () => ({ dataset: 'cards', processed: 2, failed: 0 }) },
    )
    const boxes = await screen.findAllByRole('checkbox', { name: /^Select (?!the page)/ })
    for (const box of boxes.slice(0, 2)) await user.click(box)
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    await user.click(within(bar).getByRole('button', { name: /^Discard/ }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'With the selected records' })).toBeNull())
    expect(document.activeElement?.getAttribute('data-record')).toBe('1')
  })
})

describe('validating a selection', () => {
  const annotation = { agent: 'eva', labels: [{ class: 'lost', score: 1 }] }
  const record = (id: number, rest: object) => ({
    ...{ id, inputs: { text: `I lost card ${id}` }, multi_label: false, metrics: {}, metadata: {} },
    ...{ last_updated: TIMES.last_updated, ...rest },
  })
  const records = [
    record(0, { status: 'Validated', annotation }),
    record(1, { status: 'Default', prediction: { agent: 'm', labels: [{ class: 'stolen', score: 0.9 }] } }),
    record(2, { status: 'Default' }),
  ]

  it.each(['the page', 'all that match'])('of %s leaves what others have validated to them', async (extent) => {
    const saved: unknown[] = []
    const { user } = open(
      9,
      {},
      {
        'POST /api/datasets/cards/TextClassification:search': () => ({
          ...{ total: 4, records, aggregations: { status: {} } },
        }),
        'POST /api/datasets/cards/TextClassification:bulk': ({ body }) => {
          saved.push(...JSON.parse(body).records)
          return { dataset: 'cards', processed: 1, failed: 0 }
        },
      },
    )
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    await user.click(within(bar).getByRole('checkbox', { name: 'Select the page' }))
    if (extent === 'all that match') {
      await user.click(within(bar).getByRole('button', { name: 'Select all 4 matching' }))
      await user.click(within(bar).getByRole('button', { name: /^Validate/ }))
      await screen.findByText(
        /all 4 records that match, .* Those among them in which it changes nothing stay as they are/,
      )
      await user.click(await screen.findByRole('button', { name: 'Validate them' }))
    } else {
      await user.click(within(bar).getByRole('button', { name: 'Validate 1' }))
    }
    await waitFor(() => expect(saved).toMatchObject([{ id: 1, status: 'Validated' }]))
    await screen.findByText('1 record has nothing to validate and was passed over')
  })
})

describe('records that no longer match once they are annotated', () => {
  it('leave the number that matches, while the pager goes on describing the list', async () => {
    let left = 25
    const { user } = open(
      25,
      { query: { status: ['Default'] } },
      {
        'POST /api/datasets/cards/TextClassification:search': ({ url, body }) => ({
          total: body.includes('status') ? left : 40,
          records: Array.from({ length: Number(url.searchParams.get('limit')) }, (_, at) => ({
            ...{ id: at, status: 'Default', inputs: { text: `I lost card ${at}` }, multi_label: false, metrics: {} },
          })),
          aggregations: { status: {} },
        }),
        'POST /api/datasets/cards/TextClassification:bulk': () => {
          left -= 1
          return { dataset: 'cards', processed: 1, failed: 0 }
        },
      },
    )
    await screen.findByText('25 records')
    for (const matching of [24, 23]) {
      const [discard] = await screen.findAllByRole('button', { name: 'Discard' })
      await user.click(discard ?? document.body)
      await screen.findByText(`${matching} records`, {}, { timeout: 3000 })
      expect(screen.getByText('1–10 of 25')).toBeTruthy()
      expect(screen.queryByRole('button', { name: 'Page 4' })).toBeNull()
    }
  })
})

describe('the warning that edits would be lost', () => {
  it('leaves with its page, where it would drop what this device keeps for the next visit', async () => {
    const { user, router } = open(
      12,
      {},
      {
        'POST /api/datasets/cards/TextClassification:search': ({ url }) => ({
          total: 12,
          records: Array.from({ length: Number(url.searchParams.get('limit')) }, (_, at) => ({
            ...{ id: at, status: 'Default', inputs: { text: `I lost card ${at}` }, multi_label: true, metrics: {} },
          })),
          aggregations: { status: {} },
        }),
      },
    )
    const [lost] = await screen.findAllByRole('button', { name: 'lost' })
    await user.click(lost ?? document.body)
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await screen.findByText('Pending actions will be lost when the page is refreshed')
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    await waitFor(() => expect(screen.queryByText(/^Pending actions will be lost/)).toBeNull())
  })
})

describe('a change of more records than one request takes', () => {
  /** Open 1,001 records; requests that change them wait until they are let go. */
  const openMany = () => {
    const sent: { id: number; status: string }[] = []
    const held: (() => void)[] = []
    let isHolding = true
    const routes: Record<string, FakeRoute> = {
      'POST /api/datasets/cards/TextClassification:search': ({ url }) => {
        const [from, limit] = ['from', 'limit'].map((name) => Number(url.searchParams.get(name)))
        return {
          total: 1001,
          records: Array.from({ length: Math.min(limit ?? 0, 1001 - (from ?? 0)) }, (_, at) => ({
            ...{ id: at + (from ?? 0), status: 'Default', inputs: { text: 'lost' }, multi_label: false, metrics: {} },
          })),
          aggregations: { status: {} },
        }
      },
      'POST /api/datasets/cards/TextClassification:bulk': async ({ body }) => {
        const { records } = JSON.parse(body)
        if (isHolding) await new Promise<void>((resolve) => held.push(resolve))
        sent.push(...records)
        return { dataset: 'cards', processed: records.length, failed: 0 }
      },
    }
    const letGo = () => {
      isHolding = false
      for (const go of held.splice(0)) go()
    }
    const hold = () => {
      isHolding = true
    }
    return { ...open(1001, {}, routes), sent, held, letGo, hold }
  }
  const discardAll = async (user: ReturnType<typeof open>['user']) => {
    const bar = await screen.findByRole('region', { name: 'With the selected records' })
    await user.click(within(bar).getByRole('checkbox', { name: 'Select the page' }))
    await user.click(within(bar).getByRole('button', { name: 'Select all 1,001 matching' }))
    await user.click(within(bar).getByRole('button', { name: /^Discard/ }))
    await user.click(await screen.findByRole('button', { name: 'Discard them' }))
  }

  it('goes on after its page is left, and says at the end what was changed', async () => {
    const { user, router, sent, held, letGo } = openMany()
    await discardAll(user)
    await waitFor(() => expect(held).toHaveLength(1))
    await router.navigate('/elsewhere')
    await screen.findByText('elsewhere')
    letGo()
    await screen.findByText('1,001 records are discarded', {}, { timeout: 20_000 })
    expect(new Set(sent.map(({ id }) => id)).size).toBe(1001)
  }, 40_000)

  it('is undone in as many requests, with its progress', async () => {
    const { user, sent, held, letGo, hold } = openMany()
    letGo()
    await discardAll(user)
    await screen.findByText('1,001 records are discarded', {}, { timeout: 20_000 })
    hold()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(held).toHaveLength(1))
    await screen.findByRole('progressbar', { name: '0 of 1,001 records' })
    letGo()
    await screen.findByText('1,001 records are undiscarded', {}, { timeout: 20_000 })
    expect(sent.slice(1001).map(({ status }) => status)).toEqual(Array(1001).fill('Default'))
  }, 40_000)
})

describe('an undo by key', () => {
  it('takes back what was done last, also while it is being saved', async () => {
    const sent: { id: number; status: string }[] = []
    const held: (() => void)[] = []
    const hold = () => new Promise<void>((resolve) => held.push(resolve))
    const { user } = open(
      2,
      {},
      {
        'POST /api/datasets/cards/TextClassification:bulk': async ({ body }) => {
          const { records } = JSON.parse(body)
          sent.push(...records.map(({ id, status }: { id: number; status: string }) => ({ id, status })))
          if (sent.length === 2) await hold()
          return { dataset: 'cards', processed: records.length, failed: 0, last_updated: `2026-01-0${sent.length + 1}` }
        },
      },
    )
    const discard = async (at: number) =>
      user.click((await screen.findAllByRole('button', { name: 'Discard' }))[at] ?? document.body)
    await discard(0)
    await screen.findByText('1 record is discarded')
    // The first card offers something else now, so this is on the second.
    await discard(0)
    await waitFor(() => expect(held).toHaveLength(1))
    await user.keyboard('{Control>}z{/Control}')
    for (const go of held) go()
    await waitFor(() =>
      expect(sent).toEqual([
        { id: 0, status: 'Discarded' },
        { id: 1, status: 'Discarded' },
        { id: 1, status: 'Default' },
      ]),
    )
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(sent.at(-1)).toEqual({ id: 0, status: 'Default' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo discard' })).toBeNull())
  })
})

describe('the progress of a classic dataset', () => {
  it('counts what is validated, discarded and annotated as each label, whatever is searched for [E19]', async () => {
    const search: FakeRoute = ({ body }) => ({
      total: body.includes('text') ? 3 : 20,
      records: [],
      aggregations: {
        status: { Default: 15, Validated: 4, Discarded: 1 },
        annotated_as: { stolen: 1, lost: 3, kept: 0 },
      },
    })
    const { user } = open(
      20,
      { query: { text: 'lost' } },
      { 'POST /api/datasets/cards/TextClassification:search': search },
    )
    await user.click(await screen.findByRole('button', { name: 'Progress' }))
    await screen.findByText('5 of 20 records')
    expect(screen.getByText('25.0%')).toBeTruthy()
    const counts = screen.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent])
    expect(counts).toEqual([
      ['Validated', '4'],
      ['Discarded', '1'],
      ['Left', '15'],
    ])
    const labels = within(screen.getByRole('region', { name: 'Labels annotated' })).getAllByRole('listitem')
    expect(labels.map(({ textContent }) => textContent)).toEqual(['lost3', 'stolen1'])
  })
})

describe('the progress of a text2text dataset', () => {
  it('says nothing of labels, which its records do not have', async () => {
    const { user } = open(
      0,
      {},
      {
        'GET /api/datasets/cards': () => ({ ...DATASET, task: 'Text2Text' }),
        'POST /api/datasets/cards/Text2Text:search': () => ({
          ...{ total: 5, records: [], aggregations: { status: { Default: 1, Validated: 4 } } },
        }),
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Progress' }))
    await screen.findByText('4 of 5 records')
    expect(screen.queryByText(/Labels annotated|Nothing is annotated/)).toBeNull()
  })
})

describe('the pager of a classic dataset', () => {
  it('ends at record 10,000 and says there why, and what helps [E17, K3]', async () => {
    const { user } = open(12_345, { pagination: { size: 10, page: 999 } })
    const pager = await screen.findByRole('navigation', { name: 'Pages' })
    expect(limit()).toBeNull()
    await user.click(within(pager).getByRole('button', { name: 'Page 1,000' }))
    await screen.findByText('9,991–10,000 of 12,345')
    expect(limit()?.textContent).toBe(
      'Only the first 10,000 of 12,345 records can be paged to. Search or filter to reach the others; none is lost.',
    )
    expect(within(pager).getByRole('button', { name: 'Next page' }).hasAttribute('disabled')).toBe(true)
  })

  it('stays on its page without a connection, and says why', async () => {
    const { user } = open(40, { pagination: { size: 10, page: 1 } })
    const pager = await screen.findByRole('navigation', { name: 'Pages' })
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const said = vi.spyOn(toasts, 'notify')
    await user.click(within(pager).getByRole('button', { name: 'Page 2' }))
    expect(said).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'You are offline: this works again when the connection is back.' }),
    )
    expect(screen.getByText('1–10 of 40')).toBeTruthy()
  })

  it('says nothing of a limit on the last page of fewer records', async () => {
    open(10_000, { pagination: { size: 10, page: 1000 } })
    await screen.findByText('9,991–10,000 of 10,000')
    expect(limit()).toBeNull()
  })

  it('opens its choice of page sizes by key, and gives the focus back', async () => {
    const { user, here } = open(50)
    const size = await screen.findByRole('button', { name: /Records per page/ })
    size.focus()
    await user.keyboard('{ArrowDown}')
    const sizes = await screen.findAllByRole('option')
    expect(sizes.map((one) => one.textContent)).toEqual(['1', '10', '20', '50', '100'])
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(decodeURIComponent(here())).toContain('pagination={"size":20,"page":1}'))
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-haspopup')).toBe('listbox'))
  })
})

describe('labels of a dataset without a label schema', () => {
  it('are looked for before it is said that there are none', async () => {
    let answer = (_: object) => {}
    const asked = new Promise<object>((resolve) => {
      answer = resolve
    })
    open(
      1,
      {},
      {
        'GET /api/datasets/cards/TextClassification/settings': () => ({ label_schema: null }),
        'POST /api/datasets/cards/TextClassification/metrics/dataset_labels:summary': () => asked,
      },
    )
    await screen.findAllByText('I lost card 0')
    expect(screen.queryByText('This dataset has no labels yet.')).toBeNull()
    answer({ labels: [] })
    await screen.findAllByText('This dataset has no labels yet.')
  })
})

describe('the outcome of predictions in the address', () => {
  it.each([
    ['of one value is that value', ['ok'], 'ok'],
    ['with both values is no filter', ['ok', 'ko'], undefined],
    ['that is false is no filter', false, undefined],
  ])('%s [V16]', async (_, predicted, sent) => {
    const { calls } = open(1, { query: { predicted } })
    await screen.findAllByText('I lost card 0')
    const searches = calls.filter(({ path }) => path.includes(':search?from=0&limit=10'))
    expect(searches.map(({ body }) => JSON.parse(body).query?.predicted)).toEqual([sent])
  })
})

describe('a token dataset without labels', () => {
  it.each([
    ['owner', 1],
    ['annotator', 0],
  ])('leads an %s to where they are made: %s', async (role, links) => {
    fakeServer({
      isSignedIn: true,
      user: { role },
      routes: {
        'GET /api/datasets/cards': () => ({ ...DATASET, task: 'TokenClassification' }),
        'GET /api/datasets/cards/TokenClassification/settings': () => ({ label_schema: null }),
        'POST /api/datasets/cards/TokenClassification/metrics/dataset_labels:summary': () => ({ labels: [] }),
        'POST /api/datasets/cards/TokenClassification:search': () => ({
          total: 1,
          records: [{ id: 1, status: 'Default', text: 'Ana left', tokens: ['Ana', 'left'], metrics: {}, metadata: {} }],
          aggregations: { status: {} },
        }),
      },
    })
    openPage('/datasets/bank/cards', { '/datasets/:workspace/:dataset': ExplorePage })
    await screen.findByText('There are no labels to mark with.')
    expect(screen.queryAllByRole('link', { name: 'Add labels in the settings' })).toHaveLength(links)
  })
})

it('no longer offers a label that somebody else has removed, once the server has refused it', async () => {
  const labels = ['lost', 'stolen']
  const { user } = open(
    1,
    {},
    {
      'GET /api/datasets/cards/TextClassification/settings': () => ({
        label_schema: { labels: labels.map((name) => ({ id: name, name })) },
      }),
      'POST /api/datasets/cards/TextClassification:bulk': () =>
        new FakeReply(400, {
          detail: { code: 'argilla.api.errors::BadRequestError', params: { message: 'No such label' } },
        }),
    },
  )
  const offered = () => screen.queryAllByRole('button', { name: /^stolen/ })
  await waitFor(() => expect(offered()).not.toEqual([]))
  labels.pop()
  const [stolen] = offered()
  if (stolen) await user.click(stolen)
  await waitFor(() => expect(offered()).toEqual([]))
  expect(screen.queryAllByRole('button', { name: /^lost/ })).not.toEqual([])
})

describe('the search box of a classic dataset', () => {
  const box = () => screen.findByRole('searchbox', { name: 'Search the records' })

  it('says that Enter is needed, and searches for an example of the help that is pressed', async () => {
    const { user, here } = open(1)
    await user.type(await box(), 'card')
    const hint = await screen.findByText('Press Enter to search')
    expect((await box()).getAttribute('aria-describedby')).toBe(hint.id)
    await user.click(screen.getByRole('button', { name: 'How to search' }))
    await user.click(await screen.findByRole('button', { name: /lost OR stolen.*one of the two/ }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('query={"text":"lost+OR+stolen"}'))
    expect(screen.queryByText('Press Enter to search')).toBeNull()
  })

  it('names the problem of a query as the description of the box, which keeps the query', async () => {
    open(
      1,
      { query: { text: 'card AND (' } },
      {
        'POST /api/datasets/cards/TextClassification:search': () =>
          new FakeReply(400, {
            detail: {
              code: 'argilla.api.errors::InvalidTextSearchError',
              params: { message: 'Failed to parse query' },
            },
          }),
      },
    )
    const problem = await screen.findByText('Failed to parse query')
    const field = await box()
    expect(field.getAttribute('aria-describedby')).toBe(problem.id)
    expect(field.getAttribute('value')).toBe('card AND (')
  })
})

describe('the filters of a classic dataset', () => {
  it('tick the value that is found best with Enter, and count once they are applied', async () => {
    const channel = Object.fromEntries(['chat', 'e-mail', ...'abcdefgh'].map((name, at) => [name, 20 - at]))
    const { user, here } = open(
      1,
      {},
      {
        'POST /api/datasets/cards/TextClassification:search': () => ({
          total: 1,
          records: [
            { id: 0, status: 'Default', inputs: { text: 'I lost it' }, multi_label: false, metrics: {}, metadata: {} },
          ],
          aggregations: { status: {}, metadata: { channel } },
        }),
      },
    )
    await user.click(await screen.findByRole('button', { name: 'Metadata' }))
    await user.type(await screen.findByRole('searchbox', { name: 'Find a value of channel' }), 'mail{Enter}')
    expect(screen.getByRole('checkbox', { name: 'e-mail, 19 records', checked: true })).toBeTruthy()
    expect(here()).not.toContain('query=')
    await user.click(screen.getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(decodeURIComponent(here())).toContain('query={"metadata":{"channel":["e-mail"]}}'))
  })
})

describe('the details of a record', () => {
  it('show a time in metadata as a date, and the stored number', async () => {
    const { user } = open(1)
    const [menu] = await screen.findAllByRole('button', { name: 'More about this record' })
    if (menu) await user.click(menu)
    await user.click(await screen.findByRole('menuitem', { name: 'Record details' }))
    const details = await screen.findByRole('dialog')
    within(details).getByRole('cell', { name: `${formatDateTime(new Date(STORED_MS))} (${STORED_MS})` })
  })
})
