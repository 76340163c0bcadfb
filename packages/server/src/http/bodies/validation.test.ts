import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ShapeEntry } from '../../errors'
import type { BuiltDataset } from '../../testing/builders'
import { type EngineName, engines, type TestServer, testServer } from '../../testing/test-server'

interface Request {
  method?: 'get' | 'post' | 'put' | 'patch'
  path: string
  body?: unknown
}

/** One row of the table of feedback-api §1.6: a request that breaks one rule, and the whole entry that says so. */
type Row = [rule: string, request: (d: BuiltDataset) => Request, entry: ShapeEntry]

const field = (more: object) => (d: BuiltDataset) => ({
  path: `datasets/${d.id}/fields`,
  body: { name: 'f', title: 'F', settings: { type: 'text' }, ...more },
})
const question = (settings: unknown) => (d: BuiltDataset) => ({
  path: `datasets/${d.id}/questions`,
  body: { name: 'q', title: 'Q', settings },
})
const records = (items: unknown) => (d: BuiltDataset) => ({ path: `datasets/${d.id}/records/bulk`, body: { items } })
const record = (more: object) => records([{ fields: { text: 'x' }, ...more }])
const list = (query: string) => (d: BuiltDataset) => ({
  method: 'get' as const,
  path: `datasets/${d.id}/records?${query}`,
})
const options = (count: number) => Array.from({ length: count }, (_, i) => ({ value: `v${i}`, text: 't' }))
const NAME = '^(?=.*[a-z0-9])[a-z0-9_-]+$'
const ID = randomUUID()

const ROWS: Row[] = [
  [
    'missing',
    field({ title: undefined }),
    { loc: ['body', 'title'], msg: 'field required', type: 'value_error.missing' },
  ],
  [
    'null not allowed',
    field({ title: null }),
    { loc: ['body', 'title'], msg: 'none is not an allowed value', type: 'type_error.none.not_allowed' },
  ],
  [
    'short text',
    field({ title: '' }),
    {
      loc: ['body', 'title'],
      msg: 'ensure this value has at least 1 characters',
      type: 'value_error.any_str.min_length',
      ctx: { limit_value: 1 },
    },
  ],
  [
    'long text, in code points',
    field({ title: '👍'.repeat(501) }),
    {
      loc: ['body', 'title'],
      msg: 'ensure this value has at most 500 characters',
      type: 'value_error.any_str.max_length',
      ctx: { limit_value: 500 },
    },
  ],
  [
    'pattern',
    field({ name: 'Upper' }),
    {
      loc: ['body', 'name'],
      msg: `string does not match regex "${NAME}"`,
      type: 'value_error.str.regex',
      ctx: { pattern: NAME },
    },
  ],
  [
    'short list',
    records([]),
    {
      loc: ['body', 'items'],
      msg: 'ensure this value has at least 1 items',
      type: 'value_error.list.min_items',
      ctx: { limit_value: 1 },
    },
  ],
  [
    'long list',
    records(Array.from({ length: 501 }, () => ({ fields: { text: 'x' } }))),
    {
      loc: ['body', 'items'],
      msg: 'ensure this value has at most 500 items',
      type: 'value_error.list.max_items',
      ctx: { limit_value: 500 },
    },
  ],
  [
    'number below',
    list('limit=0'),
    {
      loc: ['query', 'limit'],
      msg: 'ensure this value is greater than or equal to 1',
      type: 'value_error.number.not_ge',
      ctx: { limit_value: 1 },
    },
  ],
  [
    'number above',
    list('limit=1001'),
    {
      loc: ['query', 'limit'],
      msg: 'ensure this value is less than or equal to 1000',
      type: 'value_error.number.not_le',
      ctx: { limit_value: 1000 },
    },
  ],
  [
    'number not above',
    (d) => ({ path: `datasets/${d.id}/vectors-settings`, body: { name: 'v', title: 'V', dimensions: 0 } }),
    {
      loc: ['body', 'dimensions'],
      msg: 'ensure this value is greater than 0',
      type: 'value_error.number.not_gt',
      ctx: { limit_value: 0 },
    },
  ],
  [
    'id',
    () => ({ path: 'datasets', body: { name: 'x', workspace_id: 'x' } }),
    { loc: ['body', 'workspace_id'], msg: 'value is not a valid uuid', type: 'type_error.uuid' },
  ],
  [
    'strict text',
    record({ fields: { text: 5 } }),
    { loc: ['body', 'items', 0, 'fields', 'text'], msg: 'str type expected', type: 'type_error.str' },
  ],
  [
    'whole number',
    list('limit=few'),
    { loc: ['query', 'limit'], msg: 'value is not a valid integer', type: 'type_error.integer' },
  ],
  [
    'number',
    record({ suggestions: [{ question_id: ID, value: 'a', score: 'high' }] }),
    {
      loc: ['body', 'items', 0, 'suggestions', 0, 'score'],
      msg: 'value is not a valid float',
      type: 'type_error.float',
    },
  ],
  ['list', records('x'), { loc: ['body', 'items'], msg: 'value is not a valid list', type: 'type_error.list' }],
  [
    'object',
    record({ metadata: [] }),
    { loc: ['body', 'items', 0, 'metadata'], msg: 'value is not a valid dict', type: 'type_error.dict' },
  ],
  [
    'one of several words',
    () => ({ path: 'me/responses/bulk', body: { items: [{ record_id: ID, status: 'done' }] } }),
    {
      loc: ['body', 'items', 0, 'status'],
      msg: "value is not a valid enumeration member; permitted: 'draft', 'submitted', 'discarded'",
      type: 'type_error.enum',
      ctx: { enum_values: ['draft', 'submitted', 'discarded'] },
    },
  ],
  [
    'kind missing',
    question({}),
    {
      loc: ['body', 'settings'],
      msg: "Discriminator 'type' is missing in value",
      type: 'value_error.discriminated_union.missing_discriminator',
      ctx: { discriminator_key: 'type' },
    },
  ],
  [
    'kind unknown',
    field({ settings: { type: 'image' } }),
    {
      loc: ['body', 'settings'],
      msg: "No match for discriminator 'type' and value 'image' (allowed values: 'text')",
      type: 'value_error.discriminated_union.invalid_discriminator',
      ctx: { discriminator_key: 'type', discriminator_value: 'image', allowed_values: "'text'" },
    },
  ],
  [
    'rule of its own',
    question({ type: 'rating', options: [{ value: 5 }, { value: 5 }] }),
    {
      loc: ['body', 'settings', 'options'],
      msg: 'Option values must be unique, found duplicates: {5}',
      type: 'value_error',
    },
  ],
  [
    'rule about a whole object',
    question({ type: 'label_selection', options: options(3), visible_options: 4 }),
    {
      loc: ['body', 'settings', '__root__'],
      msg: "the value for 'visible_options' must be less or equal to the number of items in 'options' (3)",
      type: 'value_error',
    },
  ],
  [
    'NaN',
    () => ({ path: '', body: '' }),
    {
      loc: ['body', 'items', 0, 'metadata'],
      msg: "NaN is not allowed as metadata value, found NaN for key 'n'",
      type: 'value_error',
    },
  ],
  [
    'null in a change',
    (d) => ({ method: 'patch', path: `datasets/${d.id}`, body: { name: null, allow_extra_metadata: null } }),
    {
      loc: ['body', '__root__'],
      msg: 'The following keys must have non-null values: name, allow_extra_metadata',
      type: 'value_error',
    },
  ],
]

