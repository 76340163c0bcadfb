import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = ['a', 'b'].map((value) => ({ value, text: value }))
const QUESTIONS = [{ name: 'kind', title: 'Kind', required: true, settings: { type: 'label_selection', options } }]

describe.each(engines)('the history of a record, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  let bob: { id: string; username: string }
  let lead: { id: string; username: string }

  const answer = (value: string, status = 'submitted') => ({ status, values: { kind: { value } } })
  const history = async (record: string, { username }: { username: string }) =>
    (await s.as(username).get(`/api/v1/records/${record}/history`)).body
  const allOf = ({ items }: { items: Item[] }) =>
    items.map(({ kind, user_id, before, after }) => [kind, user_id, answerIn(before), answerIn(after)])
  /** The same without the beginning of the record. */
  const brief = (history: { items: Item[] }) => allOf(history).filter(([kind]) => kind !== 'record.create')

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS, vectors: [{ name: 'v', title: 'V', dimensions: 2 }] })
    const member = { workspaces: [d.workspaceId] }
    ann = await s.build.user('annotator', member)
    bob = await s.build.user('annotator', member)
    lead = await s.build.user('admin', member)
  })

  /** A record that two people answered, one of them three times; a lead changed an answer and decided. */
  async function lived() {
    const { id } = await s.build.record(d.id)
    const [a, b] = [s.as(ann.username), s.as(bob.username)]
    const first = (await a.post(`/api/v1/records/${id}/responses`, answer('a', 'draft'))).body
    await a.post('/api/v1/me/responses/bulk', { items: [{ record_id: id, ...answer('b') }] })
    await b.post(`/api/v1/records/${id}/responses`, answer('a'))
    await s.as(lead.username).put(`/api/v1/responses/${first.id}`, answer('a'))
    await s.as('owner').put(`/api/v1/records/${id}/suggestions`, { question_id: d.questions.kind, value: 'b' })
    await s.as(lead.username).put(`/api/v1/records/${id}/resolutions`, { question_id: d.questions.kind, value: 'b' })
    await a.delete(`/api/v1/responses/${first.id}`)
    return id
  }

  it('shows a lead every change, who made it, and how it was before and after, the latest first', async () => {
    const id = await lived()
    const all = await history(id, lead)
    const owner = (await s.as('owner').get('/api/me')).body.id
    expect(brief(all)).toEqual([
      ['response.delete', ann.id, 'a', null],
      ['resolution.create', lead.id, null, 'b'],
      ['suggestion.create', owner, null, 'b'],
      ['response.update', lead.id, 'b', 'a'],
      ['response.create', bob.id, null, 'a'],
      ['response.update', ann.id, 'a', 'b'],
      ['response.create', ann.id, null, 'a'],
    ])
    expect(allOf(all).at(-1)).toEqual(['record.create', owner, null, null])
    expect(all.items.map(({ at }: { at: string }) => at)).toEqual(
      all.items
        .map(({ at }: { at: string }) => at)
        .toSorted()
        .toReversed(),
    )
    expect(all.is_cut).toBe(false)
    const names = all.users.map(({ username }: { username: string }) => username)
    expect(names.toSorted()).toEqual([ann.username, bob.username, lead.username, 'owner'].toSorted())
  })

  it('shows annotators what became of their own response, and nothing of others', async () => {
    const id = await lived()
    expect(brief(await history(id, ann))).toEqual([
      ['response.delete', ann.id, 'a', null],
      ['response.update', lead.id, 'b', 'a'],
      ['response.update', ann.id, 'a', 'b'],
      ['response.create', ann.id, null, 'a'],
    ])
    await s.as('owner').patch(`/api/v1/users/${bob.id}`, { first_name: 'Bob', last_name: 'Ray' })
    const bobs = await history(id, bob)
    expect(brief(bobs)).toEqual([['response.create', bob.id, null, 'a']])
    expect(bobs.users).toEqual([{ id: bob.id, username: bob.username, name: 'Bob Ray' }])
  })

  it('shows what an import did to the answers and suggestions of a record that was there, and nothing that stayed', async () => {
    const suggested = (value: string) => [{ question_id: d.questions.kind, value }]
    const given = (user: { id: string }, value: string) => ({ user_id: user.id, ...answer(value) })
    const { id } = await s.build.record(d.id, {
      suggestions: suggested('a'),
      responses: [given(ann, 'a'), given(bob, 'a')],
    })
    const owner = (await s.as('owner').get('/api/me')).body.id
    const beginning = [
      ['response.create', owner, null, 'a'],
      ['response.create', owner, null, 'a'],
      ['suggestion.create', owner, null, 'a'],
      ['record.create', owner, null, null],
    ]
    expect(allOf(await history(id, lead))).toEqual(beginning)
    const records = `/api/v1/datasets/${d.id}/records`
    const item = { id, suggestions: suggested('b'), responses: [given(ann, 'b'), given(bob, 'a'), given(lead, 'b')] }
    for (let times = 0; times < 2; times += 1)
      expect((await s.as('owner').put(`${records}/bulk`, { items: [item] })).status).toBe(200)
    const imported = allOf(await history(id, lead)).slice(0, -beginning.length)
    expect(imported.toSorted()).toEqual(
      [
        ['suggestion.update', owner, 'a', 'b'],
        ['response.update', owner, 'a', 'b'],
        ['response.create', owner, null, 'b'],
      ].toSorted(),
    )
    for (const suggestions of [suggested('a'), []])
      expect((await s.as('owner').patch(`/api/v1/records/${id}`, { suggestions })).status).toBe(200)
    const all = allOf(await history(id, lead))
    expect(all.slice(0, -imported.length - beginning.length)).toEqual([
      ['suggestion.delete', owner, 'a', null],
      ['suggestion.update', owner, 'b', 'a'],
    ])
    // What it came with is still known when all of it was changed or removed.
    expect(all.slice(-beginning.length)).toEqual(beginning)
    expect(allOf(await history(id, bob))).toEqual([['response.create', owner, null, 'a']])
  })

  it('shows leads new metadata and vectors, and the log keeps what they were before', async () => {
    const { id } = await s.build.record(d.id, { metadata: { split: 'train' }, vectors: { v: [1, 2] } })
    const patch = (body: object) => s.as(lead.username).patch(`/api/v1/records/${id}`, body)
    expect((await patch({ metadata: { split: 'test' } })).status).toBe(200)
    expect((await patch({ metadata: { split: 'test' }, vectors: { v: [1, 3] } })).status).toBe(200)
    expect((await patch({ metadata: null, vectors: { v: [1, 3] } })).status).toBe(200)
    const { items } = await history(id, lead)
    const who = { kind: 'record.update', user_id: lead.id }
    expect(items).toMatchObject([
      { ...who, before: { metadata: { split: 'test' } }, after: { metadata: null } },
      { ...who, id: expect.any(Number), before: { vectors: ['v'] }, after: { vectors: ['v'] } },
      { ...who, before: { metadata: { split: 'train' } }, after: { metadata: { split: 'test' } } },
      { kind: 'record.create' },
    ])
    expect((await history(id, ann)).items).toEqual([])
    expect((await s.as('owner').delete(`/api/v1/records/${id}`)).status).toBe(200)
    const { db } = s.context.engine
    const rows = await db.selectFrom('events').selectAll().where('record_id', '=', id).orderBy('seq').execute()
    const vectors = rows.map(({ before }) => JSON.parse(before ?? '{}').vectors?.v)
    const bytes = (numbers: number[]) => Buffer.from(new Float64Array(numbers).buffer).toString('base64')
    expect(vectors).toEqual([undefined, bytes([1, 2]), undefined, bytes([1, 3])])
  })

  it('shows leads all doubts and skips, and annotators their own, with the replies', async () => {
    const { id } = await s.build.record(d.id)
    const at = `/api/v1/records/${id}`
    const [a, b, l] = [s.as(ann.username), s.as(bob.username), s.as(lead.username)]
    expect((await a.put(`${at}/skip`)).status).toBe(204)
    expect((await a.put(`${at}/skip`)).status).toBe(204)
    expect((await b.put(`${at}/skip`)).status).toBe(204)
    for (let times = 0; times < 2; times += 1) expect((await a.delete(`${at}/skip`)).status).toBe(204)
    expect((await b.delete(`/api/v1/me/datasets/${d.id}/skips`)).status).toBe(204)
    const doubt = (await a.put(`${at}/doubt`, { note: 'Is it a?' })).body
    await l.put(`${at}/doubts/${doubt.id}/reply`, { reply: 'It is b.' })
    await b.put(`${at}/doubt`, { note: 'Mine' })
    await b.delete(`${at}/doubt`)
    const told = async (user: { username: string }) =>
      (await history(id, user)).items
        .filter(({ kind }: Item) => kind !== 'record.create')
        .map(({ kind, user_id, before, after }: Item) => [kind, user_id, before?.note, after?.note, after?.reply])
    const anns = [
      ['doubt.update', lead.id, 'Is it a?', 'Is it a?', 'It is b.'],
      ['doubt.create', ann.id, undefined, 'Is it a?', null],
    ]
    const skipped = (user: { id: string }, kind: string) => [kind, user.id, undefined, undefined, undefined]
    const bobs = [
      ['doubt.delete', bob.id, 'Mine', undefined, undefined],
      ['doubt.create', bob.id, undefined, 'Mine', null],
    ]
    expect(await told(lead)).toEqual([
      ...bobs,
      ...anns,
      skipped(bob, 'skip.delete'),
      skipped(ann, 'skip.delete'),
      skipped(bob, 'skip.create'),
      skipped(ann, 'skip.create'),
    ])
    expect(await told(ann)).toEqual([...anns, skipped(ann, 'skip.delete'), skipped(ann, 'skip.create')])
    expect(await told(bob)).toEqual([...bobs, skipped(bob, 'skip.delete'), skipped(bob, 'skip.create')])
    // An annotator learns who replied, and nothing of other annotators.
    const names = (await history(id, ann)).users.map(({ id }: { id: string }) => id)
    expect(names.toSorted()).toEqual([ann.id, lead.id].toSorted())
  })

  it('holds the latest 200 changes, and says that older ones are left out', async () => {
    const { id } = await s.build.record(d.id)
    const items = Array.from({ length: 100 }, (_, at) => ({ record_id: id, ...answer(at % 2 ? 'a' : 'b') }))
    await s.as(ann.username).post('/api/v1/me/responses/bulk', { items })
    await s.as(ann.username).post('/api/v1/me/responses/bulk', { items })
    expect(await history(id, lead)).toMatchObject({ items: { length: 201 }, is_cut: false })
    await s.as(bob.username).post(`/api/v1/records/${id}/responses`, answer('a'))
    const cut = await history(id, lead)
    expect([cut.items.length, cut.is_cut, cut.items[0].user_id]).toEqual([200, true, bob.id])
  })

  it('is not there for strangers, and not for records that are gone', async () => {
    const id = await lived()
    const stranger = await s.build.user('annotator', { workspaces: [await s.build.workspace().then(({ id }) => id)] })
    expect((await s.as(stranger.username).get(`/api/v1/records/${id}/history`)).status).toBe(403)
    expect((await s.anonymous.get(`/api/v1/records/${id}/history`)).status).toBe(401)
    await s.as('owner').delete(`/api/v1/records/${id}`)
    expect((await s.as(lead.username).get(`/api/v1/records/${id}/history`)).status).toBe(404)
  })
})

type Item = { kind: string; user_id: string; before: Answered; after: Answered }
type Answered = { value?: string; values?: { kind: { value: string } }; note?: string; reply?: string | null } | null
const answerIn = (state: Answered) => state?.values?.kind.value ?? state?.value ?? null
