import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = ['a', 'b', 'c'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'L', settings: { type: 'label_selection', options } },
  { name: 'labels', title: 'M', settings: { type: 'multi_label_selection', options } },
  {
    name: 'rating',
    title: 'R',
    required: true,
    settings: { type: 'rating', options: [{ value: 1 }, { value: 2 }, { value: 3 }] },
  },
  { name: 'words', title: 'T', settings: { type: 'text' } },
]
const METADATA = [
  { name: 'split', title: 'S', settings: { type: 'terms' } },
  { name: 'pages', title: 'P', settings: { type: 'integer' } },
  { name: 'secret', title: 'X', settings: { type: 'float' }, visible_for_annotators: false },
]

/** Records r0 … r5: split, pages, secret, text; then suggestions and ann's answers. */
const ITEMS = [
  { split: ['train'], pages: 3, secret: 0.5, text: 'red apple pie' },
  { split: ['test', 'train'], pages: 1, text: 'green apple' },
  { split: ['test'], pages: 10, secret: 1.0, text: 'red car' },
  { pages: 10, text: 'apple apple apple' },
  { split: ['dev'], text: 'blue sky' },
  { text: 'apple' },
]

interface Hit {
  record: {
    id: string
    external_id: string
    fields: { text: string }
    responses?: unknown[]
    suggestions?: unknown[]
    metadata: unknown
  }
  query_score: number | null
}

