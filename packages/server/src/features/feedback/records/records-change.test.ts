import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const label = (name: string) => ({
  name,
  title: name,
  required: name === 'label',
  settings: { type: 'label_selection', options: ['a', 'b'].map((value) => ({ value, text: value })) },
})
const PARTS = {
  questions: [label('label'), label('second')],
  metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms', values: ['train', 'test'] } }],
  vectors: ['v1', 'v2'].map((name) => ({ name, title: name, dimensions: 2 })),
}

describe.each(engines)('changed records, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  const owner = () => s.as('owner')
  const upsert = (items: unknown[], id = d.id) => owner().put(`/api/v1/datasets/${id}/records/bulk`, { items })
  const patchAll = (items: unknown[]) => owner().patch(`/api/v1/datasets/${d.id}/records`, { items })
  const read = async (id: string) => {
    const { items } = (
      await owner().get(`/api/v1/datasets/${d.id}/records?limit=1000&include=responses,suggestions,vectors`)
    ).body
    return items.find((item: { id: string }) => item.id === id)
  }
  const suggested = (record: { suggestions: { question_id: string; value: string }[] }) =>
    Object.fromEntries(
      record.suggestions.map(({ question_id, value }) => [
        question_id === d.questions.label ? 'label' : 'second',
        value,
      ]),
    )
  /** A record with something of each kind. */
  const full = async (external_id?: string) =>
    s.build.record(d.id, {
      external_id,
      metadata: { split: 'train', old: true },
      suggestions: [{ question_id: d.questions.label, value: 'a' }],
      vectors: { v1: [1, 2] },
    })

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset(PARTS)
  })

  describe('upsert', () => {
    it('matches by external id, else by id, and makes the rest anew', async () => {
      const one = await full('one')
      const two = await full()
      const reply = await upsert([
        { id: UNKNOWN, fields: { text: 'New' } },
        { external_id: 'one', id: UNKNOWN, fields: { text: 'ignored' }, metadata: { split: 'test' } },
        { id: two.id, metadata: null },
        { external_id: 'fresh', id: two.id, fields: { text: 'New too' } },
      ])
      expect(reply.status).toBe(200)
      const [made, first, second, fresh] = reply.body.items
      expect(made.id).not.toBe(UNKNOWN)
      expect(first).toMatchObject({ id: one.id, fields: one.fields, metadata: { split: 'test' } })
      expect(second).toMatchObject({ id: two.id, metadata: null, suggestions: [{ value: 'a' }] })
      expect(fresh).toMatchObject({ external_id: 'fresh', fields: { text: 'New too' } })
      expect(fresh.id).not.toBe(two.id)
      expect(reply.body.updated_item_ids.sort()).toEqual([one.id, two.id].sort())
      for (const item of reply.body.items) expect(await read(item.id)).toEqual(item)
    })

    it('takes what newer clients send with each item', async () => {
      const reply = await upsert([
        {
          id: null,
          inserted_at: null,
          status: 'pending',
          fields: { text: 'x' },
          metadata: {},
          vectors: {},
          responses: [],
          suggestions: [
            {
              id: UNKNOWN,
              question_id: d.questions.label,
              question_name: 'label',
              value: 'a',
              score: null,
              agent: null,
            },
          ],
        },
      ])
      expect(reply).toMatchObject({ status: 200, body: { updated_item_ids: [] } })
      expect(suggested(reply.body.items[0])).toEqual({ label: 'a' })
    })

    it('moves updated_at with metadata only', async () => {
      const record = await full()
      const kept = await upsert([{ id: record.id, suggestions: [{ question_id: d.questions.second, value: 'b' }] }])
      expect(kept.body.items[0].updated_at).toBe(record.updated_at)
      const moved = await upsert([{ id: record.id, metadata: { split: 'test' } }])
      expect(moved.body.items[0].updated_at > String(record.updated_at)).toBe(true)
      expect(moved.body.items[0].inserted_at).toBe(record.inserted_at)
    })

    it('merges suggestions by question, responses by user and vectors by name', async () => {
      const me = (await owner().get('/api/v1/me')).body.id
      const other = await s.build.user('annotator')
      const record = await full()
      const [{ id: suggestionId }] = (await read(record.id)).suggestions
      await upsert([
        {
          id: record.id,
          suggestions: [
            { question_id: d.questions.second, value: 'b' },
            { question_id: d.questions.label, value: 'b' },
          ],
          responses: [
            { user_id: me, status: 'submitted', values: { label: { value: 'a' } } },
            { user_id: other.id, status: 'discarded' },
          ],
          vectors: { v2: [3, 4] },
        },
      ])
      const merged = await read(record.id)
      expect(suggested(merged)).toEqual({ label: 'b', second: 'b' })
      expect(merged.suggestions[0].id).toBe(suggestionId)
      expect(merged.vectors).toEqual({ v1: [1, 2], v2: [3, 4] })
      expect(merged.responses).toHaveLength(2)

      await upsert([
        {
          id: record.id,
          suggestions: [],
          responses: [{ user_id: me, status: 'draft', values: {} }],
          vectors: { v1: [9, 9] },
        },
      ])
      const again = await read(record.id)
      expect(suggested(again)).toEqual({ label: 'b', second: 'b' })
      expect(again.vectors).toEqual({ v1: [9, 9], v2: [3, 4] })
      expect(again.responses).toMatchObject([
        { id: merged.responses[0].id, user_id: me, status: 'draft', values: {} },
        { user_id: other.id, status: 'discarded' },
      ])
    })

    it('refuses a new record without fields', async () => {
      const reply = await upsert([{ external_id: 'nowhere', metadata: {} }])
      expect(reply.status).toBe(422)
      expect(reply.body.detail).toMatch(/^1 validation error for RecordCreate/)
    })

    it('refuses the same external id, or the same record, twice', async () => {
      const record = await full('twice')
      const shape = await upsert([
        { external_id: 'x', fields: {} },
        { external_id: 'x', fields: {} },
      ])
      expect(shape.body.detail.params.errors[0]).toMatchObject({ msg: 'External IDs must be unique' })
      const same = await upsert([{ id: record.id }, { external_id: 'twice' }])
      expect(same).toMatchObject({ status: 422, body: { detail: 'Found duplicate records IDs' } })
    })

    it('refuses in its own words and changes nothing', async () => {
      const record = await full()
      const before = await read(record.id)
      const good = {
        id: record.id,
        metadata: { split: 'test' },
        suggestions: [{ question_id: d.questions.label, value: 'b' }],
      }
      const bad: [object, string][] = [
        [
          { fields: { wrong: 'x' } },
          "record at position 1 is not valid because missing required value for field: 'text'",
        ],
        [
          { fields: { text: 'x' }, suggestions: [{ question_id: UNKNOWN, value: 'a' }] },
          `Record at position 1 does not have valid suggestions because question with question_id=${UNKNOWN} does not exist`,
        ],
        [
          { fields: { text: 'x' }, responses: [{ user_id: UNKNOWN, status: 'discarded' }] },
          `Record at position 1 does not have valid responses because user with id ${UNKNOWN} not found`,
        ],
        [
          { fields: { text: 'x' }, vectors: { v9: [1] } },
          `Record at position 1 does not have valid vectors because vector with name=v9 does not exist for dataset_id=${d.id}`,
        ],
      ]
      for (const [item, detail] of bad)
        expect(await upsert([good, item])).toMatchObject({ status: 422, body: { detail } })
      expect(await read(record.id)).toEqual(before)
    })

    it('does not take records of another dataset by id', async () => {
      const other = await s.build.dataset(PARTS)
      const record = await full()
      const reply = await upsert([{ id: record.id, fields: { text: 'x' } }], other.id)
      expect(reply.body.items[0].id).not.toBe(record.id)
      expect(reply.body.updated_item_ids).toEqual([])
    })
  })

  describe('PATCH', () => {
    it('changes what is sent and nothing else', async () => {
      const one = await full()
      const two = await full()
      const reply = await patchAll([
        {
          id: one.id,
          metadata: { split: 'test' },
          suggestions: [{ question_id: d.questions.second, value: 'b' }],
          vectors: { v2: [0, 1] },
        },
        { id: two.id, metadata: null, suggestions: [] },
      ])
      expect(reply).toMatchObject({ status: 204, body: undefined })
      const first = await read(one.id)
      expect(first).toMatchObject({
        metadata: { split: 'test' },
        vectors: { v1: [1, 2], v2: [0, 1] },
        fields: one.fields,
      })
      expect(suggested(first)).toEqual({ second: 'b' })
      expect(await read(two.id)).toMatchObject({ metadata: null, suggestions: [], vectors: { v1: [1, 2] } })
      await patchAll([{ id: one.id, suggestions: null, metadata: { split: 'train' }, vectors: null }])
      const again = await read(one.id)
      expect(again.metadata).toEqual({ split: 'train' })
      expect(suggested(again)).toEqual({ second: 'b' })
    })

    it('moves updated_at with metadata only', async () => {
      const record = await full()
      await patchAll([{ id: record.id, suggestions: [], vectors: { v1: [0, 0] } }])
      expect((await read(record.id)).updated_at).toBe(record.updated_at)
      await patchAll([{ id: record.id, metadata: {} }])
      expect((await read(record.id)).updated_at > String(record.updated_at)).toBe(true)
    })

    it('refuses unknown and repeated ids', async () => {
      const record = await full()
      const elsewhere = await s.build.record((await s.build.dataset()).id)
      expect(await patchAll([{ id: UNKNOWN }, { id: record.id }, { id: elsewhere.id }])).toMatchObject({
        status: 422,
        body: { detail: `Found records that do not exist: ${UNKNOWN}, ${elsewhere.id}` },
      })
      expect(await patchAll([{ id: record.id }, { id: record.id }])).toMatchObject({
        status: 422,
        body: { detail: 'Found duplicate records IDs' },
      })
    })

    const BAD: [what: string, patch: object, why: string][] = [
      [
        'metadata',
        { metadata: { split: 'dev' } },
        "metadata is not valid: 'split' metadata property validation failed because 'dev' is not an allowed term.",
      ],
      [
        'two suggestions for one question',
        { suggestions: ['a', 'b'].map((value) => ({ question_id: '{q}', value })) },
        'found duplicate suggestions question IDs',
      ],
      [
        'a suggestion for an unknown question',
        { suggestions: [{ question_id: UNKNOWN, value: 'a' }] },
        `suggestion for question_id=${UNKNOWN} is not valid: question_id=${UNKNOWN} does not exist`,
      ],
      [
        'a suggestion with a bad value',
        { suggestions: [{ question_id: '{q}', value: 'z' }] },
        "suggestion for question_id={q} is not valid: 'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
      ],
      [
        'an unknown vector',
        { vectors: { v9: [1] } },
        'vector with name=v9 is not valid: vector with name=v9 does not exist for dataset_id={d}',
      ],
      [
        'a vector of another size',
        { vectors: { v1: [1] } },
        'vector with name=v1 is not valid: vector must have 2 elements, got 1 elements',
      ],
    ]
    it.each(BAD)('refuses %s, and changes nothing', async (_, patch, why) => {
      const one = await full()
      const two = await full()
      const before = [await read(one.id), await read(two.id)]
      const filled = JSON.parse(JSON.stringify(patch).replaceAll('{q}', d.questions.label ?? ''))
      const reason = why.replace('{q}', d.questions.label ?? '').replace('{d}', d.id)
      const many = await patchAll([
        { id: one.id, metadata: {}, suggestions: [] },
        { id: two.id, ...filled },
      ])
      expect(many).toMatchObject({
        status: 422,
        body: { detail: `Record at position 1 is not valid because ${reason}` },
      })
      const single = await owner().patch(`/api/v1/records/${two.id}`, filled)
      expect(single).toMatchObject({ status: 422, body: { detail: reason } })
      expect([await read(one.id), await read(two.id)]).toEqual(before)
    })

    it('answers one record with what was asked to change', async () => {
      const record = await full()
      const path = `/api/v1/records/${record.id}`
      const metadata = await owner().patch(path, { metadata: { split: 'test' }, fields: { text: 'no' }, responses: [] })
      expect(metadata).toMatchObject({
        status: 200,
        body: { metadata: { split: 'test' }, fields: record.fields, responses: [], vectors: { v1: [1, 2] } },
      })
      expect(suggested(metadata.body)).toEqual({ label: 'a' })
      const suggestions = await owner().patch(path, { suggestions: [] })
      expect(suggestions).toMatchObject({ status: 200, body: { responses: null, suggestions: [] } })
      expect((await owner().patch(path, {})).body.responses).toBeNull()
      expect((await owner().patch(path, { vectors: { v2: [5, 5] } })).body).toMatchObject({
        responses: [],
        vectors: { v1: [1, 2], v2: [5, 5] },
      })
    })

    it('checks spans against the stored text', async () => {
      const span = {
        name: 'span',
        title: 'Span',
        settings: { type: 'span', field: 'text', options: [{ value: 'P', text: 'P' }] },
      }
      const own = await s.build.dataset({ questions: [label('label'), span] })
      const record = await s.build.record(own.id, { fields: { text: '👩‍👩‍👧' } })
      const send = (end: number) =>
        owner().patch(`/api/v1/records/${record.id}`, {
          suggestions: [{ question_id: own.questions.span, value: [{ label: 'P', start: 0, end }] }],
        })
      expect((await send(5)).status).toBe(200)
      expect((await send(6)).body.detail).toContain('length that is `5`')
    })
  })

  describe('GET and DELETE', () => {
    it('answers one record, on demand with the own response [C19]', async () => {
      const user = await s.build.user('annotator', { workspaces: [d.workspaceId] })
      const record = await full()
      await s.as(user.username).post(`/api/v1/records/${record.id}/responses`, { status: 'discarded' })
      await owner().post(`/api/v1/records/${record.id}/responses`, { status: 'draft' })
      const plain = await s.as(user.username).get(`/api/v1/records/${record.id}`)
      expect(plain).toMatchObject({ status: 200, body: { id: record.id, responses: null, vectors: { v1: [1, 2] } } })
      expect(suggested(plain.body)).toEqual({ label: 'a' })
      const more = await s.as(user.username).get(`/api/v1/records/${record.id}?include=responses`)
      expect(more.body.responses).toMatchObject([{ user_id: user.id, status: 'discarded' }])
    })

    it('deletes one record and answers what it was', async () => {
      const record = await full()
      const reply = await owner().delete(`/api/v1/records/${record.id}`)
      expect(reply.status).toBe(200)
      expect(reply.body).toMatchObject({ id: record.id, metadata: record.metadata })
      for (const key of ['responses', 'suggestions', 'vectors']) expect(reply.body).not.toHaveProperty(key)
      const gone = await owner().get(`/api/v1/records/${record.id}`)
      expect(gone).toMatchObject({ status: 404, body: { detail: `Record with id \`${record.id}\` not found` } })
    })

    it('deletes records by id with everything of theirs, and leaves the rest', async () => {
      const own = await s.build.dataset(PARTS)
      const make = (dataset: BuiltDataset) =>
        s.build.record(dataset.id, { metadata: { split: 'test' }, vectors: { v1: [1, 2] } })
      const [one, two, kept] = [await make(own), await make(own), await make(own)]
      const elsewhere = await make(d)
      await owner().post(`/api/v1/records/${one?.id}/responses`, { status: 'draft' })
      const ids = [one?.id, two?.id.toUpperCase(), elsewhere.id, UNKNOWN, one?.id]
      const reply = await owner().delete(`/api/v1/datasets/${own.id}/records?ids=${ids.join(',')}`)
      expect(reply).toMatchObject({ status: 204, body: undefined })
      const left = (await owner().get(`/api/v1/datasets/${own.id}/records`)).body
      expect(left.items.map((item: { id: string }) => item.id)).toEqual([kept?.id])
      expect((await owner().get(`/api/v1/me/datasets/${own.id}/metrics`)).body).toMatchObject({
        records: { count: 1 },
        responses: { count: 0 },
      })
      expect((await owner().get(`/api/v1/records/${elsewhere.id}`)).status).toBe(200)
    })

    it.each([
      ['ids=', 'Invalid UUID format'],
      ['ids=x', 'Invalid UUID format'],
      [`ids=${UNKNOWN},`, 'Invalid UUID format'],
      [`ids=${Array(101).fill(UNKNOWN).join(',')}`, 'Cannot delete more than 100 records at once'],
    ])('refuses %.12s…', async (query, detail) => {
      const reply = await owner().delete(`/api/v1/datasets/${d.id}/records?${query}`)
      expect(reply).toMatchObject({ status: 422, body: { detail } })
    })

    it('needs ids', async () => {
      const reply = await owner().delete(`/api/v1/datasets/${d.id}/records`)
      expect(reply.body.detail.params.errors).toEqual([
        { loc: ['query', 'ids'], msg: 'field required', type: 'value_error.missing' },
      ])
    })
  })

  it('logs who changed what', async () => {
    const record = await full()
    await patchAll([{ id: record.id, metadata: { split: 'test' } }])
    await owner().delete(`/api/v1/records/${record.id}`)
    const rows = await s.context.engine.db
      .selectFrom('events')
      .select(['kind', 'before', 'after'])
      .where('dataset_id', '=', d.id)
      .orderBy('seq', 'desc')
      .limit(4)
      .execute()
    expect(rows.map(({ kind }) => kind)).toEqual(['record.delete', 'records.update', 'record.update', 'records.create'])
    expect(rows[3]?.after).toContain(record.id)
    expect(rows[2]?.before).toContain('train')
    expect(rows[2]?.after).toContain('test')
    expect(rows[0]?.before).toContain('Hello')
  })
})
