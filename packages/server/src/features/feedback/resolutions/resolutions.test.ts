import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const options = ['a', 'b', 'c'].map((value) => ({ value, text: value }))
const QUESTIONS = [
  { name: 'kind', title: 'Kind', required: true, settings: { type: 'label_selection', options } },
  { name: 'names', title: 'Names', settings: { type: 'span', field: 'text', options } },
]
const TEXT = 'Ann went to Rome'
const span = (label: string, start: number, end: number) => ({ label, start, end })

describe.each(engines)('disagreements and resolutions, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  let bob: { id: string; username: string }
  let lead: { id: string; username: string }

  /** A record with what two people answered. */
  async function answered(one: Record<string, unknown>, other?: Record<string, unknown>, text = TEXT) {
    const responses = [one, other].flatMap((values, at) => {
      if (!values) return []
      const asWire = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]))
      return [{ user_id: at === 0 ? ann.id : bob.id, status: 'submitted', values: asWire }]
    })
    return (await s.build.record(d.id, { fields: { text }, responses })).id
  }
  const list = async () => (await s.as(lead.username).get(`/api/v1/datasets/${d.id}/disagreements`)).body
  const path = (record: string) => `/api/v1/records/${record}/resolutions`
  const decide = (record: string, value: unknown, question = d.questions.kind, username = lead.username) =>
    s.as(username).put(path(record), { question_id: question, value })

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS })
    const member = { workspaces: [d.workspaceId] }
    ann = await s.build.user('annotator', member)
    bob = await s.build.user('annotator', member)
    lead = await s.build.user('admin', member)
  })

  it('lists records with the least agreement first, and counts those that are open', async () => {
    const half = await answered(
      { kind: 'a', names: [span('a', 0, 3), span('b', 12, 16)] },
      { kind: 'a', names: [span('a', 0, 3)] },
      'Ann said "Rome \u{1F600}" \u0001 to everybody',
    )
    const none = await answered({ kind: 'a' }, { kind: 'b' }, `"${'\\'.repeat(300)}`)
    await answered({ kind: 'c' }, { kind: 'c' })
    await answered({ kind: 'c' })
    expect(await list()).toEqual({
      items: [
        {
          record_id: none,
          external_id: null,
          text: `"${'\\'.repeat(199)}`,
          questions: [{ name: 'kind', agreement: 0, answers: 2, is_resolved: false }],
          is_gold: false,
        },
        {
          record_id: half,
          external_id: null,
          text: 'Ann said "Rome \u{1F600}" \u0001 to everybody',
          questions: [{ name: 'names', agreement: 2 / 3, answers: 2, is_resolved: false }],
          is_gold: false,
        },
      ],
      open: 2,
      resolved: 0,
      users: expect.arrayContaining([ann, bob].map(({ id, username }) => ({ id, username, name: username }))),
    })
    expect((await decide(none, 'b')).status).toBe(201)
    expect(await list()).toMatchObject({ items: [{ record_id: half }, { record_id: none }], open: 1, resolved: 1 })
  })

  it('lists the disagreements of one question, person or status', async () => {
    const dataset = await s.build.dataset({ questions: QUESTIONS, workspaceId: d.workspaceId })
    const ids: string[] = []
    const given: [{ id: string }, Record<string, unknown>][][] = [
      [
        [ann, { kind: { value: 'a' }, names: { value: [span('a', 0, 3)] } }],
        [bob, { kind: { value: 'b' }, names: { value: [] } }],
      ],
      [
        [ann, { kind: { value: 'a' } }],
        [lead, { kind: { value: 'b' } }],
      ],
    ]
    for (const answers of given) {
      const responses = answers.map(([{ id }, values]) => ({ user_id: id, status: 'submitted', values }))
      ids.push((await s.build.record(dataset.id, { fields: { text: TEXT }, responses })).id)
    }
    const [both = '', kindOnly = ''] = ids
    const path = `/api/v1/datasets/${dataset.id}/disagreements`
    const read = async (query: string) => (await s.as(lead.username).get(`${path}?${query}`)).body
    const listed = async (query: string) => {
      const { items, open, resolved, users } = await read(query)
      expect(users).toHaveLength(3)
      expect(users).toEqual(
        expect.arrayContaining([ann, bob, lead].map(({ id, username }) => ({ id, username, name: username }))),
      )
      const names = (one: { questions: { name: string }[] }) => one.questions.map(({ name }) => name)
      const rows = items.map((one: { record_id: string; questions: { name: string }[] }) => [one.record_id, names(one)])
      return { rows, open, resolved }
    }
    await decide(both, 'a', dataset.questions.kind)
    const names = [both, ['names']]
    expect(await listed('question=names')).toEqual({ rows: [names], open: 1, resolved: 0 })
    expect(await listed(`user_id=${bob.id}`)).toEqual({ rows: [[both, ['kind', 'names']]], open: 1, resolved: 0 })
    expect(await listed(`user_id=${lead.id}`)).toEqual({ rows: [[kindOnly, ['kind']]], open: 1, resolved: 0 })
    expect(await listed('question=kind&status=resolved')).toEqual({ rows: [[both, ['kind']]], open: 1, resolved: 1 })
    expect(await listed('question=kind&status=open')).toEqual({ rows: [[kindOnly, ['kind']]], open: 1, resolved: 1 })
    expect(await listed('question=nothing')).toEqual({ rows: [], open: 0, resolved: 0 })
    for (const wrong of ['status=decided', 'user_id=bob'])
      expect((await s.as(lead.username).get(`${path}?${wrong}`)).status).toBe(422)
  })

  it('shows the beginning of a text wherever it is cut', async () => {
    const dataset = await s.build.dataset({ questions: QUESTIONS })
    const texts = [1985, 1986, 1987, 1988, 1989, 1990].map((length) => `${'x'.repeat(length)}"\u0001\u{1F600}yz`)
    for (const text of texts) {
      const responses = [ann, bob].map(({ id }, at) => ({
        user_id: id,
        status: 'submitted',
        values: { kind: { value: at === 0 ? 'a' : 'b' } },
      }))
      await s.build.record(dataset.id, { fields: { text }, responses })
    }
    const { body } = await s.as('owner').get(`/api/v1/datasets/${dataset.id}/disagreements`)
    expect(body.items.map(({ text }: { text: string }) => text)).toEqual(texts.map(() => 'x'.repeat(200)))
  })

  it('decides a question, decides it anew, and takes that back', async () => {
    const record = await answered({ kind: 'a' }, { kind: 'b' })
    const made = await decide(record, 'a')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      record_id: record,
      question_id: d.questions.kind,
      value: 'a',
      user_id: lead.id,
    })
    const anew = await decide(record, 'c', d.questions.kind, 'owner')
    expect(anew.status).toBe(200)
    expect(anew.body).toMatchObject({ value: 'c', inserted_at: made.body.inserted_at })
    expect(anew.body.user_id).not.toBe(lead.id)
    const spans = [span('a', 0, 3)]
    expect((await decide(record, spans, d.questions.names)).status).toBe(201)
    const { items } = (await s.as(lead.username).get(path(record))).body
    expect(items.map(({ value }: { value: unknown }) => value)).toEqual(['c', spans])
    const gone = await s.as(lead.username).delete(`${path(record)}/${d.questions.kind}`)
    expect([gone.status, gone.body.value]).toEqual([200, 'c'])
    expect((await s.as(lead.username).get(path(record))).body.items).toHaveLength(1)
    expect((await s.as(lead.username).delete(`${path(record)}/${d.questions.kind}`)).status).toBe(404)
  })

  it.each<[string, string, unknown]>([
    ['a label that the question does not have', 'kind', 'z'],
    ['a value of another type', 'kind', ['a']],
    ['a span outside of the text', 'names', [span('a', 10, 99)]],
  ])('refuses %s, and keeps what was decided', async (_, question, value) => {
    const record = await answered({ kind: 'a' }, { kind: 'b' })
    await decide(record, 'a')
    expect((await decide(record, value, d.questions[question])).status).toBe(422)
    expect((await decide(record, 'a', UNKNOWN)).status).toBe(422)
    expect((await s.as(lead.username).get(path(record))).body.items).toMatchObject([{ value: 'a' }])
  })

  it('tells a decision to those who answered, and to nobody before they have', async () => {
    const record = await answered({ kind: 'a' })
    await decide(record, 'b')
    const seenBy = async (username: string) => (await s.as(username).get(path(record))).body.items?.length
    expect(await seenBy(ann.username)).toBe(1)
    expect(await seenBy(bob.username)).toBe(0)
    const stranger = await s.build.user('annotator')
    expect((await s.as(stranger.username).get(path(record))).status).toBe(403)
  })

  it('comes with records that are asked for with it, as far as it may be seen', async () => {
    const dataset = await s.build.dataset({ questions: QUESTIONS, workspaceId: d.workspaceId })
    const ids: string[] = []
    for (const status of ['submitted', 'draft', undefined]) {
      const responses = status ? [{ user_id: ann.id, status, values: { kind: { value: 'a' } } }] : []
      const { id } = await s.build.record(dataset.id, { fields: { text: TEXT }, responses })
      ids.push(id)
      expect((await decide(id, 'b', dataset.questions.kind)).status).toBe(201)
    }
    const asked = 'include=resolutions&include=responses&limit=10'
    const seen = async (username: string, address: string) => {
      const { body } = await s.as(username).get(address)
      const byId = new Map(body.items.map((one: { id: string; resolutions?: unknown[] }) => [one.id, one.resolutions]))
      return ids.map((id) => byId.get(id))
    }
    const decided = [{ question_id: dataset.questions.kind, value: 'b', user_id: lead.id }]
    const all = `/api/v1/datasets/${dataset.id}/records?${asked}`
    expect(await seen(lead.username, all)).toMatchObject([decided, decided, decided])
    expect(await seen(lead.username, `${all}&after=&sort_by=inserted_at:asc`)).toMatchObject([
      decided,
      decided,
      decided,
    ])
    const own = `/api/v1/me/datasets/${dataset.id}/records?${asked}`
    expect(await seen(ann.username, own)).toMatchObject([decided, [], []])
    expect(await seen(bob.username, own)).toEqual([[], [], []])
    expect(await seen(lead.username, `/api/v1/datasets/${dataset.id}/records`)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const one = async (username: string, query: string) =>
      (await s.as(username).get(`/api/v1/records/${ids[0]}${query}`)).body.resolutions
    expect(await one(ann.username, '?include=resolutions')).toMatchObject(decided)
    expect(await one(ann.username, '')).toBeUndefined()
  })

  it('is decided, and everybody’s answers are read, by those who lead the workspace alone', async () => {
    const record = await answered({ kind: 'a' }, { kind: 'b' })
    const elsewhere = await s.build.user('admin')
    for (const username of [ann.username, elsewhere.username]) {
      expect((await decide(record, 'a', d.questions.kind, username)).status).toBe(403)
      expect((await s.as(username).delete(`${path(record)}/${d.questions.kind}`)).status).toBe(403)
      expect((await s.as(username).get(`/api/v1/records/${record}/responses`)).status).toBe(403)
      expect((await s.as(username).get(`/api/v1/datasets/${d.id}/disagreements`)).status).toBe(403)
    }
    const { body } = await s.as(lead.username).get(`/api/v1/records/${record}/responses`)
    expect(body.items.map(({ user_id }: { user_id: string }) => user_id).sort()).toEqual([ann.id, bob.id].sort())
    expect(body.users).toEqual(expect.arrayContaining([{ id: ann.id, username: ann.username, name: ann.username }]))
  })

  it('stands beside answers that an annotator sees after answering, if the dataset says so, and never before [P5]', async () => {
    const dataset = await s.build.dataset({ questions: QUESTIONS, workspaceId: d.workspaceId })
    const { id } = await s.build.record(dataset.id, { fields: { text: TEXT } })
    const answer = async (username: string, value: string, status = 'submitted') =>
      (await s.as(username).post(`/api/v1/records/${id}/responses`, { status, values: { kind: { value } } })).body
    const others = async (username: string) =>
      (await s.as(username).get(`/api/v1/records/${id}/responses/others`)).body.items.map(
        ({ values }: { values: { kind: { value: string } } }) => values.kind.value,
      )
    const choose = (others_answers: string, username = lead.username) =>
      s.as(username).put(`/api/v1/datasets/${dataset.id}/queue`, { others_answers })
    await answer(ann.username, 'a')
    const { id: bobs } = await answer(bob.username, 'b', 'draft')
    expect([await others(ann.username), await others(bob.username)]).toEqual([[], []])
    expect((await choose('after_answering', ann.username)).status).toBe(403)
    expect((await choose('sometimes')).status).toBe(422)
    expect((await choose('after_answering')).body).toMatchObject({ others_answers: 'after_answering' })
    // A draft is no answer, neither to be seen nor to see others for.
    expect([await others(ann.username), await others(bob.username)]).toEqual([[], []])
    const save = (status: string) =>
      s.as(bob.username).put(`/api/v1/responses/${bobs}`, { status, values: { kind: { value: 'b' } } })
    await save('discarded')
    expect(await others(bob.username)).toEqual([])
    await save('submitted')
    expect([await others(ann.username), await others(bob.username)]).toEqual([['b'], ['a']])
    const stranger = await s.build.user('annotator')
    expect((await s.as(stranger.username).get(`/api/v1/records/${id}/responses/others`)).status).toBe(403)
    await choose('never')
    expect(await others(bob.username)).toEqual([])
  })

  it('tells annotators nothing of the answers of others by any way to read a record [P5]', async () => {
    const dataset = await s.build.dataset({ questions: QUESTIONS, workspaceId: d.workspaceId })
    const { id } = await s.build.record(dataset.id, { fields: { text: TEXT } })
    const values = { names: { value: [span('a', 0, 3)] }, kind: { value: 'c' } }
    await s.as(ann.username).post(`/api/v1/records/${id}/responses`, { status: 'submitted', values })
    const own = `/api/v1/me/datasets/${dataset.id}`
    const parts = 'include=responses&include=resolutions&include=suggestions&include=doubts&limit=5'
    const isC = { type: 'terms', scope: { entity: 'response', question: 'kind' }, values: ['c'] }
    const reply = async (method: 'get' | 'post', path: string, body?: object) =>
      (await s.as(bob.username)[method](path, body as never)).body
    const [listed] = (await reply('get', `${own}/records?${parts}`)).items
    expect(listed.responses).toEqual([])
    const [searched] = (await reply('post', `${own}/records/search?${parts}`, {})).items
    expect(searched.record.responses).toEqual([])
    expect((await reply('post', `${own}/records/search`, { filters: { and: [isC] } })).total).toBe(0)
    const facet = { facets: [{ scope: { entity: 'response', question: 'kind' } }] }
    expect((await reply('post', `${own}/records/facets`, facet)).facets[0].values).toEqual([])
    expect((await reply('get', `/api/v1/records/${id}?include=responses`)).responses).toEqual([])
    expect((await reply('get', `/api/v1/records/${id}/history`)).items).toEqual([])
    for (const path of [
      `/api/v1/records/${id}/responses`,
      `/api/v1/datasets/${dataset.id}/records?${parts}`,
      `/api/v1/datasets/${dataset.id}/disagreements`,
      `/api/v1/datasets/${dataset.id}/agreement`,
    ])
      expect((await s.as(bob.username).get(path)).status).toBe(403)
  })

  it('goes with its record, and outlives whoever decided', async () => {
    const record = await answered({ kind: 'a' }, { kind: 'b' })
    const passing = await s.build.user('admin', { workspaces: [d.workspaceId] })
    await decide(record, 'a', d.questions.kind, passing.username)
    await s.as('owner').delete(`/api/v1/users/${passing.id}`)
    expect((await s.as(lead.username).get(path(record))).body.items).toMatchObject([{ value: 'a', user_id: null }])
    await s.as('owner').delete(`/api/v1/records/${record}`)
    expect((await s.as(lead.username).get(path(record))).status).toBe(404)
    expect((await list()).items.map(({ record_id }: { record_id: string }) => record_id)).not.toContain(record)
  })
})