describe.each(engines)('search of records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  const ids: string[] = []
  const stamps: number[] = []

  const search = async (body: object, query = '', who = 'owner', me = false) =>
    s.as(who).post(`/api/v1/${me ? 'me/' : ''}datasets/${d.id}/records/search${query}`, body)
  const names = (reply: { body: { items: Hit[] } }) =>
    reply.body.items.map(({ record }) => record.external_id).join(' ')
  const filter = (scope: object, test: object) => ({
    filters: { and: [{ type: 'values' in test ? 'terms' : 'range', scope, ...test }] },
  })

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS, metadata: METADATA })
    ann = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const bob = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const question = (name: string) => d.questions[name]
    const suggestions = [
      [
        { question_id: question('label'), value: 'a', score: 0.9, agent: 'm1', type: 'model' },
        { question_id: question('labels'), value: ['a', 'b'], score: [0.1, 0.8] },
      ],
      [{ question_id: question('label'), value: 'b', score: 0.2, agent: 'm2', type: 'human' }],
      [{ question_id: question('rating'), value: 3 }],
      [],
      [],
      [],
    ]
    for (const [at, { text, ...metadata }] of ITEMS.entries()) {
      const record = await s.build.record(d.id, {
        external_id: `r${at}`,
        fields: { text },
        metadata,
        suggestions: suggestions[at],
      })
      ids.push(record.id)
      stamps.push(Date.parse(`${record.inserted_at}Z`))
    }
    const answer = (who: string, at: number, status: string, values: object) =>
      s.as(who).post(`/api/v1/records/${ids[at]}/responses`, { status, values })
    await answer(ann.username, 0, 'submitted', { rating: { value: 3 }, label: { value: 'a' } })
    await answer(ann.username, 1, 'draft', { labels: { value: ['b', 'c'] } })
    await answer(bob.username, 0, 'discarded', {})
    await answer(bob.username, 2, 'submitted', { rating: { value: 1 }, label: { value: 'b' } })
  })

  const record = (property: string) => ({ entity: 'record', property })
  const metadata = (name: string) => ({ entity: 'metadata', metadata_property: name })
  const suggestion = (question: string, property?: string) => ({ entity: 'suggestion', question, property })
  const response = (question: string) => ({ entity: 'response', question })
  const status = { entity: 'response', property: 'status' }

  it.each([
    ['metadata terms, any element', metadata('split'), { values: ['train'] }, 'r0 r1'],
    ['several terms', metadata('split'), { values: ['test', 'dev'] }, 'r1 r2 r4'],
    ['a range', metadata('pages'), { ge: 3 }, 'r0 r2 r3'],
    ['a range with both ends', metadata('pages'), { ge: 1, le: 3 }, 'r0 r1'],
    ['a number as its text', metadata('pages'), { values: [10] }, 'r2 r3'],
    ['a float written as a whole number', metadata('secret'), { values: ['1'] }, 'r2'],
    ['a float written with a point', metadata('secret'), { values: ['1.0'] }, 'r2'],
    ['a suggested label', suggestion('label'), { values: ['a'] }, 'r0'],
    ['one of several suggested labels', suggestion('labels', 'value'), { values: ['b'] }, 'r0'],
    ['a suggested rating', suggestion('rating'), { values: ['3'] }, 'r2'],
    ['a score', suggestion('label', 'score'), { ge: 0.2, le: 0.5 }, 'r1'],
    ['any of several scores', suggestion('labels', 'score'), { ge: 0.5 }, 'r0'],
    ['an agent', suggestion('label', 'agent'), { values: ['m2', 'm3'] }, 'r1'],
    ['a suggestion type', suggestion('label', 'type'), { values: ['model'] }, 'r0'],
    ["anybody's answer", response('label'), { values: ['a', 'b'] }, 'r0 r2'],
    ['one of several answered labels', response('labels'), { values: ['c'] }, 'r1'],
    ['an answered rating', response('rating'), { ge: 2 }, 'r0'],
    ['a text question never matches', response('words'), { values: ['a'] }, ''],
    ['pending', status, { values: ['pending'] }, 'r3 r4 r5'],
    ['submitted or draft', status, { values: ['submitted', 'draft'] }, 'r0 r1 r2'],
    ['completed', record('status'), { values: ['completed'] }, 'r0 r2'],
    ['not completed', record('status'), { values: ['pending'] }, 'r1 r3 r4 r5'],
  ] as const)('filters by %s [C18]', async (_, scope, test, expected) => {
    const reply = await search(filter(scope, test))
    expect(reply.status).toBe(200)
    expect(names(reply)).toBe(expected)
    expect(reply.body.total).toBe(expected === '' ? 0 : expected.split(' ').length)
    const mine = await search(filter(scope, test), '', 'owner', true)
    if (!('entity' in scope && scope.entity === 'response')) expect(mine.body.total).toBe(reply.body.total)
  })

  it.each([
    [response('label'), { values: ['a', 'b'] }, 'r0'],
    [response('labels'), { values: ['b'] }, 'r1'],
    [status, { values: ['pending'] }, 'r2 r3 r4 r5'],
    [status, { values: ['submitted'] }, 'r0'],
    [status, { values: ['discarded'] }, ''],
  ] as const)("asks for the caller's own responses: %j %j [C18]", async (scope, test, expected) => {
    const reply = await search(filter(scope, test), '', ann.username, true)
    expect(names(reply).split(' ').sort().join(' ')).toBe(expected)
  })

  it('filters by the time of a record, in milliseconds', async () => {
    const since = stamps[3] ?? 0
    const reply = await search(filter(record('inserted_at'), { ge: since }))
    expect(reply.body.total).toBeGreaterThanOrEqual(3)
    expect(names(reply).endsWith('r3 r4 r5')).toBe(true)
    expect((await search(filter(record('updated_at'), { le: 1000 }))).body.total).toBe(0)
  })

  it.each([
    ['no body keys', {}, '', 'r0 r1 r2 r3 r4 r5'],
    ['nulls', { query: null, filters: null, sort: null }, '', 'r0 r1 r2 r3 r4 r5'],
    ['empty filters', { filters: {} }, '', 'r0 r1 r2 r3 r4 r5'],
    [
      'explicit nulls',
      { query: { text: { q: 'sky', field: null }, vector: null }, filters: { type: 'and', and: null } },
      '',
      'r4',
    ],
    [
      'text and filter',
      { query: { text: { q: 'apple' } }, ...filter(metadata('split'), { values: ['train'] }) },
      '',
      'r1 r0',
    ],
    [
      'text, filter and list parameters',
      { query: { text: { q: 'apple' } }, ...filter(metadata('pages'), { ge: 1 }) },
      '?metadata=split:train&response_status=draft',
      'r1',
    ],
    ['sort', { sort: [{ scope: metadata('pages'), order: 'desc' }] }, '', 'r2 r3 r0 r1 r4 r5'],
    [
      'sort upwards, without a value last',
      { sort: [{ scope: metadata('pages'), order: 'asc' }] },
      '',
      'r1 r0 r2 r3 r4 r5',
    ],
    [
      'two keys',
      {
        sort: [
          { scope: metadata('pages'), order: 'desc' },
          { scope: record('inserted_at'), order: 'desc' },
        ],
      },
      '',
      'r3 r2 r0 r1 r5 r4',
    ],
    ['sort by a score', { sort: [{ scope: suggestion('label', 'score'), order: 'asc' }] }, '', 'r1 r0 r2 r3 r4 r5'],
    ['sort by an answer', { sort: [{ scope: response('rating'), order: 'desc' }] }, '', 'r0 r2 r1 r3 r4 r5'],
    [
      'sort by a question nobody answered',
      { sort: [{ scope: response('words'), order: 'desc' }] },
      '',
      'r0 r1 r2 r3 r4 r5',
    ],
    [
      'text and sort',
      { query: { text: { q: 'apple' } }, sort: [{ scope: metadata('pages'), order: 'asc' }] },
      '',
      'r1 r0 r3 r5',
    ],
    ['sort_by', { query: { text: { q: 'apple' } } }, '?sort_by=metadata.pages:desc', 'r3 r0 r1 r5'],
    [
      'the sort of the body before sort_by',
      { sort: [{ scope: metadata('pages'), order: 'desc' }] },
      '?sort_by=inserted_at',
      'r2 r3 r0 r1 r4 r5',
    ],
    ['a page of it', { sort: [{ scope: metadata('pages'), order: 'desc' }] }, '?offset=1&limit=2', 'r3 r0'],
  ] as const)('finds by %s [C18]', async (_, body, query, expected) => {
    const reply = await search(body, query)
    expect(reply.status).toBe(200)
    expect(names(reply)).toBe(expected)
  })

  it('scores by relevance, best first', async () => {
    const reply = await search({ query: { text: { q: 'apple' } } })
    expect(reply.body).toMatchObject({ total: 4, ordered_by: 'relevance' })
    // Three times in three words, once in one, in two, in three.
    expect(names(reply)).toBe('r3 r5 r1 r0')
    const scores = reply.body.items.map((hit: Hit) => hit.query_score)
    expect(scores).toEqual([...scores].sort((one, other) => other - one))
    expect(new Set(scores).size).toBe(4)
    const page = await search({ query: { text: { q: 'apple' } } }, '?offset=1&limit=2')
    expect(names(page)).toBe('r5 r1')
    expect(page.body.total).toBe(4)
  })

  it.each([
    [{}, 'insertion', 1],
    [{ sort: [{ scope: record('inserted_at'), order: 'asc' }] }, 'sort', null],
  ])('scores %j as %s', async (body, orderedBy, score) => {
    const reply = await search(body)
    expect(reply.body.ordered_by).toBe(orderedBy)
    for (const hit of reply.body.items) expect(hit.query_score).toBe(score)
  })

  it('keeps an order of their own for each user, with text and without', async () => {
    for (const body of [{}, { query: { text: { q: '-zebra' } } }, { query: { text: { q: 'apple' } } }]) {
      const first = await search(body, '', ann.username, true)
      const again = await search(body, '', ann.username, true)
      expect(again.body).toEqual(first.body)
      const scores = first.body.items.map((hit: Hit) => hit.query_score)
      expect(scores).toEqual([...scores].sort((one, other) => other - one))
      const paged = [0, 2, 4].map((offset) => search(body, `?limit=2&offset=${offset}`, ann.username, true))
      expect((await Promise.all(paged)).map(names).filter(Boolean).join(' ')).toBe(names(first))
    }
    const list = await s.as(ann.username).get(`/api/v1/me/datasets/${d.id}/records`)
    const found = await search({}, '', ann.username, true)
    expect(found.body.items.map((hit: Hit) => hit.record.id)).toEqual(
      list.body.items.map((item: { id: string }) => item.id),
    )
  })

  it('answers relationships when asked, own responses on the own form', async () => {
    const body = { query: { text: { q: 'pie' } } }
    const plain = (await search(body)).body.items[0].record
    expect(plain).not.toHaveProperty('responses')
    const all = (await search(body, '?include=responses&include=suggestions')).body.items[0].record
    expect(all.responses).toHaveLength(2)
    expect(all.suggestions).toHaveLength(2)
    const own = (await search(body, '?include=responses', ann.username, true)).body.items[0].record
    expect(own.responses).toHaveLength(1)
    expect(own.metadata).not.toHaveProperty('secret')
  })

  it.each([
    [
      'an unknown question',
      filter(response('nope'), { values: ['a'] }),
      'Question with name `nope` not found for dataset with id `ID`',
    ],
    [
      'an unknown property',
      filter(metadata('nope'), { values: ['a'] }),
      'Metadata property with name `nope` not found for dataset with id `ID`',
    ],
    [
      'an unknown question in a sort',
      { sort: [{ scope: suggestion('nope'), order: 'asc' }] },
      'Question with name `nope` not found for dataset with id `ID`',
    ],
    ['an unknown field', { query: { text: { q: 'x', field: 'nope' } } }, 'Field `nope` not found in dataset `ID`.'],
    [
      'an unknown status',
      filter(status, { values: ['done'] }),
      "'done' is not a response status; permitted: 'pending', 'missing', 'draft', 'submitted', 'discarded'",
    ],
    ['a range of statuses', filter(status, { ge: 1 }), 'A response status cannot be filtered by a range'],
    [
      'a filter before a field',
      { ...filter(metadata('nope'), { values: ['a'] }), query: { text: { q: 'x', field: 'nope' } } },
      'Metadata property with name `nope` not found for dataset with id `ID`',
    ],
  ])('refuses %s', async (_, body, message) => {
    const reply = await search(body)
    expect(reply).toMatchObject({ status: 422, body: { detail: message.replace('ID', d.id) } })
  })

  it('sorts texts by code point on both engines, also page by page', async () => {
    const texts = ['b', 'B', 'é', 'a', 'Z', 'e', '_', '日', '😀', '\uffee']
    const values = texts.map((value) => ({ value, text: value }))
    const questions = [
      { name: 'label', title: 'L', settings: { type: 'label_selection', options: values } },
      QUESTIONS[2],
    ]
    const other = await s.build.dataset({ questions: questions as typeof QUESTIONS, metadata: METADATA })
    const path = `/api/v1/datasets/${other.id}/records`
    const items = texts.map((value) => ({
      fields: { text: value },
      metadata: { split: value },
      suggestions: [{ question_id: other.questions.label, value }],
    }))
    await s.as('owner').post(`${path}/bulk`, { items: [...items, { fields: { text: 'none' } }] })
    const order = ['B', 'Z', '_', 'a', 'b', 'e', 'é', '日', '\uffee', '😀']
    for (const scope of [metadata('split'), suggestion('label')])
      for (const [direction, expected] of [
        ['asc', [...order, 'none']],
        ['desc', [...order.toReversed(), 'none']],
      ] as const) {
        const found: string[] = []
        for (let after: string | null = ''; after !== null; ) {
          const body = { sort: [{ scope, order: direction }] }
          const page: { items: Hit[]; next: string | null } = (
            await s.as('owner').post(`${path}/search?limit=4&after=${after}`, body)
          ).body
          found.push(...page.items.map(({ record }) => record.fields.text))
          after = page.next
        }
        expect(found).toEqual(expected)
      }
  })

  it('filters by times as client 2.x sends them: as text, to the microsecond', async () => {
    const { items } = (await search({})).body as { items: { record: { external_id: string; inserted_at: string } }[] }
    const times = items.map(({ record }) => record.inserted_at)
    const [second = '', third = ''] = times.slice(1)
    const among = async (test: object) => names(await search(filter(record('inserted_at'), test)))
    expect(await among({ ge: second, le: third })).toBe('r1 r2')
    expect(await among({ le: `${second}+00:00` })).toBe('r0 r1')
    expect(await among({ ge: '2024-01-01', le: `${third.slice(0, 10)}T00:00:00+14:00` })).toBe('')
    expect(await among({ ge: '2024-01-01' })).toBe('r0 r1 r2 r3 r4 r5')
    expect(await among({ values: [third, '2024-01-01T00:00:00'] })).toBe('r2')
  })

  it('filters by ids of both kinds', async () => {
    const by = async (property: string, values: string[]) => names(await search(filter(record(property), { values })))
    expect(await by('external_id', ['r4', 'r1', 'R2', 'none'])).toBe('r1 r4')
    expect(await by('id', [ids[3]?.toUpperCase() ?? '', ids[0] ?? '', 'none'])).toBe('r0 r3')
    const both = {
      filters: {
        and: [
          { type: 'terms', scope: record('external_id'), values: ['r0', 'r3', 'r4'] },
          { type: 'terms', scope: metadata('split'), values: ['train', 'dev'] },
        ],
      },
      query: { text: { q: 'red' } },
    }
    expect(names(await search(both))).toBe('r0')
    const range = await search(filter(record('external_id'), { ge: 1 }))
    expect(range.body).toEqual({ detail: 'Records cannot be filtered by a range of ids' })
    const sorted = await search({ sort: [{ scope: record('id'), order: 'asc' }] })
    expect(sorted.body).toEqual({ detail: 'Records cannot be sorted by their ids' })
  })

  it('hides properties from annotators in filters and sorts, as if unknown', async () => {
    for (const body of [
      filter(metadata('secret'), { ge: 0 }),
      { sort: [{ scope: metadata('secret'), order: 'asc' }] },
    ]) {
      const reply = await search(body, '', ann.username, true)
      expect(reply.body.detail).toBe(`Metadata property with name \`secret\` not found for dataset with id \`${d.id}\``)
    }
  })

  it.each([
    [
      'no bound',
      { filters: { and: [{ type: 'range', scope: metadata('pages') }] } },
      ['body', 'filters', 'and', 0, '__root__'],
      "At least one of 'ge' or 'le' must be provided",
    ],
    [
      'crossed bounds',
      { filters: { and: [{ type: 'range', scope: metadata('pages'), ge: 2, le: 1 }] } },
      ['body', 'filters', 'and', 0, '__root__'],
      "'ge' must have a value less than or equal to 'le'",
    ],
    [
      'no values',
      { filters: { and: [{ type: 'terms', scope: metadata('split'), values: [] }] } },
      ['body', 'filters', 'and', 0, 'values'],
      'ensure this value has at least 1 items',
    ],
    [
      'an empty list of filters',
      { filters: { and: [] } },
      ['body', 'filters', 'and'],
      'ensure this value has at least 1 items',
    ],
    [
      'a time for a number',
      filter(metadata('pages'), { ge: '2024-01-01T00:00:00' }),
      ['body', 'filters', 'and', 0, 'ge'],
      'value is not a valid float',
    ],
    ['an empty list of sorts', { sort: [] }, ['body', 'sort'], 'ensure this value has at least 1 items'],
    [
      'too many sorts',
      { sort: Array(11).fill({ scope: record('inserted_at'), order: 'asc' }) },
      ['body', 'sort'],
      'ensure this value has at most 10 items',
    ],
    [
      'a sort without order',
      { sort: [{ scope: record('inserted_at') }] },
      ['body', 'sort', 0, 'order'],
      'field required',
    ],
    ['a text without words to look for', { query: { text: {} } }, ['body', 'query', 'text', 'q'], 'field required'],
  ])('refuses %s by shape', async (_, body, loc, msg) => {
    const reply = await search(body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors).toEqual([expect.objectContaining({ loc, msg })])
  })

  it('refuses a missing body, strangers, and annotators on the form for managers', async () => {
    const path = `/api/v1/datasets/${d.id}/records/search`
    expect((await s.as('owner').post(path)).status).toBe(422)
    expect((await s.anonymous.post(path, {})).status).toBe(401)
    expect((await s.as(ann.username).post(path, {})).status).toBe(403)
    const unknown = '/api/v1/me/datasets/00000000-0000-4000-8000-000000000000/records/search'
    expect((await s.as('owner').post(unknown, {})).status).toBe(404)
  })

  it('finds nothing in a draft', async () => {
    const draft = await s.build.dataset({ publish: false })
    const reply = await s
      .as('owner')
      .post(`/api/v1/me/datasets/${draft.id}/records/search`, { query: { text: { q: 'x' } } })
    expect(reply.body).toMatchObject({ items: [], total: 0 })
  })

  it('shows every write to the very next search', async () => {
    const label = filter(response('label'), { values: ['c'] })
    expect((await search(label)).body.total).toBe(0)
    const saved = await s.as('owner').post(`/api/v1/records/${ids[5]}/responses`, {
      status: 'submitted',
      values: { label: { value: 'c' }, rating: { value: 2 } },
    })
    expect(names(await search(label))).toBe('r5')
    await s.as('owner').delete(`/api/v1/responses/${saved.body.id}`)
    expect((await search(label)).body.total).toBe(0)
  })
})
