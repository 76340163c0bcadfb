import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FakeReply, type FakeRoute, fakeServer } from '../../../../api/testing/fake-server.ts'
import { toasts } from '../../../../ui/toast/toast-queue.ts'
import { openPage } from '../../../session/testing/open-page.tsx'
import { ExplorePage } from '../../ExplorePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  toasts.clear()
})

const TIMES = { created_at: '2026-01-01T00:00:00.000000', last_updated: '2026-01-01T00:00:00.000000' }
const DATASET = {
  ...{ id: 'bank.cards', name: 'cards', workspace: 'bank', owner: 'bank', task: 'TextClassification', tags: {} },
  ...{ metadata: {}, ...TIMES },
}
const RULES = '/api/datasets/TextClassification/cards/labeling/rules'
const SUGGESTIONS = '/api/datasets/cards/TextClassification/labeling/suggestions'

interface StoredRule {
  query: string
  labels: string[]
  day?: number
  description?: string
}

interface World {
  rules?: readonly StoredRule[]
  labels?: readonly string[]
  dataset?: object
  role?: string
  report?: object
  /** Number of annotated records. */
  annotated?: number
  routes?: Record<string, FakeRoute>
}

const ruleBody = ({ query, labels, day = 1, description }: StoredRule) => ({
  query,
  labels,
  ...(description === undefined ? {} : { description }),
  author: 'maria',
  created_at: `2026-11-0${day}T10:00:00.000000`,
})
const counts = (query: string, covered: number, correct: number, incorrect: number) => ({
  query,
  covered_records: covered,
  covered_annotated_records: correct + incorrect,
  correct,
  incorrect,
})

function open(filter: object | undefined, world: World = {}) {
  const rules = (world.rules ?? []).map((rule) => ({ ...rule }))
  const found = (query: string) => rules.find((rule) => rule.query === query)
  const metrics: FakeRoute = ({ url }) => {
    const judged = url.searchParams.getAll('label').length > 0 && world.annotated !== 0
    return {
      total_records: 10_003,
      annotated_records: world.annotated ?? 4212,
      coverage: 112 / 10_003,
      ...(world.annotated === 0 ? {} : { coverage_annotated: 45 / 4212, correct: 0, incorrect: 0 }),
      ...(judged ? { correct: 22, incorrect: 23, precision: 22 / 45 } : {}),
    }
  }
  const server = fakeServer({
    isSignedIn: true,
    user: { role: world.role ?? 'owner' },
    routes: {
      'GET /api/datasets/cards': () => ({ ...DATASET, ...world.dataset }),
      'GET /api/datasets/cards/TextClassification/settings': () => ({
        label_schema: { labels: (world.labels ?? ['lost', 'stolen', 'found']).map((name) => ({ id: name, name })) },
      }),
      'POST /api/datasets/cards/TextClassification/metrics/dataset_labels:summary': () => ({ labels: [] }),
      'POST /api/datasets/cards/TextClassification:search': () => ({
        total: 112,
        records: [{ id: 1, status: 'Default', inputs: { text: 'I lost my card' }, multi_label: false, metrics: {} }],
        aggregations: {
          status: {},
          annotated_by: { maria: 4 },
          annotated_as: world.labels?.length === 0 ? {} : { found: 3, stolen: 1 },
        },
      }),
      [`GET ${RULES}`]: () => rules.map(ruleBody),
      [`POST ${RULES}`]: ({ body }) => {
        const rule: StoredRule = JSON.parse(body)
        if (found(rule.query)) return new FakeReply(409, { detail: { code: 'x', params: { name: rule.query } } })
        rules.push(rule)
        return ruleBody(rule)
      },
      ...Object.fromEntries(
        ['card', ...rules.map(({ query }) => query)].map((query) => [
          `PATCH ${RULES}/${encodeURIComponent(query)}`,
          ({ body }: { body: string }) => {
            const rule = found(query)
            if (!rule) return new FakeReply(404, { detail: { code: 'x', params: { name: query } } })
            const { labels, new_query = query } = JSON.parse(body)
            Object.assign(rule, { labels, query: new_query })
            return ruleBody(rule)
          },
        ]),
      ),
      [`DELETE ${RULES}/card`]: () => {
        rules.splice(
          rules.findIndex(({ query }) => query === 'card'),
          1,
        )
        return null
      },
      [`GET ${RULES}/metrics`]: () => ({
        total_records: 10_003,
        annotated_records: 4212,
        coverage: 1280 / 10_003,
        coverage_annotated: 551 / 4212,
      }),
      [`GET ${RULES}/card%2Fmetrics`]: metrics,
      [`GET ${RULES}/card%20AND%20lost%2Fmetrics`]: metrics,
      [`GET ${SUGGESTIONS}`]: () => ({
        ...{ total_records: 10_003, annotated_records: 4212, rules: rules.length, left_out: [] },
        ...{ covered_records: 1280, not_validated_records: 796, disputed_records: 21 },
        ...{ other_predictions: 0, own_predictions: 0, multi_label: false },
        by_rule: [counts('card', 112, 22, 23), counts('refund', 40, 18, 2)],
        methods: [
          {
            method: 'dawid_skene',
            suggested_records: 1280,
            kept_records: 0,
            compared_records: 596,
            correct_records: 449,
          },
          { method: 'majority', suggested_records: 1259, kept_records: 0, compared_records: 590, correct_records: 444 },
        ],
        ...world.report,
      }),
      ...world.routes,
    },
  })
  const address = new URLSearchParams({
    ...(filter ? { query: JSON.stringify(filter) } : {}),
    viewMode: 'labelling-rules',
  })
  const page = openPage(`/datasets/bank/cards?${address}`, { '/datasets/:workspace/:dataset': ExplorePage })
  const asked = (method: string, path: string) =>
    server.calls.filter((call) => call.method === method && call.path.split('?')[0] === path)
  const said = () => JSON.parse(new URLSearchParams(page.here().split('?')[1]).get('query') ?? '{}')
  return { ...server, ...page, asked, said }
}

