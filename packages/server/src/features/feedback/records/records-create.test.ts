import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

const PARTS = {
  fields: [
    { name: 'text', title: 'Text', required: true, settings: { type: 'text' } },
    { name: 'more', title: 'More', required: false, settings: { type: 'text' } },
  ],
  questions: [
    {
      name: 'label',
      title: 'Label',
      required: true,
      settings: { type: 'label_selection', options: ['a', 'b'].map((value) => ({ value, text: value })) },
    },
    {
      name: 'labels',
      title: 'Labels',
      settings: { type: 'multi_label_selection', options: ['a', 'b'].map((value) => ({ value, text: value })) },
    },
    { name: 'spans', title: 'Spans', settings: { type: 'span', field: 'text', options: [{ value: 'P', text: 'P' }] } },
  ],
  metadata: [
    { name: 'split', title: 'Split', settings: { type: 'terms', values: ['train', 'test'] } },
    { name: 'count', title: 'Count', settings: { type: 'integer', min: 0, max: 10 } },
    { name: 'ratio', title: 'Ratio', settings: { type: 'float' } },
  ],
  vectors: [{ name: 'v1', title: 'V1', dimensions: 2 }],
}

describe.each(engines)('new records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  const list = (items: unknown[], id = d.id) => s.as('owner').post(`/api/v1/datasets/${id}/records`, { items })
  const bulk = (items: unknown[], id = d.id) => s.as('owner').post(`/api/v1/datasets/${id}/records/bulk`, { items })
  const stored = async (id = d.id) => {
    const include = 'include=responses,suggestions,vectors'
    return (await s.as('owner').get(`/api/v1/datasets/${id}/records?${include}`)).body
  }
  const counted = async (id: string) =>
    (await s.as('owner').get(`/api/v1/me/datasets/${id}/metrics`)).body.records.count

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset(PARTS)
  })

  it("lets an admin store answers of the workspace's members only, and an owner everybody's", async () => {
    const own = await s.build.dataset(PARTS)
    const admin = await s.build.user('admin', { workspaces: [own.workspaceId] })
    const member = await s.build.user('annotator', { workspaces: [own.workspaceId] })
    const stranger = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const owner = (await s.as('owner').get('/api/v1/me')).body
    const path = `/api/v1/datasets/${own.id}/records`
    const by = ({ id }: { id: string }) => {
      const response = { user_id: id, status: 'submitted', values: { label: { value: 'a' } } }
      return { items: [{ fields: { text: 'answered' }, responses: [response] }] }
    }
    const as = s.as(admin.username)
    for (const foreign of [stranger, owner]) {
      const unknown = `user with id ${foreign.id} not found`
      const reply = await as.post(`${path}/bulk`, by(foreign))
      expect(reply).toMatchObject({ status: 422, body: { detail: expect.stringContaining(unknown) } })
      expect((await as.put(`${path}/bulk`, by(foreign))).body.detail).toContain(unknown)
      expect((await as.post(path, by(foreign))).body.detail).toContain(`user_id=${foreign.id} does not exist`)
    }
    expect((await stored(own.id)).items).toEqual([])
    for (const allowed of [member, admin]) expect((await as.put(`${path}/bulk`, by(allowed))).status).toBe(200)
    expect((await s.as('owner').post(path, by(stranger))).status).toBe(204)
  })

  it('adds records with everything that comes with them, in the order sent [E26] [E27] [E28]', async () => {
    const own = await s.build.dataset(PARTS)
    const user = await s.build.user('annotator')
    const full = {
      fields: { text: 'My card', more: null },
      metadata: { split: 'train', count: 3, ratio: 1, extra: { any: ['thing', null] } },
      external_id: 'doc-1',
      responses: [{ user_id: user.id, status: 'submitted', values: { label: { value: 'a' } } }],
      suggestions: [
        { question_id: own.questions.label, value: 'b', type: 'model', agent: 'bert-v1', score: 0.93 },
        { question_id: own.questions.labels, value: ['a', 'b'], score: [0.1, 0.2] },
      ],
      vectors: { v1: [1, 0.5] },
    }
    const reply = await bulk([full, { fields: { text: 'Second' } }], own.id)
    expect(reply.status).toBe(201)
    const [first, second] = reply.body.items
    expect(first).toMatchObject({
      status: 'completed',
      fields: { text: 'My card', more: null },
      metadata: full.metadata,
      external_id: 'doc-1',
      dataset_id: own.id,
      vectors: { v1: [1, 0.5] },
      responses: [{ user_id: user.id, status: 'submitted', record_id: first.id, values: { label: { value: 'a' } } }],
      suggestions: [
        { question_id: own.questions.label, value: 'b', type: 'model', agent: 'bert-v1', score: 0.93 },
        { question_id: own.questions.labels, value: ['a', 'b'], type: null, agent: null, score: [0.1, 0.2] },
      ],
    })
    expect(first.inserted_at).toBe(first.updated_at)
    expect(first.inserted_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{6})?$/)
    expect(first.inserted_at < second.inserted_at).toBe(true)
    expect(second).toMatchObject({
      fields: { text: 'Second' },
      metadata: null,
      external_id: null,
      responses: [],
      suggestions: [],
      vectors: {},
    })
    expect((await stored(own.id)).items).toEqual(reply.body.items)
    expect(await counted(own.id)).toBe(2)
  })

  it('answers nothing to the older route', async () => {
    const own = await s.build.dataset(PARTS)
    const reply = await list([{ fields: { text: 'One' } }, { fields: { text: 'Two' } }], own.id)
    expect(reply).toMatchObject({ status: 204, body: undefined })
    const { items, total } = await stored(own.id)
    expect(total).toBe(2)
    expect(items.map((item: { fields: unknown }) => item.fields)).toEqual([{ text: 'One' }, { text: 'Two' }])
  })

  it('keeps the decimal point of float properties, whichever way they are sent', async () => {
    const own = await s.build.dataset(PARTS)
    const body =
      '{"items":[{"fields":{"text":"x"},"metadata":{"ratio":1,"count":2.0}},{"fields":{"text":"x"},"metadata":{"ratio":1.0}}]}'
    await s.server.inject({
      method: 'POST',
      url: `/api/v1/datasets/${own.id}/records`,
      payload: body,
      headers: { 'content-type': 'application/json', 'x-argilla-api-key': s.ownerKey },
    })
    const reply = await s.server.inject({
      url: `/api/v1/datasets/${own.id}/records`,
      headers: { 'x-argilla-api-key': s.ownerKey },
    })
    expect(reply.payload).toContain('"metadata":{"ratio":1.0,"count":2}')
    expect(reply.payload).toContain('"metadata":{"ratio":1.0},')
  })

  it('keeps odd texts and keys as they are', async () => {
    const own = await s.build.dataset({ ...PARTS, metadata: [] })
    const metadata = JSON.parse('{"__proto__":"p","constructor":["c"],"k \\u0000\\ud83d":"v\\u0000","":1e21}')
    const fields = { text: '👩‍👩‍👧‍👧 "quoted" \\ \u2028 \r\n </script> $& $1' }
    const reply = await bulk([{ fields, metadata }], own.id)
    expect(reply.status).toBe(201)
    expect(reply.body.items[0].fields).toEqual(fields)
    expect(reply.body.items[0].metadata).toEqual(metadata)
  })

  const drafts = [
    ['post', 'records', 'Records cannot be created for a non published dataset'],
    ['post', 'records/bulk', 'records cannot be created for a non published dataset'],
    ['put', 'records/bulk', 'records cannot be created or updated for a non published dataset'],
  ] as const
  it.each(drafts)('refuses records for a draft: %s %s', async (method, path, detail) => {
    const draft = await s.build.dataset({ publish: false })
    const reply = await s
      .as('owner')
      [method](`/api/v1/datasets/${draft.id}/${path}`, { items: [{ fields: { text: 'a' } }] })
    expect(reply).toMatchObject({ status: 422, body: { detail } })
  })

  /** What is wrong with a record, in the words of the older and of the bulk route; `{q}` is the label question's id, `{d}` the dataset's. */
  const INVALID: [what: string, record: (d: BuiltDataset) => object, older: string, bulk: string][] = [
    [
      'a required field absent',
      () => ({ fields: { more: 'x' } }),
      "Record at position 1 is not valid because missing required value for field: 'text'",
      "record at position 1 is not valid because missing required value for field: 'text'",
    ],
    [
      'a required field null',
      () => ({ fields: { text: null } }),
      "Record at position 1 is not valid because missing required value for field: 'text'",
      "record at position 1 is not valid because missing required value for field: 'text'",
    ],
    [
      'an unknown field',
      () => ({ fields: { text: 'x', wrong: 'y' } }),
      "Record at position 1 is not valid because found fields values for non configured fields: ['wrong']",
      "record at position 1 is not valid because found fields values for non configured fields: ['wrong']",
    ],
    [
      'a term that is not allowed',
      () => ({ metadata: { split: 'dev' } }),
      "Record at position 1 is not valid because metadata is not valid: 'split' metadata property validation failed because 'dev' is not an allowed term.",
      "record at position 1 is not valid because metadata is not valid: 'split' metadata property validation failed because 'dev' is not an allowed term.",
    ],
    [
      'a number out of bounds',
      () => ({ metadata: { count: 11 } }),
      "Record at position 1 is not valid because metadata is not valid: 'count' metadata property validation failed because '11' is greater than the maximum value of '10'.",
      "record at position 1 is not valid because metadata is not valid: 'count' metadata property validation failed because '11' is greater than the maximum value of '10'.",
    ],
    [
      'a suggestion for an unknown question',
      () => ({ suggestions: [{ question_id: UNKNOWN, value: 'a' }] }),
      `Record at position 1 is not valid because suggestion for question_id=${UNKNOWN} is not valid: question_id=${UNKNOWN} does not exist`,
      `Record at position 1 does not have valid suggestions because question with question_id=${UNKNOWN} does not exist`,
    ],
    [
      'a suggestion with a bad value',
      ({ questions }) => ({ suggestions: [{ question_id: questions.label, value: 'z' }] }),
      "Record at position 1 is not valid because suggestion for question_id={q} is not valid: 'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
      "Record at position 1 does not have valid suggestions because suggestion for question name=label is not valid: 'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
    ],
    [
      'a suggestion with a bad score',
      ({ questions }) => ({ suggestions: [{ question_id: questions.label, value: 'a', score: [0.5] }] }),
      'Record at position 1 is not valid because suggestion for question_id={q} is not valid: a list of score values is not allowed for a suggestion with a single value',
      'Record at position 1 does not have valid suggestions because suggestion for question name=label is not valid: a list of score values is not allowed for a suggestion with a single value',
    ],
    [
      'two suggestions for one question',
      ({ questions }) => ({ suggestions: ['a', 'b'].map((value) => ({ question_id: questions.label, value })) }),
      'Record at position 1 is not valid because found duplicate suggestions question IDs',
      'record at position 1 is not valid because found duplicate suggestions question IDs',
    ],
    [
      'a response of an unknown user',
      () => ({ responses: [{ user_id: UNKNOWN, status: 'discarded' }] }),
      `Record at position 1 is not valid because response at position 0 is not valid: user_id=${UNKNOWN} does not exist`,
      `Record at position 1 does not have valid responses because user with id ${UNKNOWN} not found`,
    ],
    [
      'a bad response',
      () => ({ responses: [{ user_id: '{u}', status: 'submitted', values: { labels: { value: ['a'] } } }] }),
      "Record at position 1 is not valid because response at position 0 is not valid: missing response value for required question with name='label'",
      "Record at position 1 does not have valid responses because missing response value for required question with name='label'",
    ],
    [
      'a span past the end of its text',
      ({ questions }) => ({
        suggestions: [{ question_id: questions.spans, value: [{ label: 'P', start: 0, end: 9 }] }],
      }),
      'Record at position 1 is not valid because suggestion for question_id={s} is not valid: span question response value `end` must have a value lower or equal than record field `text` length that is `5`',
      'Record at position 1 does not have valid suggestions because suggestion for question name=spans is not valid: span question response value `end` must have a value lower or equal than record field `text` length that is `5`',
    ],
    [
      'an unknown vector',
      () => ({ vectors: { v9: [1] } }),
      'Record at position 1 is not valid because vector with name=v9 is not valid: vector with name=v9 does not exist for dataset_id={d}',
      'Record at position 1 does not have valid vectors because vector with name=v9 does not exist for dataset_id={d}',
    ],
    [
      'a vector of another size',
      () => ({ vectors: { v1: [1, 2, 3] } }),
      'Record at position 1 is not valid because vector with name=v1 is not valid: vector must have 2 elements, got 3 elements',
      'Record at position 1 does not have valid vectors because vector value for vector name=v1 must have 2 elements, got 3 elements',
    ],
  ]
  it.each(INVALID)('refuses %s, and writes nothing', async (_, record, older, inBulk) => {
    const owner = (await s.as('owner').get('/api/v1/me')).body
    const before = await counted(d.id)
    const bad = JSON.parse(JSON.stringify({ fields: { text: 'Hello' }, ...record(d) }).replace('{u}', owner.id))
    const filled = (text: string) =>
      text
        .replace('{q}', d.questions.label ?? '')
        .replace('{s}', d.questions.spans ?? '')
        .replace('{d}', d.id)
    const items = [{ fields: { text: 'Good' } }, bad]
    expect(await list(items)).toMatchObject({ status: 422, body: { detail: filled(older) } })
    expect(await bulk(items)).toMatchObject({ status: 422, body: { detail: filled(inBulk) } })
    expect(await counted(d.id)).toBe(before)
  })

  it('refuses other metadata where the dataset allows none', async () => {
    const strict = await s.build.dataset({ ...PARTS, extra: { allow_extra_metadata: false } })
    const items = [{ fields: { text: 'x' }, metadata: { other: 1 } }]
    const why = `metadata is not valid: 'other' metadata property does not exists for dataset '${strict.id}' and extra metadata is not allowed for this dataset`
    expect((await bulk(items, strict.id)).body.detail).toBe(`record at position 0 is not valid because ${why}`)
    expect((await list(items, strict.id)).body.detail).toBe(`Record at position 0 is not valid because ${why}`)
  })

  it('reports the first bad record: record by record, or in bulk part by part', async () => {
    const items = [{ fields: { text: 'x' }, vectors: { v9: [1] } }, { fields: { wrong: 'x' } }]
    expect((await list(items)).body.detail).toMatch(/^Record at position 0 .*v9/)
    expect((await bulk(items)).body.detail).toMatch(/^record at position 1 .*'text'/)
  })

  it.each(['records', 'records/bulk'])('refuses external ids that are there already: %s', async (path) => {
    const own = await s.build.dataset(PARTS)
    const send = (ids: (string | null)[]) =>
      s.as('owner').post(`/api/v1/datasets/${own.id}/${path}`, {
        items: ids.map((external_id) => ({ fields: { text: 'x' }, external_id })),
      })
    expect((await send(['a', 'b', null, null])).status).toBeLessThan(300)
    const again = await send(['c', 'b', 'a'])
    expect(again).toMatchObject({ status: 422, body: { detail: 'found records with same external ids: b, a' } })
    // The same id in another dataset is another record.
    const other = await s.build.dataset(PARTS)
    expect((await bulk([{ fields: { text: 'x' }, external_id: 'a' }], other.id)).status).toBe(201)
  })

  it('refuses an external id twice in one request', async () => {
    const items = ['same', 'same'].map((external_id) => ({ fields: { text: 'x' }, external_id }))
    const inBulk = await bulk(items)
    expect(inBulk.status).toBe(422)
    expect(inBulk.body.detail.params.errors).toEqual([
      { loc: ['body', 'items'], msg: 'External IDs must be unique', type: 'value_error' },
    ])
    expect((await list(items)).body.detail).toBe('found records with same external ids: same')
  })

  const SHAPES: [what: string, record: object, loc: (string | number)[], msg: string][] = [
    ['no fields', {}, ['fields'], 'field required'],
    ['fields null', { fields: null }, ['fields'], 'value is not a valid dict'],
    ['a number as text', { fields: { text: 3 } }, ['fields', 'text'], 'str type expected'],
    ['metadata as a list', { fields: {}, metadata: [] }, ['metadata'], 'value is not a valid dict'],
    ['vectors as a list', { fields: {}, vectors: [] }, ['vectors'], 'value is not a valid dict'],
    ['a vector of texts', { fields: {}, vectors: { v1: ['x'] } }, ['vectors', 'v1', 0], 'value is not a valid float'],
    [
      'two responses of one user',
      { fields: {}, responses: [1, 2].map(() => ({ user_id: UNKNOWN, status: 'discarded' })) },
      ['responses'],
      `'responses' contains several responses for the same user_id='${UNKNOWN}'`,
    ],
    [
      'a submitted response without values',
      { fields: {}, responses: [{ user_id: UNKNOWN, status: 'submitted' }] },
      ['responses', 0, 'values'],
      'field required',
    ],
    [
      'an unknown status',
      { fields: {}, responses: [{ user_id: UNKNOWN, status: 'pending' }] },
      ['responses', 0, 'status'],
      "value is not a valid enumeration member; permitted: 'draft', 'submitted', 'discarded'",
    ],
    [
      'a score above 1',
      { fields: {}, suggestions: [{ question_id: UNKNOWN, value: 'a', score: 1.5 }] },
      ['suggestions', 0, 'score'],
      'ensure this value is less than or equal to 1',
    ],
    [
      'an empty list of scores',
      { fields: {}, suggestions: [{ question_id: UNKNOWN, value: 'a', score: [] }] },
      ['suggestions', 0, 'score'],
      'ensure this value has at least 1 items',
    ],
    [
      'an agent of signs only',
      { fields: {}, suggestions: [{ question_id: UNKNOWN, value: 'a', agent: '---' }] },
      ['suggestions', 0, 'agent'],
      String.raw`string does not match regex "^(?=.*[a-zA-Z0-9])[a-zA-Z0-9-_:./\s]+$"`,
    ],
    [
      'a suggestion without a value',
      { fields: {}, suggestions: [{ question_id: UNKNOWN, value: null }] },
      ['suggestions', 0, 'value'],
      'none is not an allowed value',
    ],
  ]
  it.each(SHAPES)('reports the shape of %s', async (_, record, loc, msg) => {
    for (const reply of [await list([record]), await bulk([record])]) {
      expect(reply.status).toBe(422)
      expect(reply.body.detail.code).toBe('argilla.api.errors::ValidationError')
      expect(reply.body.detail.params.errors).toContainEqual(
        expect.objectContaining({ loc: ['body', 'items', 0, ...loc], msg }),
      )
    }
  })

  it.each([
    ['NaN', "NaN is not allowed as metadata value, found NaN for key 'x'"],
    ['{"deep":[-Infinity]}', "Infinity is not allowed as metadata value, found Infinity for key 'x'"],
  ])('refuses metadata that JSON cannot hold: %s', async (value, msg) => {
    const reply = await s
      .as('owner')
      .post(`/api/v1/datasets/${d.id}/records`, `{"items":[{"fields":{"text":"a"},"metadata":{"x":${value}}}]}`)
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors[0]).toMatchObject({ loc: ['body', 'items', 0, 'metadata'], msg })
  })

  it.each([
    ['post', 'records', 0, 'at least 1'],
    ['post', 'records', 1001, 'at most 1000'],
    ['post', 'records/bulk', 0, 'at least 1'],
    ['post', 'records/bulk', 501, 'at most 500'],
    ['put', 'records/bulk', 501, 'at most 500'],
    ['patch', 'records', 1001, 'at most 1000'],
  ] as const)('bounds the number of records: %s %s with %d', async (method, path, count, words) => {
    const items = Array.from({ length: count }, () => ({ fields: { text: 'x' } }))
    const reply = await s.as('owner')[method](`/api/v1/datasets/${d.id}/${path}`, { items })
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors[0]).toMatchObject({
      loc: ['body', 'items'],
      msg: `ensure this value has ${words} items`,
    })
  })

  it('asks of a draft that comes with a record to say that it has no answers [§3.4]', async () => {
    const own = await s.build.dataset(PARTS)
    const me = (await s.as('owner').get('/api/v1/me')).body.id
    const upload = (response: object) =>
      bulk([{ fields: { text: 'x' }, responses: [{ user_id: me, ...response }] }], own.id)
    expect(await upload({ status: 'draft' })).toMatchObject({
      status: 422,
      body: {
        detail: {
          params: {
            errors: [
              {
                loc: ['body', 'items', 0, 'responses', 0, 'values'],
                msg: 'field required',
                type: 'value_error.missing',
              },
            ],
          },
        },
      },
    })
    for (const given of [{ status: 'draft', values: null }, { status: 'draft', values: {} }, { status: 'discarded' }])
      expect((await upload(given)).status).toBe(201)
  })

  it('counts responses that come with records as activity', async () => {
    const own = await s.build.dataset(PARTS)
    const me = (await s.as('owner').get('/api/v1/me')).body.id
    const read = async () => (await s.as('owner').get(`/api/v1/datasets/${own.id}`)).body
    const published = await read()
    await bulk([{ fields: { text: 'x' } }], own.id)
    expect(await read()).toEqual(published)
    await bulk([{ fields: { text: 'x' }, responses: [{ user_id: me, status: 'draft', values: {} }] }], own.id)
    const after = await read()
    expect(after.last_activity_at > published.last_activity_at).toBe(true)
    expect(after.updated_at).toBe(published.updated_at)
  })
})