/** What JSON cannot say, Python's client sends all the same. */
const NAN = '{"items":[{"fields":{"text":"x"},"metadata":{"n":NaN}}]}'

describe.each(engines)('validation entries on %s (feedback-api §1.6)', (engine: EngineName) => {
  let server: TestServer
  let draft: BuiltDataset
  beforeAll(async () => {
    server = await testServer(engine)
    draft = await server.build.dataset({ publish: false })
  })

  it.each(ROWS)('%s', async (rule, request, entry) => {
    const { method = 'post', path, body } = rule === 'NaN' ? { ...records([])(draft), body: NAN } : request(draft)
    const reply = await server.as('owner')[method](`/api/v1/${path}`, body as never)
    expect(reply.body).toEqual({
      detail: { code: 'argilla.api.errors::ValidationError', params: { errors: [entry] } },
    })
    expect(reply.status).toBe(422)
  })

  it('lists every failure, not only the first', async () => {
    const body = { name: 'Upper', title: '', settings: { type: 'text', use_markdown: 'perhaps' } }
    const reply = await server.as('owner').post(`/api/v1/datasets/${draft.id}/fields`, body)
    const places = reply.body.detail.params.errors.map(({ loc }: ShapeEntry) => loc.join('.'))
    expect(places).toEqual(['body.name', 'body.title', 'body.settings.use_markdown'])
  })

  it.each([
    [900, 901],
    [2000, 1000],
    [60_000, 1],
  ])('answers %s wrong values with a 422 that lists %s', async (count, listed) => {
    const values = Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, { value: {} }]))
    const body = { items: [{ fields: values, metadata: 1 }] }
    const reply = await server.as('owner').post(`/api/v1/datasets/${draft.id}/records/bulk`, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors).toHaveLength(listed)
    const answers = { items: [{ record_id: ID, status: 'draft', values }] }
    expect((await server.as('owner').post('/api/v1/me/responses/bulk', answers)).status).toBe(422)
  })

  it('coerces loosely where nothing strict is asked for, and ignores keys it does not know', async () => {
    const body = { name: 7, title: 1.5, required: 'yes', settings: { type: 'text', use_markdown: 1 }, colour: 'red' }
    const reply = await server.as('owner').post(`/api/v1/datasets/${draft.id}/fields?colour=red`, body)
    expect(reply).toMatchObject({
      status: 201,
      body: { name: '7', title: '1.5', required: true, settings: { type: 'text', use_markdown: true } },
    })
    expect(reply.body).not.toHaveProperty('colour')
    const listed = await server.as('owner').get(`/api/v1/datasets/${draft.id}/records?limit=2.9&offset=0&colour=red`)
    expect(listed.status).toBe(200)
  })
})
