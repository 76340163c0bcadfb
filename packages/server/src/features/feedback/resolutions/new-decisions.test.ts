import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const options = ['a', 'b'].map((value) => ({ value, text: value }))
const QUESTIONS = [{ name: 'kind', title: 'Kind', required: true, settings: { type: 'label_selection', options } }]
const NOTHING = { records: 0, since_ms: null, until_ms: null }
const SCOPE = { entity: 'record', property: 'decided_at' }

describe.each(engines)('new decisions, %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  let ann: { id: string; username: string }
  let bob: { id: string; username: string }
  let lead: { id: string; username: string }
  let other: { id: string; username: string }

  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset({ questions: QUESTIONS })
    const member = { workspaces: [d.workspaceId] }
    ann = await s.build.user('annotator', member)
    bob = await s.build.user('annotator', member)
    lead = await s.build.user('admin', member)
    other = await s.build.user('admin', member)
  })

  const record = async (status?: string, who = ann) => {
    const responses = status ? [{ user_id: who.id, status, values: { kind: { value: 'a' } } }] : []
    return (await s.build.record(d.id, { fields: { text: 'apple' }, responses })).id
  }
  const decide = async (id: string, by = lead, value = 'b') => {
    const { status } = await s
      .as(by.username)
      .put(`/api/v1/records/${id}/resolutions`, { question_id: d.questions.kind, value })
    expect([200, 201]).toContain(status)
  }
  const newOf = async ({ username } = ann) => {
    const { status, body } = await s.as(username).get(`/api/v1/me/datasets/${d.id}/resolutions/new`)
    expect(status).toBe(200)
    return body
  }
  const see = async (until_ms: unknown, { username } = ann) =>
    (await s.as(username).put(`/api/v1/me/datasets/${d.id}/resolutions/seen`, { until_ms })).status
  /** The records that a filter finds, by the time of their decision. */
  const found = async (test: object, { username } = ann, text?: string) => {
    const filters = { and: [{ type: 'range', scope: SCOPE, ...test }] }
    const query = text ? { query: { text: { q: text } } } : {}
    const reply = await s.as(username).post(`/api/v1/me/datasets/${d.id}/records/search`, { filters, ...query })
    expect(reply.status).toBe(200)
    const ids: string[] = reply.body.items.map((item: { record: { id: string } }) => item.record.id)
    expect(reply.body.total).toBe(ids.length)
    return ids.sort()
  }

  it('are told to those who had submitted an answer, until they have seen them', async () => {
    expect(await newOf()).toEqual(NOTHING)
    const [first, second, draft, unanswered] = [
      await record('submitted'),
      await record('submitted'),
      await record('draft'),
      await record(),
    ]
    for (const id of [first, second, draft, unanswered]) await decide(id)
    const told = await newOf()
    expect(told).toMatchObject({ records: 2 })
    const both = [first, second].sort()
    expect(await found({ ge: told.since_ms })).toEqual(both)
    expect(await found({ ge: told.since_ms }, ann, 'apple')).toEqual(both)
    expect(await found({ ge: told.until_ms })).toEqual([])
    expect(await found({ le: told.since_ms - 1 })).toEqual([])
    // Nobody else is told: not one who has not answered, and not the lead who has decided.
    expect(await newOf(bob)).toEqual(NOTHING)
    expect(await found({ ge: 0 }, bob)).toEqual([])
    expect(await newOf(lead)).toEqual(NOTHING)

    expect(await see(told.until_ms)).toBe(204)
    expect(await newOf()).toEqual(NOTHING)
    // Still found: the page that shows them stays as it is.
    expect(await found({ ge: told.since_ms })).toEqual(both)
    // An earlier time does not bring them back.
    expect(await see(0)).toBe(204)
    expect(await newOf()).toEqual(NOTHING)

    await decide(second, other, 'a')
    const again = await newOf()
    expect(again).toMatchObject({ records: 1 })
    expect(again.since_ms).toBeGreaterThanOrEqual(told.until_ms)
    expect(await found({ ge: again.since_ms })).toEqual([second])
    expect(await see(again.until_ms)).toBe(204)
  })

  it('are those of somebody else, made after the answer', async () => {
    const own = await record('submitted', lead)
    await decide(own)
    expect(await newOf(lead)).toEqual(NOTHING)
    expect(await found({ ge: 0 }, lead)).toEqual([])
    await decide(own, other)
    expect(await newOf(lead)).toMatchObject({ records: 1 })
    expect(await found({ ge: 0 }, lead)).toEqual([own])

    const decided = await record()
    await decide(decided)
    const answer = { status: 'submitted', values: { kind: { value: 'a' } } }
    expect((await s.as(ann.username).post(`/api/v1/records/${decided}/responses`, answer)).status).toBe(201)
    expect(await newOf()).toEqual(NOTHING)
  })

  it('about gold records are told to leads only, who may know them', async () => {
    const gold = await record('submitted', bob)
    const answer = { status: 'submitted', values: { kind: { value: 'a' } } }
    expect((await s.as(other.username).post(`/api/v1/records/${gold}/responses`, answer)).status).toBe(201)
    await decide(gold)
    expect((await s.as(lead.username).put(`/api/v1/records/${gold}/gold`, {})).status).toBe(200)
    expect(await newOf(bob)).toEqual(NOTHING)
    expect(await found({ ge: 0 }, bob)).toEqual([])
    expect(await newOf(other)).toMatchObject({ records: 1 })
    expect(await found({ ge: 0 }, other)).toEqual([gold])
  })

  it('are filtered by a range only, and refuse strangers and bad times', async () => {
    const search = (body: object) => s.as(ann.username).post(`/api/v1/me/datasets/${d.id}/records/search`, body)
    for (const body of [
      { filters: { and: [{ type: 'terms', scope: SCOPE, values: ['1'] }] } },
      { sort: [{ scope: SCOPE, order: 'asc' }] },
    ])
      expect((await search(body)).status).toBe(422)
    const facets = await s
      .as(ann.username)
      .post(`/api/v1/me/datasets/${d.id}/records/facets`, { facets: [{ scope: SCOPE }] })
    expect(facets.status).toBe(422)
    for (const until of [-1, 'now', undefined, 1e18]) expect(await see(until), `${until}`).toBe(422)
    const stranger = await s.build.user('annotator')
    expect((await s.as(stranger.username).get(`/api/v1/me/datasets/${d.id}/resolutions/new`)).status).toBe(403)
    expect(await see(1, stranger)).toBe(403)
  })
})