const rulePanel = () => screen.findByRole('region', { name: 'This rule' })
const figures = () => screen.findByRole('region', { name: 'How good it is' })
const label = async (name: string) => within(await rulePanel()).findByRole('button', { name: new RegExp(name) })
const openTable = async (user: ReturnType<typeof open>['user']) => {
  await user.click(await screen.findByRole('button', { name: /^Manage/ }))
  return screen.findByRole('heading', { name: 'Rules', level: 2 })
}
const queries = () =>
  within(screen.getByRole('table', { name: 'Rules' }))
    .getAllByRole('button', { name: /^Open the rule/ })
    .map((button) => button.textContent)

describe('the focus', () => {
  it('goes to the table of rules and back to the button that opened it', async () => {
    const { user } = open({ text: 'card' }, { rules: [{ query: 'refund', labels: ['found'] }] })
    const heading = await openTable(user)
    await waitFor(() => expect(document.activeElement).toBe(heading))
    await user.click(screen.getByRole('button', { name: 'Back to writing rules' }))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Manage/ })))
  })
})

describe('the rule being written', () => {
  it('shows what it hits, how good it is, and the same of all rules, summed over them [K8]', async () => {
    const { user, asked } = open({ text: 'card' }, { rules: [{ query: 'refund', labels: ['found'] }] })
    expect(await within(await rulePanel()).findByText('112 of 10,003 records hit')).toBeTruthy()
    await user.click(await label('lost'))
    const shown = within(await figures())
    expect(await shown.findByText('48.889%')).toBeTruthy()
    // Records: total × coverage, rounded.
    expect(shown.getByText('1.12%')).toBeTruthy()
    expect(shown.getByText('112 of 10,003')).toBeTruthy()
    expect(shown.getByText('45 of 4,212')).toBeTruthy()
    expect(shown.getByText('22 of 45')).toBeTruthy()
    expect(shown.getByText('22 · 23')).toBeTruthy()
    expect(shown.getByText('all rules 12.796%, 1,280')).toBeTruthy()
    // Σ correct / (Σ correct + Σ incorrect) = 40 / 65, which is not the mean of the two precisions.
    expect(await shown.findByText('all rules 61.538%, 40 of 65')).toBeTruthy()
    expect(shown.getByText('all rules 40 · 25')).toBeTruthy()
    expect(asked('GET', `${RULES}/card%2Fmetrics`).map(({ path }) => path.split('?')[1])).toEqual([
      undefined,
      'label=lost',
    ])
  })

  it('without a query has a prompt and inert labels, and nothing is asked', async () => {
    const { calls } = open(undefined)
    const panel = await rulePanel()
    expect(within(panel).getByText('Type a query in the search box to see what it hits.')).toBeTruthy()
    await waitFor(() => expect(panel.querySelector('[inert] button')).toBeTruthy())
    expect(within(await figures()).getAllByText('–')).toHaveLength(4)
    expect(calls.filter(({ path }) => path.includes('metrics') && path.includes(RULES))).toEqual([])
    // Without rules there are no figures of all rules either.
    expect(calls.some(({ path }) => path === SUGGESTIONS)).toBe(false)
  })

  it('offers the labels of the annotated hits first', async () => {
    open({ text: 'card' })
    await label('lost')
    const names = async () =>
      within(within(await rulePanel()).getByRole('group', { name: 'Labels' }))
        .getAllByRole('button')
        .map((button) => button.textContent)
        .slice(0, 3)
    await waitFor(async () => expect(await names()).toEqual(['found', 'stolen', 'lost']))
  })

  it.each([
    ['all hits', { found: 11, reactivate: 9 }, {}],
    ['a sample of the hits', { found: 13, reactivate: 8 }, { words_sampled: true }],
  ])(
    'offers words that only its incorrect hits have, as an edit that can be taken back: counted in %s',
    async (_, counted, sampled) => {
      const WORDS: Record<string, object> = {
        incorrect: { card: 23, still: 12, ...counted, once: 1 },
        correct: { card: 22 },
      }
      const without = '(card) AND NOT (found OR reactivate)'
      const search: FakeRoute = ({ body }) => {
        const { query } = JSON.parse(body)
        // The list of words of correct hits is truncated before one of these words.
        const totals: Record<string, number> = {
          'correct (card) AND still': 3,
          'incorrect (card) AND found': 11,
          'incorrect (card) AND reactivate': 9,
        }
        return {
          total: totals[`${query.by_rules?.outcome} ${query.query_text}`] ?? 0,
          records: [],
          aggregations: { status: {}, words: WORDS[query.by_rules?.outcome] ?? {}, ...sampled },
        }
      }
      const { user, said } = open(
        { text: 'card', status: ['Default'] },
        {
          routes: {
            'POST /api/datasets/cards/TextClassification:search': search,
            [`GET ${RULES}/${encodeURIComponent(`${without}/metrics`)}`]: () => ({
              ...{ total_records: 10_003, annotated_records: 4212, coverage: 0.009, coverage_annotated: 0.006 },
              ...{ correct: 22, incorrect: 3, precision: 0.88 },
            }),
          },
        },
      )
      await user.click(await label('lost'))
      const hint = within(await screen.findByRole('note'))
      const told = '“found” is in 11 of the 23 incorrect hits and in no correct one, “reactivate” in 9'
      await waitFor(() => expect(screen.getByRole('note').textContent).toContain(told))
      await user.click(hint.getByRole('button', { name: 'Add NOT (found OR reactivate)' }))
      await waitFor(() => expect(said()).toEqual({ text: without, status: ['Default'] }))
      expect((await label('lost')).getAttribute('aria-pressed')).toBe('true')
      // Three incorrect hits are too few for a hint.
      await within(await figures()).findByText('22 · 3')
      expect(screen.queryByRole('note')).toBeNull()
      await user.click(await screen.findByRole('button', { name: 'Undo' }))
      await waitFor(() => expect(said()).toEqual({ text: 'card', status: ['Default'] }))
      expect((await label('lost')).getAttribute('aria-pressed')).toBe('true')
    },
  )

  it('is saved once; where the query has a rule already, that one takes the labels [T11]', async () => {
    const { user, calls } = open({ text: 'card' })
    const save = () => screen.findByRole('button', { name: /Save the rule/ })
    expect((await save()).getAttribute('aria-disabled')).toBe('true')
    await user.click(await label('lost'))
    await user.click(await save())
    expect(await screen.findByText('The rule is saved')).toBeTruthy()
    const [first] = toasts.getVisible()
    expect(await screen.findByText('This rule is saved.')).toBeTruthy()
    await user.click(await label('stolen'))
    await user.click(await screen.findByRole('button', { name: /Update the rule/ }))
    await screen.findByText('This rule is saved.')
    const sent = calls.filter(({ method, path }) => method !== 'GET' && path.startsWith(RULES))
    expect(sent.map(({ method, path, body }) => [method, path, JSON.parse(body)])).toEqual([
      ['POST', RULES, { query: 'card', labels: ['lost'] }],
      ['POST', RULES, { query: 'card', labels: ['lost', 'stolen'] }],
      ['PATCH', `${RULES}/card`, { labels: ['lost', 'stolen'] }],
    ])
    // One message takes the place of the one before.
    await waitFor(() => expect(toasts.getVisible()[0]?.id).not.toBe(first?.id))
    expect(toasts.getVisible()).toHaveLength(1)
  })

  it('keeps labels that are not saved while its words change, and begins anew once they are saved or cleared', async () => {
    const { user } = open({ text: 'card' })
    const box = () => screen.getByRole('searchbox', { name: 'Search the records' })
    const isLabelled = async () => (await label('lost')).getAttribute('aria-pressed')
    await user.click(await label('lost'))
    await user.type(box(), ' AND lost{Enter}')
    await within(await rulePanel()).findByText('card AND lost')
    expect(await isLabelled()).toBe('true')
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('This rule is saved.')
    await user.clear(box())
    await user.type(box(), 'card{Enter}')
    await waitFor(async () => expect((await rulePanel()).querySelector('code')?.textContent).toBe('card'))
    expect(await isLabelled()).toBe('false')
    await user.click(await label('lost'))
    await user.clear(box())
    await user.keyboard('{Enter}')
    await screen.findByText('Type a query in the search box to see what it hits.')
    await user.type(box(), 'card{Enter}')
    expect(await isLabelled()).toBe('false')
  })

  it('with a query that cannot be read is not saved, and keeps its labels while the query is corrected', async () => {
    const query = 'card AND ('
    const detail = {
      code: 'argilla.api.errors::InvalidTextSearchError',
      params: { message: 'a closing bracket is missing' },
    }
    const { user, calls } = open(
      { text: query },
      {
        rules: [{ query, labels: ['stolen'] }],
        routes: { [`GET ${RULES}/${encodeURIComponent(`${query}/metrics`)}`]: () => new FakeReply(400, { detail }) },
      },
    )
    await user.click(await label('lost'))
    const save = await screen.findByRole('button', { name: /Update the rule/ })
    await waitFor(() => expect(save.title).toBe('a closing bracket is missing'))
    await user.keyboard('{Control>}s{/Control}')
    expect(calls.filter(({ method, path }) => method === 'POST' && path === RULES)).toEqual([])
    const box = screen.getByRole('searchbox', { name: 'Search the records' })
    await user.clear(box)
    await user.type(box, 'card AND lost{Enter}')
    await within(await rulePanel()).findByText('card AND lost')
    for (const name of ['lost', 'stolen']) expect((await label(name)).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('This rule is saved.')
  })

  it('is told when it cannot be saved, and can be saved again', async () => {
    const { user } = open(
      { text: 'card' },
      { routes: { [`POST ${RULES}`]: () => new FakeReply(500, { detail: 'disk' }) } },
    )
    await user.click(await label('lost'))
    await user.click(await screen.findByRole('button', { name: /Save the rule/ }))
    expect(await screen.findByText('Error: disk')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Save the rule/ }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('brings its labels when it is stored, is cleared with the query, and is not asked again unchanged [T11]', async () => {
    const { user, asked } = open({ text: 'card' }, { rules: [{ query: 'card', labels: ['lost', 'found'] }] })
    await screen.findByText('This rule is saved.')
    expect((await label('lost')).getAttribute('aria-pressed')).toBe('true')
    await within(await figures()).findByText('22 · 23')
    const metrics = () => asked('GET', `${RULES}/card%2Fmetrics`).length
    await openTable(user)
    const before = metrics()
    await user.click(await screen.findByRole('button', { name: 'Open the rule card' }))
    await screen.findByText('This rule is saved.')
    expect(metrics()).toBe(before)
    // The same set of labels in another order counts as the same rule.
    await user.click(await label('lost'))
    await waitFor(() => expect(metrics()).toBe(before + 1))
    await user.click(await label('lost'))
    await screen.findByText('This rule is saved.')
    const last = metrics()
    await user.clear(screen.getByRole('searchbox', { name: 'Search the records' }))
    await user.keyboard('{Enter}')
    expect(await screen.findByText('Type a query in the search box to see what it hits.')).toBeTruthy()
    expect(metrics()).toBe(last)
  })

  it('without a query offers one of words that are often together, which one click fills in', async () => {
    const words = { found: 90, me: 80, card: 60, lost: 40 }
    const search: FakeRoute = ({ body }) => ({
      ...{ total: 112, records: [] },
      aggregations: {
        status: {},
        annotated_as: {},
        words: JSON.parse(body).query.query_text === 'found' ? { found: 90, me: 50, card: 30 } : words,
      },
    })
    const { user } = open(undefined, {
      routes: { 'POST /api/datasets/cards/TextClassification:search': search },
    })
    await user.click(await screen.findByRole('button', { name: 'Try found AND card' }))
    await waitFor(() =>
      expect(screen.getByRole('searchbox', { name: 'Search the records' })).toHaveProperty('value', 'found AND card'),
    )
    const panel = await rulePanel()
    await waitFor(() => expect(document.activeElement?.textContent).toBe('found AND card'))
    expect(panel.querySelector('[inert]')).toBeNull()
    expect(screen.queryByRole('button', { name: /^Try/ })).toBeNull()
  })

  it('says that precision needs annotated records, and leads to annotating', async () => {
    const world = {
      annotated: 0,
      rules: [{ query: 'refund', labels: ['found'] }],
      report: { by_rule: [counts('refund', 40, 0, 0)] },
    }
    const { user, here } = open({ text: 'card' }, world)
    await user.click(await label('lost'))
    expect(await screen.findByText(/^Nothing is annotated yet/)).toBeTruthy()
    // Of all rules neither: no correct and no incorrect hit is not a zero.
    expect(await within(await figures()).findAllByText('all rules –')).toHaveLength(2)
    expect(within(await figures()).queryByText(/0 of 0|0 · 0/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Annotate some' }))
    await waitFor(() => expect(here()).not.toContain('viewMode'))
    expect(here()).toContain('card')
  })

  it('shows the records that it is wrong about, until the rule is another one', async () => {
    const { user, said, calls } = open({ text: 'card' })
    await user.click(await label('lost'))
    await user.click(await screen.findByRole('radio', { name: 'Incorrect 23' }))
    const outcome = { outcome: 'incorrect', rules: [{ query: 'card', labels: ['lost'] }] }
    await waitFor(() => expect(said()).toEqual({ text: 'card', by_rules: outcome }))
    await waitFor(() =>
      expect(calls.some(({ path, body }) => path.includes(':search') && body.includes('"incorrect"'))).toBe(true),
    )
    expect(screen.getByText('not as annotated')).toBeTruthy()
    await user.click(await label('stolen'))
    await waitFor(() => expect(said()).toEqual({ text: 'card' }))
  })

  it('in a dataset without labels leads to where they are made', async () => {
    const { user, here } = open({ text: 'card' }, { labels: [] })
    await user.click(await screen.findByRole('button', { name: 'Create labels in the settings' }))
    expect(here()).toBe('/datasets/bank/cards/settings')
  })

  it('in a dataset without labels does not lead annotators to settings that they cannot change', async () => {
    open({ text: 'card' }, { labels: [], role: 'annotator' })
    await screen.findByText('A rule needs labels to give. This dataset has none yet.')
    expect(screen.queryByRole('button', { name: 'Create labels in the settings' })).toBeNull()
  })
})

describe('a stored rule that cannot be read', () => {
  const query = 'card AND ('
  const broken = { query, labels: ['stolen'], description: 'taken away' }
  const left_out = [{ query, reason: 'unreadable', message: 'A bracket is never closed' }]
  const detail = { code: 'argilla.api.errors::InvalidTextSearchError', params: { message: 'A bracket is missing' } }
  const unreadable = {
    [`GET ${RULES}/${encodeURIComponent(`${query}/metrics`)}`]: () => new FakeReply(400, { detail }),
  }
  const path = `${RULES}/${encodeURIComponent(query)}`
  const fix = async (world: World) => {
    const page = open(undefined, { report: { left_out }, ...world, routes: { ...unreadable, ...world.routes } })
    await openTable(page.user)
    await page.user.click(await screen.findByRole('button', { name: 'Fix' }))
    return page
  }
  const search = async (user: ReturnType<typeof open>['user'], words: string) => {
    const box = screen.getByRole('searchbox', { name: 'Search the records' })
    await user.clear(box)
    await user.type(box, `${words}{Enter}`)
    await waitFor(async () => expect((await rulePanel()).querySelector('code')?.textContent).toBe(words))
  }

  it('is recognised at its address, however late the stored rules are', async () => {
    let answer: (rules: unknown) => void = () => undefined
    const stored = { [`GET ${RULES}`]: () => new Promise((resolve) => (answer = resolve)) }
    open({ text: query }, { rules: [broken], routes: { ...unreadable, ...stored } })
    const save = await screen.findByRole('button', { name: /^Save the rule/ })
    await waitFor(() => expect(save.title).toBe('A bracket is missing'))
    answer([ruleBody(broken)])
    expect(await screen.findByText(/^This rule cannot be read. Correct its query/)).toBeTruthy()
    expect((await label('stolen')).getAttribute('aria-pressed')).toBe('true')
  })

  it('is replaced by its mended form in one request, with its labels', async () => {
    const { user, calls } = await fix({ rules: [broken] })
    expect(await screen.findByText(/^This rule cannot be read. Correct its query/)).toBeTruthy()
    await search(user, 'card AND lost')
    expect(screen.getByText('Saving replaces the broken rule “card AND (”.')).toBeTruthy()
    expect((await label('stolen')).getAttribute('aria-pressed')).toBe('true')
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('This rule is saved.')
    expect(await screen.findByText('The rule is saved in place of the broken one')).toBeTruthy()
    expect(screen.queryByText(/the broken rule/)).toBeNull()
    const sent = calls.filter(({ method, path: at }) => method !== 'GET' && at.startsWith(RULES))
    expect(sent.map((call) => [call.method, call.path, JSON.parse(call.body)])).toEqual([
      ['PATCH', path, { labels: ['stolen'], new_query: 'card AND lost' }],
    ])
    await openTable(user)
    expect(queries()).toEqual(['card AND lost'])
  })

  it('stays until its mended form is saved, and is replaced by the next try', async () => {
    let isFull = true
    const { user, asked } = await fix({
      rules: [broken],
      routes: {
        [`PATCH ${path}`]: ({ body }) =>
          isFull ? new FakeReply(500, { detail: 'disk' }) : ruleBody({ ...broken, query: JSON.parse(body).new_query }),
      },
    })
    await search(user, 'card AND lost')
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    expect(await screen.findByText('Error: disk')).toBeTruthy()
    expect(screen.getByText('Saving replaces the broken rule “card AND (”.')).toBeTruthy()
    expect((await label('stolen')).getAttribute('aria-pressed')).toBe('true')
    isFull = false
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('The rule is saved in place of the broken one')
    expect(asked('PATCH', path)).toHaveLength(2)
    expect(asked('POST', RULES)).toEqual([])
  })

  it('that was deleted meanwhile is saved as a new rule', async () => {
    const { user, asked } = await fix({
      rules: [broken],
      routes: { [`PATCH ${path}`]: () => new FakeReply(404, { detail: { code: 'x', params: {} } }) },
    })
    await search(user, 'card AND lost')
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('This rule is saved.')
    expect(asked('POST', RULES).map(({ body }) => JSON.parse(body))).toEqual([
      { query: 'card AND lost', labels: ['stolen'] },
    ])
  })

  it('can be deleted where another rule has the mended query already', async () => {
    const rules = [broken, { query: 'card', labels: ['lost'] }]
    let isDeleted = false
    const { user } = await fix({
      rules,
      routes: {
        [`GET ${RULES}`]: () =>
          rules.filter(({ query: one }) => !isDeleted || one === 'card').map((one) => ruleBody(one)),
        [`DELETE ${path}`]: () => {
          isDeleted = true
          return null
        },
      },
    })
    await search(user, 'card')
    expect((await label('lost')).getAttribute('aria-pressed')).toBe('true')
    await user.click(await screen.findByRole('button', { name: 'Delete the broken rule' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete the broken rule' })).toBeNull())
    await waitFor(() => expect(document.activeElement?.textContent).toBe('This rule is saved.'))
  })

  it('is left alone once the search is cleared', async () => {
    const { user, asked } = await fix({ rules: [broken] })
    await user.clear(screen.getByRole('searchbox', { name: 'Search the records' }))
    await user.keyboard('{Enter}')
    await screen.findByText('Type a query in the search box to see what it hits.')
    await search(user, 'card')
    await user.click(await label('lost'))
    await user.click(screen.getByRole('button', { name: /Save the rule/ }))
    await screen.findByText('This rule is saved.')
    expect(asked('PATCH', path)).toEqual([])
  })

  it('has no choice of the records that it labels correctly', async () => {
    const { user } = await fix({ rules: [broken] })
    await screen.findByText(/^This rule cannot be read/)
    await waitFor(async () =>
      expect((await screen.findByRole('button', { name: /Update the rule/ })).title).not.toBe(''),
    )
    expect(screen.queryByRole('radiogroup', { name: 'Records shown' })).toBeNull()
    await search(user, 'card')
    expect(await screen.findByRole('radiogroup', { name: 'Records shown' })).toBeTruthy()
  })
})

describe('the table of rules', () => {
  const rules = [
    { query: 'card', labels: ['lost'], day: 1 },
    { query: 'refund', labels: ['found'], day: 3, description: 'money back' },
    { query: 'exchange AND (', labels: ['stolen'], day: 2 },
  ]
  const left_out = [{ query: 'exchange AND (', reason: 'unreadable', message: 'A bracket is never closed' }]

  it('has the newest rule first, sorts by every column, and finds rules by their words', async () => {
    const { user } = open(undefined, { rules, report: { left_out } })
    await openTable(user)
    expect(queries()).toEqual(['refund', 'exchange AND (', 'card'])
    expect(await screen.findByText('90.00%')).toBeTruthy()
    expect(screen.getByText('3 rules, 1 left out')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Precision' }))
    expect(queries()).toEqual(['refund', 'card', 'exchange AND ('])
    await user.click(screen.getByRole('button', { name: 'Precision' }))
    // Rules without a figure stay last.
    expect(queries()).toEqual(['card', 'refund', 'exchange AND ('])
    await user.click(screen.getByRole('button', { name: 'Query' }))
    expect(queries()).toEqual(['card', 'exchange AND (', 'refund'])
    await user.type(screen.getByRole('searchbox', { name: 'Find a rule by its words or label' }), 'money')
    expect(queries()).toEqual(['refund'])
  })

  it('marks a rule that cannot be read, shows the others, and leads to where it can be mended', async () => {
    const { user, said } = open(undefined, { rules, report: { left_out } })
    await openTable(user)
    expect(await screen.findByText('Left out of every figure: A bracket is never closed')).toBeTruthy()
    expect(screen.getByText('48.889%')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Fix' }))
    await waitFor(() => expect(said()).toEqual({ text: 'exchange AND (' }))
    expect(screen.queryByRole('table', { name: 'Rules' })).toBeNull()
  })

  it('draws hundreds of rules page by page, with one call for all their figures', async () => {
    const many = Array.from({ length: 120 }, (_, at) => ({ query: `word${at}`, labels: ['lost'] }))
    const { user, asked, calls } = open(undefined, { rules: many })
    await openTable(user)
    expect(queries()).toHaveLength(50)
    await user.click(screen.getByRole('button', { name: 'Show 50 more' }))
    await user.click(screen.getByRole('button', { name: 'Show 20 more' }))
    expect(queries()).toHaveLength(120)
    expect(asked('GET', SUGGESTIONS).length).toBeLessThanOrEqual(1)
    expect(calls.filter(({ path }) => path.includes('%2Fmetrics'))).toEqual([])
  })

  it('leaves the focus on the next rule when one is deleted, so that the next key acts there', async () => {
    let left = ['card', 'refund', 'limit'].map((query) => ({ query, labels: ['lost'] }))
    const routes: Record<string, FakeRoute> = {
      [`GET ${RULES}`]: () => left,
      [`DELETE ${RULES}/refund`]: () => {
        left = left.filter(({ query }) => query !== 'refund')
        return null
      },
    }
    const { user } = open(undefined, { rules: left, routes })
    await openTable(user)
    const names = () => screen.getAllByRole('button', { name: /^Delete the rule/ }).map((one) => one.ariaLabel)
    const after = names()[names().indexOf('Delete the rule refund') + 1] ?? names()[1]
    await user.click(screen.getByRole('button', { name: 'Delete the rule refund' }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the rule' }))
    await waitFor(() => expect(screen.queryByText('refund')).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe(after))
  })

  it.each([
    [200, "Rule 'card' is deleted"],
    [500, "Rule 'card' can't be deleted"],
  ])('deletes after a question; a %i is told as “%s” [X9]', async (status, words) => {
    const routes: Record<string, FakeRoute> =
      status === 200 ? {} : { [`DELETE ${RULES}/card`]: () => new FakeReply(status, { detail: 'disk' }) }
    const { user, asked } = open(undefined, { rules, routes })
    await openTable(user)
    await user.click(screen.getByRole('button', { name: 'Delete the rule card' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/The rule card is deleted/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await user.click(screen.getByRole('button', { name: 'Delete the rule card' }))
    expect(asked('DELETE', `${RULES}/card`)).toEqual([])
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete the rule' }))
    expect(await screen.findByText(words)).toBeTruthy()
    await waitFor(() => expect(queries().includes('card')).toBe(status !== 200))
    expect(screen.queryByText('Error: disk')).toBeNull()
  })

  it('says when there is nothing to refresh, and asks for no figures without rules [X10]', async () => {
    const { user, calls } = open(undefined)
    await openTable(user)
    expect(await screen.findByText('No rules yet')).toBeTruthy()
    await user.click(screen.getAllByRole('button', { name: 'Refresh' })[0] as HTMLElement)
    expect(await screen.findByText('No rules info found')).toBeTruthy()
    expect(calls.some(({ path }) => path === `${RULES}/metrics` || path === SUGGESTIONS)).toBe(false)
  })

  it('is hidden by another mode [T7]', async () => {
    const { user } = open(undefined, { rules })
    await openTable(user)
    await user.click(screen.getByRole('button', { name: 'Annotate' }))
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Rules' })).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Rules' }))
    await rulePanel()
    expect(screen.queryByRole('table', { name: 'Rules' })).toBeNull()
  })

  it('leads to the records that no rule covers, that rules disagree on, and that a rule is wrong about', async () => {
    const { user, said } = open(undefined, { rules })
    await openTable(user)
    await user.click(await screen.findByRole('button', { name: '23 incorrect labels of card: show the records' }))
    const wrong = { outcome: 'incorrect', rules: [{ query: 'card', labels: ['lost'] }] }
    await waitFor(() => expect(said()).toEqual({ text: 'card', by_rules: wrong }))
    await openTable(user)
    await user.click(screen.getByRole('button', { name: 'Apply as suggestions' }))
    await user.click(await screen.findByRole('button', { name: 'Show the records that rules disagree on' }))
    await waitFor(() => expect(said()).toEqual({ by_rules: { outcome: 'disputed' } }))
    await user.click(await screen.findByRole('radio', { name: 'Covered by no rule 8,723' }))
    await waitFor(() => expect(said()).toEqual({ by_rules: { outcome: 'uncovered' } }))
  })
})

describe('rules as suggestions', () => {
  const rules = [{ query: 'card', labels: ['lost'] }]
  /** Three of the records show another agent's prediction. */
  const others = {
    other_predictions: 3,
    methods: [
      { method: 'dawid_skene', suggested_records: 1280, kept_records: 3, compared_records: 596, correct_records: 449 },
      { method: 'majority', suggested_records: 1259, kept_records: 3, compared_records: 590, correct_records: 444 },
    ],
  }
  const openPanel = async (user: ReturnType<typeof open>['user']) => {
    await openTable(user)
    await user.click(screen.getByRole('button', { name: 'Apply as suggestions' }))
    return within(await screen.findByRole('region', { name: 'Apply as suggestions' }))
  }

  it('say that they are being written until they are, and how records with several labels are scored', async () => {
    let finish = (_: unknown) => {}
    const routes = { [`POST ${SUGGESTIONS}`]: () => new Promise((resolve) => (finish = resolve)) }
    const { user } = open(undefined, { rules, routes, report: { multi_label: true } })
    const panel = await openPanel(user)
    expect(panel.getByText('The score of a label is the share of the matching rules that name it.')).toBeTruthy()
    expect(panel.getByText(/for each label on its own/)).toBeTruthy()
    await user.click(panel.getByRole('button', { name: 'Suggest for 1,280' }))
    const told = /Writing suggestions for 1,280 records/
    expect(await panel.findByText(told)).toBeTruthy()
    finish({ suggested: 1280, removed: 0, kept: 0 })
    await waitFor(() => expect(panel.queryByText(told)).toBeNull())
  })

  it('are compared with the annotations, written by the chosen method, and can be removed', async () => {
    const routes = {
      [`POST ${SUGGESTIONS}`]: () => ({ suggested: 1256, removed: 0, kept: 3 }),
      [`DELETE ${SUGGESTIONS}`]: () => ({ removed: 1256 }),
    }
    const { user, asked } = open(undefined, { rules, routes, report: others })
    const panel = await openPanel(user)
    expect(panel.getByText('449 of 596 annotated records right · 75.336%')).toBeTruthy()
    // Three of the records that it covers keep another agent's prediction.
    expect(panel.getByRole('button', { name: 'Suggest for 1,277' })).toBeTruthy()
    await user.click(panel.getByRole('radio', { name: /^Majority/ }))
    await user.click(panel.getByRole('button', { name: 'Suggest for 1,256' }))
    const told = '1,256 records have a suggestion of the rules. 3 records keep the prediction of another agent'
    expect(await screen.findByText(told)).toBeTruthy()
    expect(asked('POST', SUGGESTIONS).map(({ body }) => JSON.parse(body))).toEqual([
      { method: 'majority', replace: false },
    ])
    await user.click(screen.getByRole('button', { name: 'Remove them' }))
    expect(await screen.findByText('The suggestions of the rules are removed from 1,256 records')).toBeTruthy()
  })

  it('show their progress to who comes later, and then what became of it', async () => {
    const running = {
      ...{ id: 'j1', action: 'apply', state: 'running', done: 100, total: 400, error: null },
      result: { suggested: 100, removed: 0, kept: 3 },
    }
    let work: object = running
    const routes = {
      [`GET ${SUGGESTIONS}/work`]: () => ({ work }),
      'POST /api/v1/jobs/j1/cancel': () => {
        work = { ...running, state: 'cancelled' }
        return {}
      },
    }
    const { user } = open(undefined, { rules, routes })
    const bar = await screen.findByRole('progressbar', {
      name: 'Writing the suggestions of the rules: 100 of 400 records',
    })
    expect(bar.getAttribute('aria-valuenow')).toBe('25')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await screen.findByText(
      /^Applying the rules was cancelled. Until then: suggestions written 100, removed 0/,
      {},
      { timeout: 5000 },
    )
  })

  it.each<[string, object, string]>([
    ['done', { error: null }, 'Records with a suggestion: 1,259; suggestions removed: 2; records left'],
    ['failed', { error: 'The label lost was changed.' }, 'has stopped: The label lost was changed.'],
  ])('that are %s say so after a reload', async (state, more, words) => {
    const result = { suggested: 1259, removed: 2, kept: 3 }
    const work = { id: 'j1', action: 'apply', state, done: 1261, total: 1261, result, ...more }
    open(undefined, { rules, routes: { [`GET ${SUGGESTIONS}/work`]: () => ({ work }) } })
    await screen.findByText((text) => text.includes(words))
  })

  it('take the place of other predictions only when told so', async () => {
    const routes = { [`POST ${SUGGESTIONS}`]: () => ({ suggested: 1280, removed: 0, kept: 0 }) }
    const { user, asked } = open(undefined, { rules, routes, report: { ...others, own_predictions: 5 } })
    const panel = await openPanel(user)
    expect(panel.getByRole('button', { name: 'Remove 5 earlier suggestions' })).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: 'Leave out rules below 50% precision' }))
    expect(panel.getByText('3 records show another agent’s prediction, and keep it.')).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: /another agent’s prediction is shown/ }))
    await user.click(await panel.findByRole('button', { name: 'Suggest for 1,280' }))
    await waitFor(() => expect(asked('POST', SUGGESTIONS)).toHaveLength(1))
    expect(JSON.parse(asked('POST', SUGGESTIONS)[0]?.body ?? '')).toEqual({
      method: 'dawid_skene',
      min_precision: 0.5,
      replace: true,
    })
  })

  it('cannot be written where every record keeps another prediction, and say what helps', async () => {
    const methods = [{ ...others.methods[0], suggested_records: 3 }]
    const { user } = open(undefined, { rules, report: { ...others, methods } })
    const panel = await openPanel(user)
    const go = panel.getByRole('button', { name: 'Suggest for 0' })
    expect(go.getAttribute('aria-disabled')).toBe('true')
    expect(panel.getByText(/^All of them show another agent’s prediction/)).toBeTruthy()
    await user.click(panel.getByRole('checkbox', { name: /another agent’s prediction is shown/ }))
    expect(panel.getByRole('button', { name: 'Suggest for 3' }).getAttribute('aria-disabled')).not.toBe('true')
  })

  it('of records with several labels are a majority only', async () => {
    const methods = [
      { method: 'majority', suggested_records: 4, kept_records: 0, compared_records: 0, correct_records: 0 },
    ]
    const { user } = open(undefined, { rules, report: { methods } })
    const panel = await openPanel(user)
    expect(panel.getAllByRole('radio')).toHaveLength(1)
    expect(panel.getByText('No annotated record to compare with yet.')).toBeTruthy()
  })
})

it('a dataset of a task that the app does not know says so [X10]', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open(undefined, { dataset: { task: 'ImageClassification' } })
  expect(await screen.findByRole('heading', { name: 'unknown dataset task' })).toBeTruthy()
})
