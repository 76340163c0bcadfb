import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const PARTS = {
  metadata: [
    { name: 'split', title: 'Split', settings: { type: 'terms' } },
    { name: 'count', title: 'Count', settings: { type: 'integer' } },
    { name: 'ratio', title: 'Ratio', settings: { type: 'float' } },
    { name: 'secret', title: 'Secret', settings: { type: 'terms' }, visible_for_annotators: false },
  ],
  vectors: ['v1', 'v2'].map((name) => ({ name, title: name, dimensions: 2 })),
}

/** Ten records r0 … r9; `ann` has submitted 0-2, discarded 3, drafted 4, `bob` has submitted 4 and drafted 5. */
const RECORDS = Array.from({ length: 10 }, (_, index) => ({
  fields: { text: `r${index}` },
  metadata: {
    ...(index < 8 && { split: index % 2 === 0 ? 'train' : ['test', 'dev'] }),
    ...(index % 3 !== 0 && { count: 10 - index }),
    ratio: index / 2,
    secret: `s${index}`,
    extra: index > 7,
  },
  ...(index === 0 && { vectors: { v1: [1, 2], v2: [3, 4] } }),
}))

interface Listed {
  id: string
  fields: { text: string }
}

describe.each(engines)('lists of records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  let bob: { id: string; username: string }
  let admin: { id: string; username: string }
  let ids: string[]
  const names = (body: { items: Listed[] }) => body.items.map(({ fields }) => fields.text)
  const all = (query = '', user = 'owner') => s.as(user).get(`/api/v1/datasets/${d.id}/records?${query}`)
  const my = (query = '', user = ann.username) => s.as(user).get(`/api/v1/me/datasets/${d.id}/records?${query}`)
  const filter = (name: string, value: unknown) =>
    `metadata=${encodeURIComponent(`${name}:${typeof value === 'string' ? value : JSON.stringify(value)}`)}`

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset(PARTS)
    ann = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    bob = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    admin = await s.build.user('admin', { workspaces: [d.workspaceId] })
    const made = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items: RECORDS })
    ids = made.body.items.map(({ id }: Listed) => id)
    const answer = (user: string, index: number, status: string) =>
      s.as(user).post(`/api/v1/records/${ids[index]}/responses`, { status, values: { label: { value: 'a' } } })
    for (const index of [0, 1, 2]) await answer(ann.username, index, 'submitted')
    await answer(ann.username, 3, 'discarded')
    await answer(ann.username, 4, 'draft')
    await answer(bob.username, 4, 'submitted')
    await answer(bob.username, 5, 'draft')
    await s.as('owner').put(`/api/v1/records/${ids[0]}/suggestions`, { question_id: d.questions.label, value: 'b' })
  })

  it('lists in the order of insertion, page by page, without gaps [C17]', async () => {
    const { status, body } = await all()
    expect(status).toBe(200)
    expect(names(body)).toEqual(RECORDS.map(({ fields }) => fields.text))
    expect(body.total).toBe(10)
    const pages = await Promise.all([0, 4, 8, 12].map((offset) => all(`offset=${offset}&limit=4`)))
    expect(pages.map(({ body: page }) => page.items.length)).toEqual([4, 4, 2, 0])
    expect(pages.flatMap(({ body: page }) => names(page))).toEqual(names(body))
    for (const page of pages) expect(page.body.total).toBe(10)
  })

  it.each(['ann', 'bob', 'owner'])('gives %s a stable order of their own, without gaps [C17]', async (who) => {
    const user = who === 'ann' ? ann.username : who === 'bob' ? bob.username : 'owner'
    const whole = names((await my('', user)).body)
    expect([...whole].sort()).toEqual(RECORDS.map(({ fields }) => fields.text))
    for (const limit of [1, 3, 4]) {
      const offsets = Array.from({ length: Math.ceil(10 / limit) + 1 }, (_, index) => index * limit)
      const pages = await Promise.all(offsets.map((offset) => my(`offset=${offset}&limit=${limit}`, user)))
      expect(pages.flatMap(({ body }) => names(body))).toEqual(whole)
      for (const { body } of pages) expect(body.total).toBe(10)
    }
  })

  it('starts different users at different places', async () => {
    const orders = await Promise.all([ann.username, bob.username, admin.username].map((user) => my('', user)))
    const texts = orders.map(({ body }) => names(body))
    const rotated = texts.map((order) => [...order, ...order].join())
    for (const other of texts) expect(rotated[0]).toContain(other.join())
  })

  const MINE: [query: string, found: number[]][] = [
    ['response_status=pending', [5, 6, 7, 8, 9]],
    ['response_status=missing', [5, 6, 7, 8, 9]],
    ['response_status=draft', [4]],
    ['response_status=submitted', [0, 1, 2]],
    ['response_status=discarded', [3]],
    ['response_status=draft&response_status=discarded', [3, 4]],
    ['response_status=pending&response_status=submitted', [0, 1, 2, 5, 6, 7, 8, 9]],
  ]
  it.each(MINE)('mine: %s [C17] [T12]', async (query, found) => {
    const { body } = await my(query)
    expect(names(body).sort()).toEqual(found.map((index) => `r${index}`))
    expect(body.total).toBe(found.length)
    const first = await my(`${query}&limit=1`)
    expect(first.body.total).toBe(found.length)
    expect(names(first.body)).toEqual(names(body).slice(0, 1))
    const later = await my(`${query}&limit=2&offset=1`)
    expect(names(later.body)).toEqual(names(body).slice(1, 3))
    expect(names((await my(`${query}&offset=50`)).body)).toEqual([])
  })

  const EVERYBODYS: [query: string, found: number[]][] = [
    ['response_status=pending', [6, 7, 8, 9]],
    ['response_status=draft', [4, 5]],
    ['response_status=submitted', [0, 1, 2, 4]],
    ['response_status=discarded', [3]],
    ['response_status=pending&response_status=discarded', [3, 6, 7, 8, 9]],
  ]
  it.each(EVERYBODYS)("everybody's: %s", async (query, found) => {
    const { body } = await all(`${query}&limit=3`)
    expect(names(body)).toEqual(found.slice(0, 3).map((index) => `r${index}`))
    expect(body.total).toBe(found.length)
  })

  const FILTERS: [what: string, queries: [string, unknown][], found: number[]][] = [
    ['a term', [['split', 'train']], [0, 2, 4, 6]],
    ['a term in a list', [['split', 'dev']], [1, 3, 5, 7]],
    ['any of two terms', [['split', 'train,test']], [0, 1, 2, 3, 4, 5, 6, 7]],
    ['a term by its case', [['split', 'Train']], []],
    ['a whole-number range', [['count', { ge: 3, le: 6 }]], [4, 5, 7]],
    ['a lower bound', [['count', { ge: 8 }]], [1, 2]],
    ['equal bounds', [['count', { le: 2, ge: 2 }]], [8]],
    ['a float range', [['ratio', { ge: 1.5, le: 2.5 }]], [3, 4, 5]],
    [
      'two filters',
      [
        ['split', 'train'],
        ['ratio', { le: 1 }],
      ],
      [0, 2],
    ],
    ['an unknown property', [['nothing', 'x']], [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['a hidden property, for an owner', [['secret', 's4']], [4]],
  ]
  it.each(FILTERS)('filters by %s', async (_, queries, found) => {
    const { body } = await all(queries.map(([name, value]) => filter(name, value)).join('&'))
    expect(names(body)).toEqual(found.map((index) => `r${index}`))
    expect(body.total).toBe(found.length)
  })

  it('filters by metadata and status together, in every list', async () => {
    const query = `${filter('split', 'train')}&response_status=submitted`
    expect(names((await my(query)).body).sort()).toEqual(['r0', 'r2'])
    expect((await my(`${query}&limit=1`)).body.total).toBe(2)
    expect(names((await all(query)).body)).toEqual(['r0', 'r2', 'r4'])
    expect(names((await my(`${filter('split', 'train')}&response_status=pending`)).body)).toEqual(['r6'])
  })

  it('finds by a property that is declared later', async () => {
    const path = `/api/v1/datasets/${d.id}/metadata-properties`
    await s.as('owner').post(path, { name: 'extra', title: 'Extra', settings: { type: 'terms' } })
    expect(names((await all(filter('extra', 'true'))).body)).toEqual(['r8', 'r9'])
  })

  const SORTS: [sort: string, found: string][] = [
    ['sort_by=inserted_at:desc', '9876543210'],
    ['sort_by=inserted_at', '0123456789'],
    ['sort_by=updated_at:desc', '9876543210'],
    ['sort_by=metadata.ratio:desc', '9876543210'],
    ['sort_by=metadata.count', '8754210369'],
    ['sort_by=metadata.count:desc', '1245780369'],
    ['sort_by=metadata.split:asc&sort_by=inserted_at:desc', '7531642098'],
    ['sort_by=metadata.split:desc&sort_by=metadata.ratio:desc', '6420753198'],
    ['sort_by=metadata.split,inserted_at', '1357024689'],
  ]
  it.each(SORTS)('%s', async (sort, found) => {
    const order = [...found].map((digit) => `r${digit}`)
    // 8 and 9 lack a split, so their order among themselves is that of the next key.
    const expected = sort.includes('split:asc') ? order.slice(0, 8).concat('r9', 'r8') : order
    const wanted = sort.includes('split:desc') ? expected.slice(0, 8).concat('r9', 'r8') : expected
    expect(names((await all(sort)).body)).toEqual(wanted)
    expect(names((await my(sort)).body)).toEqual(wanted)
    expect(names((await all(`${sort}&offset=3&limit=4`)).body)).toEqual(wanted.slice(3, 7))
  })

  const INCLUDES: [query: string, keys: string[]][] = [
    ['', []],
    ['include=responses', ['responses']],
    ['include=responses&include=suggestions', ['responses', 'suggestions']],
    ['include=responses,suggestions,vectors', ['responses', 'suggestions', 'vectors']],
    ['include=vectors:v1', ['vectors']],
  ]
  it.each(INCLUDES)('includes what is asked for: %s [E26]', async (query, keys) => {
    const { body } = await all(query)
    const [first, second] = body.items
    const present = ['responses', 'suggestions', 'vectors'].filter((key) => key in first)
    expect(present).toEqual(keys)
    const empty = { responses: [], suggestions: [], vectors: {} }
    for (const key of present) expect(body.items[9][key]).toEqual(empty[key as keyof typeof empty])
    expect(second.fields).toEqual({ text: 'r1' })
  })

  it('includes the vectors that are named, and ignores other names', async () => {
    const vectors = async (include: string) => (await all(include)).body.items[0].vectors
    expect(await vectors('include=vectors')).toEqual({ v1: [1, 2], v2: [3, 4] })
    expect(await vectors('include=vectors:v2')).toEqual({ v2: [3, 4] })
    expect(await vectors('include=vectors:v1,v2,v9')).toEqual({ v1: [1, 2], v2: [3, 4] })
    expect(await vectors('include=vectors:v9')).toEqual({})
  })

  it("shows the caller's own responses in their list, everybody's in the other [C17]", async () => {
    const users = (body: { items: (Listed & { responses: { user_id: string }[] })[] }) =>
      body.items.find(({ fields }) => fields.text === 'r4')?.responses.map(({ user_id }) => user_id)
    expect(users((await my('include=responses')).body)).toEqual([ann.id])
    expect(users((await all('include=responses')).body)).toEqual([ann.id, bob.id])
    expect(users((await my('include=responses', 'owner')).body)).toEqual([])
    const unfinished = 'response_status=pending&response_status=draft&include=responses'
    expect(users((await my(unfinished)).body)).toEqual([ann.id])
    expect((await my('response_status=pending&include=responses')).body.items[0].responses).toEqual([])
  })

  it('says which records are completed', async () => {
    const { body } = await all()
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(
      RECORDS.map((_, index) => ([0, 1, 2, 4].includes(index) ? 'completed' : 'pending')),
    )
  })

  it('hides metadata from annotators where a property is hidden', async () => {
    const seen = async (user: string) => {
      const { body } = await my(`${filter('ratio', { le: 1, ge: 1 })}`, user)
      const one = await s.as(user).get(`/api/v1/records/${ids[2]}`)
      expect(one.body.metadata).toEqual(body.items[0].metadata)
      return body.items[0].metadata
    }
    const whole = { split: 'train', count: 8, ratio: 1, secret: 's2', extra: false }
    const { secret: _, ...visible } = whole
    expect(await seen(admin.username)).toEqual(whole)
    expect(await seen(ann.username)).toEqual(visible)
    const raw = await s.server.inject({
      url: `/api/v1/me/datasets/${d.id}/records?${filter('ratio', { le: 1, ge: 1 })}`,
      headers: { 'x-argilla-api-key': String(await keyOf(ann.username)) },
    })
    expect(raw.payload).toContain('"ratio":1.0')
    expect((await my(filter('secret', 's4'))).body.total).toBe(10)
    expect((await my('sort_by=metadata.secret')).body.detail).toBe(
      `Provided metadata property in 'sort_by' query param 'secret' not found in dataset with '${d.id}'.`,
    )
  })

  async function keyOf(username: string): Promise<string> {
    const signedIn = await s.anonymous.form('/api/v1/token', { username, password: 'a-long-password' })
    const authorization = `Bearer ${signedIn.body.access_token}`
    return (await s.anonymous.post('/api/v1/me/api-keys', { name: 'another' }, { authorization })).body.key
  }

  const FORM = "query parameter must be of the form 'key1,key2,key3' or 'key:value1,value2,value3'"
  const REFUSED: [query: string, detail: string][] = [
    ['include=responses,vectors:v1', `'include' ${FORM}`],
    ['include=', `'include' ${FORM}`],
    [
      'include=vectors&include=vectors:v1',
      "'include' query param cannot have both 'vectors' and 'vectors:vector_settings_name_1,vectors_settings_name_2,...'",
    ],
    [
      'include=everything',
      "Provided relationship in 'include' query param 'everything' is not valid. It must be 'responses', 'suggestions' or 'vectors'",
    ],
    ['sort_by=inserted_at,updated_at:desc', `'sort_by' ${FORM}`],
    [
      'sort_by=inserted_at:asc,desc',
      "'sort_by' query parameter must contain at most 1 values per comma-separated key. 'inserted_at' has 2 values.",
    ],
    [
      'sort_by=wrong',
      "Provided sort field in 'sort_by' query param 'wrong' is not valid. It must be either 'inserted_at', 'updated_at' or `metadata.metadata-property-name`",
    ],
    [
      'sort_by=inserted_at:up',
      "Provided sort order in 'sort_by' query param 'up' for field 'inserted_at' is not valid.",
    ],
    [
      'sort_by=metadata.nothing',
      "Provided metadata property in 'sort_by' query param 'nothing' not found in dataset with '{d}'.",
    ],
    ['metadata=count:5', "Cannot parse provided metadata filters: '5' is not an object with 'ge' or 'le'"],
    ['metadata=count:{}', "Cannot parse provided metadata filters: At least one of 'ge' or 'le' must be provided"],
    [
      `metadata=${encodeURIComponent('ratio:{"ge":2,"le":1}')}`,
      "Cannot parse provided metadata filters: 'ge' must have a value less than or equal to 'le'",
    ],
    [
      `metadata=${encodeURIComponent('ratio:{"ge":"x"}')}`,
      "Cannot parse provided metadata filters: 'ge' is not a number",
    ],
  ]
  it.each(REFUSED)('refuses %s', async (query, detail) => {
    for (const reply of [await all(query), await my(query)])
      expect(reply).toMatchObject({ status: 422, body: { detail: detail.replace('{d}', d.id) } })
  })

  it('says that an expression is not JSON', async () => {
    expect((await all('metadata=count:x')).body.detail).toMatch(/^Cannot parse provided metadata filters: /)
  })

  const SHAPES: [query: string, loc: (string | number)[], msg: string][] = [
    ['limit=0', ['limit'], 'ensure this value is greater than or equal to 1'],
    ['limit=1001', ['limit'], 'ensure this value is less than or equal to 1000'],
    ['limit=x', ['limit'], 'value is not a valid integer'],
    ['offset=-1', ['offset'], 'ensure this value is greater than or equal to 0'],
    ['offset=499951', ['offset'], 'ensure offset + limit is less than or equal to 500000'],
    [
      'response_status=done',
      ['response_status', 0],
      "value is not a valid enumeration member; permitted: 'pending', 'missing', 'draft', 'submitted', 'discarded'",
    ],
    ['metadata=UP:x', ['metadata', 0], 'string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+:(.+(,(.+))*)$"'],
    ['metadata=split:', ['metadata', 0], 'string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+:(.+(,(.+))*)$"'],
  ]
  it.each(SHAPES)('reports the shape of %s', async (query, loc, msg) => {
    const reply = await all(query)
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors).toContainEqual(expect.objectContaining({ loc: ['query', ...loc], msg }))
  })

  it('is empty for a draft and for a dataset without records', async () => {
    for (const publish of [true, false]) {
      const { id } = await s.build.dataset({ publish })
      for (const path of [`me/datasets/${id}`, `datasets/${id}`])
        expect((await s.as('owner').get(`/api/v1/${path}/records?response_status=pending`)).body).toEqual({
          items: [],
          total: 0,
        })
    }
  })

  it("counts the caller's own responses by status [E29]", async () => {
    const { body } = await s.as(ann.username).get(`/api/v1/me/datasets/${d.id}/metrics`)
    expect(body).toEqual({
      records: { count: 10 },
      responses: { count: 5, submitted: 3, discarded: 1, draft: 1, pending: 5, skipped: 0 },
    })
  })

  it('shows every write to the very next list', async () => {
    const own = await s.build.dataset(PARTS)
    const record = await s.build.record(own.id, { metadata: { split: 'a' } })
    const totals = async () =>
      Promise.all(
        ['', 'response_status=pending', 'response_status=draft', 'metadata=split:a'].map(
          async (query) => (await s.as('owner').get(`/api/v1/me/datasets/${own.id}/records?${query}`)).body.total,
        ),
      )
    expect(await totals()).toEqual([1, 1, 0, 1])
    const { body } = await s.as('owner').post(`/api/v1/records/${record.id}/responses`, { status: 'draft' })
    expect(await totals()).toEqual([1, 0, 1, 1])
    await s.as('owner').patch(`/api/v1/records/${record.id}`, { metadata: { split: 'b' } })
    expect(await totals()).toEqual([1, 0, 1, 0])
    await s.as('owner').delete(`/api/v1/responses/${body.id}`)
    expect(await totals()).toEqual([1, 1, 0, 0])
    await s.as('owner').delete(`/api/v1/records/${record.id}`)
    expect(await totals()).toEqual([0, 0, 0, 0])
  })
})
