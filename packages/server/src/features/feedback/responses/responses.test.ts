import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { lockRecords } from '../../../db/engines/lock-records'
import { readDatasetVersion } from '../../../search/dataset-version'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const options = ['a', 'b'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'label', title: 'L', required: true, settings: { type: 'label_selection', options } },
  { name: 'words', title: 'W', required: true, settings: { type: 'text' } },
  { name: 'ranking', title: 'R', settings: { type: 'ranking', options } },
  { name: 'span', title: 'S', settings: { type: 'span', field: 'text', options: [{ value: 'P', text: 'P' }] } },
]
const VALUES = { label: { value: 'a' }, words: { value: '' } }
const SUBMITTED = { status: 'submitted', values: VALUES }

describe.each(engines)('responses, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let me: string
  const owner = () => s.as('owner')
  const record = async () => (await s.build.record(d.id)).id
  const answer = async (body: unknown, id?: string) =>
    owner().post(`/api/v1/records/${id ?? (await record())}/responses`, body)
  const bulk = (items: unknown[]) => owner().post('/api/v1/me/responses/bulk', { items })
  const mine = async (id: string) => (await owner().get(`/api/v1/records/${id}?include=responses`)).body.responses

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS })
    me = (await owner().get('/api/v1/me')).body.id
  })

  it('creates, replaces and deletes [C19] [E27] [T15]', async () => {
    const id = await record()
    const made = await answer(SUBMITTED, id)
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ status: 'submitted', values: VALUES, record_id: id, user_id: me })
    expect(made.body.inserted_at).toBe(made.body.updated_at)

    const path = `/api/v1/responses/${made.body.id}`
    const replaced = await owner().put(path, { status: 'draft', values: { label: { value: 'b' } } })
    expect(replaced).toMatchObject({
      status: 200,
      body: { id: made.body.id, status: 'draft', values: { label: { value: 'b' } } },
    })
    expect(replaced.body.inserted_at).toBe(made.body.inserted_at)
    expect(replaced.body.updated_at > made.body.updated_at).toBe(true)
    expect(await mine(id)).toEqual([replaced.body])

    expect(await owner().delete(path)).toEqual(expect.objectContaining({ status: 200, body: replaced.body }))
    expect(await mine(id)).toEqual([])
    expect(await owner().delete(path)).toMatchObject({
      status: 404,
      body: { detail: `Response with id \`${made.body.id}\` not found` },
    })
    expect(await answer({ status: 'discarded' }, id)).toMatchObject({ status: 201, body: { values: null } })
  })

  it('deletes only what is as the caller knows it, when told how that is', async () => {
    const id = await record()
    const made = (await answer(SUBMITTED, id)).body
    const path = `/api/v1/responses/${made.id}`
    const asKnown = `${path}?updated_at=${encodeURIComponent(made.updated_at)}`
    const changed = (await owner().put(path, { status: 'draft', values: {} })).body
    expect(await owner().delete(asKnown)).toMatchObject({
      status: 409,
      body: { detail: `Response with id \`${made.id}\` was changed since` },
    })
    expect(await mine(id)).toEqual([changed])
    const isKnown = `${path}?updated_at=${encodeURIComponent(changed.updated_at)}`
    const both = await Promise.all([owner().put(path, { status: 'discarded' }), owner().delete(isKnown)])
    // Whichever came first, the newer answer was not taken away with the older.
    expect(both.map(({ status }) => status)).toSatisfy(
      ([put, del]: number[]) => (put === 200 && del === 409) || (put === 404 && del === 200),
    )
    expect(await mine(id)).toHaveLength(both[0].status === 200 ? 1 : 0)
  })

  it('replaces only what is as the caller knows it, when told how that is', async () => {
    const id = await record()
    const made = (await answer(SUBMITTED, id)).body
    const path = `/api/v1/responses/${made.id}`
    const as = ({ updated_at }: { updated_at: string }) => `${path}?updated_at=${encodeURIComponent(updated_at)}`
    const draft = { status: 'draft', values: {} }
    const changed = (await owner().put(as(made), draft)).body
    expect(changed).toMatchObject({ id: made.id, status: 'draft' })
    expect(await owner().put(as(made), { status: 'discarded' })).toMatchObject({
      status: 409,
      body: { detail: `Response with id \`${made.id}\` was changed since` },
    })
    expect(await mine(id)).toEqual([changed])
    // Of two that know the same, one comes first, and the other does not take its place.
    const both = await Promise.all([owner().put(as(changed), SUBMITTED), owner().put(as(changed), draft)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await mine(id)).toEqual(both.filter(({ status }) => status === 200).map(({ body }) => body))
  })

  it('refuses a second response to the same record, also when both come at once', async () => {
    const id = await record()
    const replies = await Promise.all([answer(SUBMITTED, id), answer(SUBMITTED, id)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const third = await answer({ status: 'submitted', values: {} }, id)
    expect(third.body.detail).toBe(`Response already exists for record with id \`${id}\` and by user with id \`${me}\``)
    expect(third.status).toBe(409)
  })

  /** Rule broken, status, values and message; every way of saving says the same. */
  const RULES: [string, string, object | null, string][] = [
    ['no answers at all', 'submitted', {}, 'missing response values for submitted response'],
    [
      'a required answer missing',
      'submitted',
      { label: { value: 'a' } },
      "missing response value for required question with name='words'",
    ],
    [
      'a question that is not asked',
      'draft',
      { other: { value: 'a' } },
      "found response value for non configured question with name='other'",
    ],
    [
      'a bad value in a draft',
      'draft',
      { label: { value: 'z' } },
      "'z' is not a valid label for label selection question.\nValid labels are: ['a', 'b']",
    ],
    [
      'a bad value in a discarded response',
      'discarded',
      { words: { value: ['a'] } },
      "text question expects a text value, found <class 'list'>",
    ],
    [
      'half a ranking, submitted',
      'submitted',
      { ...VALUES, ranking: { value: [{ value: 'a', rank: 1 }] } },
      'ranking question expects a list containing 2 values, found a list of 1 values',
    ],
    [
      'a span past the end of the text',
      'draft',
      { span: { value: [{ label: 'P', start: 0, end: 6 }] } },
      'span question response value `end` must have a value lower or equal than record field `text` length that is `5`',
    ],
  ]
  it.each(RULES)('refuses %s', async (_, status, values, detail) => {
    const fresh = await record()
    expect(await answer({ status, values }, fresh)).toMatchObject({ status: 422, body: { detail } })
    expect((await bulk([{ record_id: fresh, status, values }])).body.items).toEqual([{ item: null, error: { detail } }])
    expect(await mine(fresh)).toEqual([])
    const { body: saved } = await answer(SUBMITTED)
    expect(await owner().put(`/api/v1/responses/${saved.id}`, { status, values })).toMatchObject({
      status: 422,
      body: { detail },
    })
    expect(await mine(saved.record_id)).toEqual([saved])
  })

  it.each([
    ['a draft without values', { status: 'draft' }],
    ['a draft with null', { status: 'draft', values: null }],
    ['an empty draft', { status: 'draft', values: {} }],
    ['half a ranking in a draft', { status: 'draft', values: { ranking: { value: [{ value: 'a', rank: 9 }] } } }],
    ['no spans', { status: 'submitted', values: { ...VALUES, span: { value: [] } } }],
    [
      'a span to the end',
      { status: 'submitted', values: { ...VALUES, span: { value: [{ label: 'P', start: 4, end: 5 }] } } },
    ],
    ['what a newer client adds', { status: 'discarded', values: null, user_id: UNKNOWN, id: null }],
  ])('accepts %s', async (_, body) => {
    expect((await answer(body)).status).toBe(201)
  })

  it('is wiped by a replacement without values', async () => {
    const { body } = await answer(SUBMITTED)
    expect((await owner().put(`/api/v1/responses/${body.id}`, { status: 'draft' })).body.values).toBeNull()
  })

  it('tells a missing rule from a missing shape', async () => {
    for (const values of [undefined, null])
      expect((await answer({ status: 'submitted', values })).body.detail).toBe(
        'missing response values for submitted response',
      )
    const { body } = await answer(SUBMITTED)
    const replaced = await owner().put(`/api/v1/responses/${body.id}`, { status: 'submitted' })
    expect(replaced.body.detail.params.errors).toEqual([
      { loc: ['body', 'values'], msg: 'field required', type: 'value_error.missing' },
    ])
    const many = await bulk([{ record_id: body.record_id, status: 'submitted', values: null }])
    expect(many.body.detail.params.errors[0]).toMatchObject({
      loc: ['body', 'items', 0, 'values'],
      msg: 'none is not an allowed value',
    })
  })

  const SHAPES: [string, unknown, (string | number)[], string][] = [
    [
      'a status that is none',
      { status: 'pending' },
      ['status'],
      "value is not a valid enumeration member; permitted: 'draft', 'submitted', 'discarded'",
    ],
    ['no status', {}, ['status'], 'field required'],
    ['values as a list', { status: 'draft', values: [] }, ['values'], 'value is not a valid dict'],
    [
      'a name no question can have',
      { status: 'draft', values: { 'No Name': { value: 'a' } } },
      ['values', '__key__'],
      'string does not match regex "^(?=.*[a-z0-9])[a-z0-9_-]+$"',
    ],
    [
      'an answer without a value',
      { status: 'draft', values: { label: {} } },
      ['values', 'label', 'value'],
      'field required',
    ],
    [
      'null',
      { status: 'draft', values: { label: { value: null } } },
      ['values', 'label', 'value'],
      'none is not an allowed value',
    ],
    [
      'true',
      { status: 'draft', values: { label: { value: true } } },
      ['values', 'label', 'value'],
      'value is not a valid integer',
    ],
    ['1.5', { status: 'draft', values: { label: { value: 1.5 } } }, ['values', 'label', 'value'], 'str type expected'],
    [
      'an object',
      { status: 'draft', values: { label: { value: { a: 1 } } } },
      ['values', 'label', 'value'],
      'value is not a valid list',
    ],
    [
      'a span that ends before it starts',
      { status: 'draft', values: { span: { value: [{ label: 'P', start: 3, end: 3 }] } } },
      ['values', 'span', 'value', 0, '__root__'],
      "span question response value 'end' must have a value greater than 'start'",
    ],
    [
      'a span that starts before the text',
      { status: 'draft', values: { span: { value: [{ label: 'P', start: -1, end: 3 }] } } },
      ['values', 'span', 'value', 0, 'start'],
      'ensure this value is greater than or equal to 0',
    ],
    [
      'too many spans',
      {
        status: 'draft',
        values: {
          span: { value: Array.from({ length: 10_001 }, (_, start) => ({ label: 'P', start, end: start + 1 })) },
        },
      },
      ['values', 'span', 'value'],
      'ensure this value has at most 10000 items',
    ],
  ]
  it.each(SHAPES)('reports the shape of %s', async (_, body, loc, msg) => {
    const reply = await answer(body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors).toContainEqual(expect.objectContaining({ loc: ['body', ...loc], msg }))
  })

  it('answers many records at once, each on its own [C20] [E27]', async () => {
    const stranger = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const elsewhere = await s.build.dataset()
    const [one, two, foreign] = [await record(), await record(), (await s.build.record(elsewhere.id)).id]
    const reply = await s.as(stranger.username).post('/api/v1/me/responses/bulk', {
      items: [
        { record_id: one, ...SUBMITTED },
        { record_id: UNKNOWN, status: 'discarded' },
        { record_id: foreign, status: 'discarded' },
        { record_id: two, status: 'submitted', values: { label: { value: 'z' } } },
        { record_id: two, status: 'draft', values: {} },
        { record_id: one, status: 'discarded', values: null },
      ],
    })
    expect(reply.status).toBe(200)
    const [first, missing, forbidden, invalid, draft, again] = reply.body.items
    expect(first).toMatchObject({
      item: { record_id: one, user_id: stranger.id, status: 'submitted', values: VALUES },
      error: null,
    })
    expect(missing).toEqual({
      item: null,
      error: { detail: `Record with id \`${UNKNOWN}\` not found`, code: 'unreachable' },
    })
    expect(forbidden).toEqual({
      item: null,
      error: {
        detail: 'argilla.api.errors::ForbiddenOperationError(detail=Operation not allowed)',
        code: 'unreachable',
      },
    })
    expect(invalid).toEqual({
      item: null,
      error: { detail: "missing response value for required question with name='words'" },
    })
    expect(draft).toMatchObject({ item: { record_id: two, status: 'draft', values: {} }, error: null })
    expect(again).toMatchObject({ item: { id: first.item.id, status: 'discarded', values: null }, error: null })
  })

  it('leaves answers alone that are there already, when they are not to be overwritten [C20]', async () => {
    const [answered, fresh] = [await record(), await record()]
    const before = (await answer(SUBMITTED, answered)).body
    const items = [answered, fresh].map((record_id) => ({ record_id, status: 'discarded' }))
    const path = '/api/v1/me/responses/bulk'
    const reply = await owner().post(`${path}?overwrite=false`, { items })
    const detail = `Response already exists for record with id \`${answered}\` and by user with id \`${me}\``
    expect(reply.body.items).toEqual([
      { item: null, error: { detail, code: 'conflict' } },
      { item: expect.objectContaining({ record_id: fresh, status: 'discarded' }), error: null },
    ])
    expect(await mine(answered)).toEqual([before])
    const again = await owner().post(`${path}?overwrite=true`, { items })
    expect(again.body.items[0]).toMatchObject({ item: { id: before.id, status: 'discarded' }, error: null })
  })

  it('keeps one of two first answers that come at once, when neither is to overwrite', async () => {
    const id = await record()
    const send = (status: string) =>
      owner().post('/api/v1/me/responses/bulk?overwrite=false', { items: [{ record_id: id, status }] })
    const replies = await Promise.all([send('draft'), send('discarded')])
    const [saved, ...others] = replies.flatMap(({ body }) => body.items).toSorted((one) => (one.item ? -1 : 1))
    expect(others).toEqual([{ item: null, error: expect.objectContaining({ code: 'conflict' }) }])
    expect(await mine(id)).toEqual([saved.item])
  })

  it('rejects the whole bulk for one bad shape', async () => {
    const id = await record()
    const reply = await bulk([
      { record_id: id, ...SUBMITTED },
      { record_id: 'x', status: 'draft' },
    ])
    expect(reply.status).toBe(422)
    expect(reply.body.detail.params.errors[0]).toMatchObject({
      loc: ['body', 'items', 1, 'record_id'],
      msg: 'value is not a valid uuid',
    })
    expect(await mine(id)).toEqual([])
  })

  it.each([0, 101])('bounds a bulk: %d items', async (count) => {
    expect((await bulk(Array.from({ length: count }, () => ({ record_id: UNKNOWN, status: 'draft' })))).status).toBe(
      422,
    )
  })

  it('may be changed by its author, an admin of the workspace and owners', async () => {
    const users = {
      author: await s.build.user('annotator', { workspaces: [d.workspaceId] }),
      other: await s.build.user('annotator', { workspaces: [d.workspaceId] }),
      admin: await s.build.user('admin', { workspaces: [d.workspaceId] }),
      stranger: await s.build.user('admin'),
    }
    const id = await record()
    const made = await s.as(users.author.username).post(`/api/v1/records/${id}/responses`, SUBMITTED)
    const put = (name: string) => s.as(name).put(`/api/v1/responses/${made.body.id}`, { status: 'draft', values: {} })
    expect((await put(users.author.username)).status).toBe(200)
    expect((await put(users.admin.username)).body.user_id).toBe(users.author.id)
    expect((await put('owner')).status).toBe(200)
    expect((await put(users.other.username)).status).toBe(403)
    expect((await put(users.stranger.username)).status).toBe(403)
    expect((await s.as(users.stranger.username).post(`/api/v1/records/${id}/responses`, SUBMITTED)).status).toBe(403)
  })

  it('of somebody who is no member any more is changed by owners, and by no admin in their name', async () => {
    const gone = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const admin = await s.build.user('admin', { workspaces: [d.workspaceId] })
    const made = await s.as(gone.username).post(`/api/v1/records/${await record()}/responses`, SUBMITTED)
    const path = `/api/v1/responses/${made.body.id}`
    expect((await s.as(admin.username).put(path, SUBMITTED)).status).toBe(200)
    await owner().delete(`/api/v1/workspaces/${d.workspaceId}/users/${gone.id}`)
    expect((await s.as(admin.username).put(path, { status: 'draft', values: {} })).status).toBe(403)
    expect((await owner().put(path, SUBMITTED)).body).toMatchObject({ status: 'submitted', user_id: gone.id })
  })

  it('stays when its user is deleted, and can still be changed', async () => {
    const user = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const id = await record()
    const made = await s.as(user.username).post(`/api/v1/records/${id}/responses`, SUBMITTED)
    await owner().delete(`/api/v1/users/${user.id}`)
    const replaced = await owner().put(`/api/v1/responses/${made.body.id}`, { status: 'draft', values: {} })
    expect(replaced).toMatchObject({ status: 200, body: { user_id: null, status: 'draft' } })
  })

  it('is activity in its dataset, and no change of dataset or record', async () => {
    const own = await s.build.dataset({ questions: QUESTIONS })
    const { id } = await s.build.record(own.id)
    const read = async () => (await owner().get(`/api/v1/datasets/${own.id}`)).body
    const before = await owner().get(`/api/v1/records/${id}`)
    const times = [await read()]
    const made = await answer(SUBMITTED, id)
    times.push(await read())
    await owner().put(`/api/v1/responses/${made.body.id}`, { status: 'draft' })
    times.push(await read())
    await owner().delete(`/api/v1/responses/${made.body.id}`)
    times.push(await read())
    await bulk([{ record_id: id, status: 'discarded' }])
    times.push(await read())
    const activity = times.map(({ last_activity_at }) => last_activity_at)
    expect(new Set(activity).size).toBe(5)
    expect(activity).toEqual([...activity].sort())
    expect(new Set(times.map(({ updated_at }) => updated_at)).size).toBe(1)
    expect((await owner().get(`/api/v1/records/${id}`)).body.updated_at).toBe(before.body.updated_at)
  })

  it('drops cached queues only when a submitted answer is taken back', async () => {
    const own = await s.build.dataset({ questions: QUESTIONS })
    const { id } = await s.build.record(own.id)
    const reopened = async () => (await readDatasetVersion(s.context.engine.db, own.id)).reopened
    const made = await answer({ status: 'draft' }, id)
    const first = await reopened()
    const put = (status: string) =>
      owner().put(`/api/v1/responses/${made.body.id}`, status === 'submitted' ? SUBMITTED : { status })
    expect((await put('discarded')).status).toBe(200)
    await bulk([{ record_id: id, status: 'draft' }])
    expect((await put('submitted')).status).toBe(200)
    expect(await reopened()).toBe(first)
    expect((await put('draft')).status).toBe(200)
    expect(await reopened()).toBe(first + 1)
    await bulk([{ record_id: id, ...SUBMITTED }])
    await bulk([{ record_id: id, status: 'discarded' }])
    expect(await reopened()).toBe(first + 2)
  })

  it('leaves a trace of every change', async () => {
    const { body } = await answer(SUBMITTED)
    await owner().put(`/api/v1/responses/${body.id}`, { status: 'draft', values: { label: { value: 'b' } } })
    await owner().delete(`/api/v1/responses/${body.id}`)
    const rows = await s.context.engine.db
      .selectFrom('events')
      .selectAll()
      .where('subject_id', '=', body.id)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ kind, user_id }) => [kind, user_id])).toEqual([
      ['response.create', me],
      ['response.update', me],
      ['response.delete', me],
    ])
    expect(JSON.parse(rows[1]?.before ?? '')).toEqual(body)
    expect(JSON.parse(rows[1]?.after ?? '')).toMatchObject({ status: 'draft', values: { label: { value: 'b' } } })
  })

  // SQLite has one writer: there nothing can come between.
  if (engine === 'postgres')
    it('logs what an answer was at its turn, not when the request came', async () => {
      const { body } = await answer({ status: 'draft', values: { words: { value: 'first' } } })
      const path = `/api/v1/responses/${body.id}`
      const store = s.context.engine
      const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const requests = {
        'response.update': () => owner().put(path, { status: 'draft', values: { words: { value: 'second' } } }),
        'response.delete': () => owner().delete(path),
      }
      for (const [kind, send] of Object.entries(requests)) {
        const words = `before ${kind}`
        const { sent } = await store.transaction(async (tx) => {
          await lockRecords(tx, { ids: [body.record_id] })
          const sent = send()
          await vi.waitFor(async () => expect((await waiting.execute(store.db)).rows).toHaveLength(1), 5000)
          const values = JSON.stringify({ words: { value: words } })
          await tx.updateTable('responses').set({ values }).where('id', '=', body.id).execute()
          return { sent }
        })
        expect((await sent).status).toBe(200)
        const event = store.db.selectFrom('events').select('before').where('subject_id', '=', body.id)
        const { before } = await event.where('kind', '=', kind).executeTakeFirstOrThrow()
        expect(JSON.parse(before ?? '').values).toEqual({ words: { value: words } })
      }
    })
})
