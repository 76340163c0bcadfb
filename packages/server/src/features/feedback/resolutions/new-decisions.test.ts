import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertRows } from '../../../db/insert-rows'
import type { BuiltDataset } from '../../../testing/builders'
import { insertManyRecords, insertManyResponses } from '../../../testing/plans'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { selectNew } from './new-decisions'

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

  const answerIn = async (id: string, status: string, { username } = ann) => {
    const answer = { status, values: { kind: { value: 'a' } } }
    expect((await s.as(username).post(`/api/v1/records/${id}/responses`, answer)).status).toBe(201)
  }
  /** Decisions of the last seconds are not told yet. */
  const toldOf = async (records: number, who = ann) => {
    await expect.poll(() => newOf(who), { timeout: 15_000, interval: 100 }).toMatchObject({ records })
    return newOf(who)
  }

  it('are told to those who had submitted an answer, until they have seen them', { timeout: 30_000 }, async () => {
    expect(await newOf()).toEqual(NOTHING)
    const [first, second, draft, unanswered] = [
      await record('submitted'),
      await record('submitted'),
      await record('draft'),
      await record(),
    ]
    for (const id of [draft, unanswered, first, second]) await decide(id)
    // One that was made at the same time could still be committed.
    expect(await newOf()).toEqual(NOTHING)
    const told = await toldOf(2)
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
    const again = await toldOf(1)
    expect(again.since_ms).toBeGreaterThanOrEqual(told.until_ms)
    expect(await found({ ge: again.since_ms })).toEqual([second])
    expect(await see(again.until_ms)).toBe(204)
  })

  it('are those of somebody else, made after the answer was submitted', { timeout: 30_000 }, async () => {
    const own = await record('submitted', lead)
    await decide(own)
    const [decided, drafted, submitted, edited, withdrawn] = [
      await record(),
      await record(),
      await record(),
      await record(),
      await record('submitted'),
    ]
    for (const id of [drafted, submitted]) await answerIn(id, 'draft')
    await answerIn(edited, 'submitted')
    const idOf = async (recordId: string) => {
      const own = s.context.engine.db.selectFrom('responses').select('id').where('user_id', '=', ann.id)
      return (await own.where('record_id', '=', recordId).executeTakeFirstOrThrow()).id
    }
    const change = async (id: string, status: string, value = 'a') => {
      const body = { status, values: { kind: { value } } }
      expect((await s.as(ann.username).put(`/api/v1/responses/${await idOf(id)}`, body)).status).toBe(200)
    }
    await change(submitted, 'submitted')
    for (const id of [decided, drafted, submitted, edited, withdrawn]) await decide(id)
    // Answered, submitted and submitted again after the decision: no news.
    await answerIn(decided, 'submitted')
    await change(drafted, 'submitted')
    await change(withdrawn, 'draft')
    await change(withdrawn, 'submitted')
    // An answer that was submitted before and is only changed after the decision stays one, also in bulk.
    await change(edited, 'submitted', 'b')
    const items = [{ record_id: submitted, status: 'submitted', values: { kind: { value: 'b' } } }]
    expect((await s.as(ann.username).post('/api/v1/me/responses/bulk', { items })).status).toBe(200)
    const told = await toldOf(2)
    expect(await found({ ge: told.since_ms })).toEqual([edited, submitted].sort())
    expect(await see(told.until_ms)).toBe(204)

    expect(await newOf(lead)).toEqual(NOTHING)
    expect(await found({ ge: 0 }, lead)).toEqual([])
    await decide(own, other)
    await toldOf(1, lead)
    expect(await found({ ge: 0 }, lead)).toEqual([own])
  })

  it('about gold records are told to leads only, who may know them', { timeout: 30_000 }, async () => {
    const gold = await record('submitted', bob)
    await answerIn(gold, 'submitted', other)
    await decide(gold)
    expect((await s.as(lead.username).put(`/api/v1/records/${gold}/gold`, {})).status).toBe(200)
    await toldOf(1, other)
    expect(await found({ ge: 0 }, other)).toEqual([gold])
    expect(await newOf(bob)).toEqual(NOTHING)
    expect(await found({ ge: 0 }, bob)).toEqual([])
  })

  it('are those since the server counts them, up to 1,000 records of the latest decisions', {
    timeout: 60_000,
  }, async () => {
    const { db } = s.context.engine
    const many = await s.build.dataset({ questions: QUESTIONS })
    const { username, id: userId } = await s.build.user('annotator', { workspaces: [many.workspaceId] })
    const { rows } = await sql<{ applied_at: number | string }>`
      select applied_at from migrations where name = '0041-decisions-seen'`.execute(db)
    const start = Number(rows[0]?.applied_at)
    await s.context.engine.transaction((tx) =>
      insertManyRecords(tx, 12_100, () => ({ dataset_id: many.id, inserted_at: 1 })),
    )
    const ofDataset = db.selectFrom('records').where('dataset_id', '=', many.id)
    const records = await ofDataset.select(['pk', 'id', 'dataset_id']).orderBy('pk').execute()
    await s.context.engine.transaction((tx) => insertManyResponses(tx, userId, records.slice(0, 2000)))
    /** Decisions about records from one to another, of which the first 100 were decided before the start. */
    const decideMany = (from: number, to: number) =>
      s.context.engine.transaction((tx) =>
        insertRows(
          tx,
          'resolutions',
          records.slice(from, to).map(({ pk, id }, at) => ({
            ...{ dataset_id: many.id, record_pk: Number(pk), record_id: id, question_id: many.questions.kind ?? '' },
            ...{ value: '"b"', user_id: null, inserted_at: 1 },
            updated_at: from + at < 100 ? start - 1 : start + from + at,
          })),
        ),
      )
    const told = async () => (await s.as(username).get(`/api/v1/me/datasets/${many.id}/resolutions/new`)).body
    const settled = { timeout: 15_000, interval: 100 }

    await decideMany(0, 1100)
    await expect.poll(told, settled).toMatchObject({ records: 1000, since_ms: Math.floor((start + 100) / 1000) })
    await decideMany(1100, 1200)
    expect(await told()).toMatchObject({ records: 1001 })
    await decideMany(2000, 12_100)
    expect(await told()).toEqual(NOTHING)

    await s.context.engine.analyze()
    const query = selectNew(many.id, { userId, seesGold: false }, { from: start + 11_000, to: start + 12_000 })
    const explained = await sql<
      Record<string, unknown>
    >`explain ${sql.raw(engine === 'sqlite' ? 'query plan' : '')} ${query}`
      .execute(db)
      .then(({ rows: steps }) => steps.map((step) => String(step.detail ?? Object.values(step)[0])).join('\n'))
    expect(explained).toMatch(
      engine === 'sqlite'
        ? /SEARCH resolutions USING INDEX resolutions_decided \(dataset_id=\? AND updated_at>\? AND updated_at<\?\)/
        : /resolutions_decided[\s\S]*Index Cond: \(\(dataset_id = .*updated_at >= .*updated_at <= /,
    )
    expect(explained).not.toMatch(/FOR ORDER BY|SCAN own|Seq Scan on resolutions/)
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
