import fc from 'fast-check'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { findPage } from '../../../search/find-page'
import type { Placed } from '../../../search/place'
import { findQueueStart } from '../../../search/queue-start'
import type { RecordQuery } from '../../../search/record-query'
import type { BuiltDataset } from '../../../testing/builders'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

/** Something that changes who has still to answer what. Numbers choose a record or a person. */
type Act =
  | {
      kind:
        | 'answer'
        | 'withdraw'
        | 'draft'
        | 'resubmit'
        | 'bulk'
        | 'upsert'
        | 'open'
        | 'open page'
        | 'leave'
        | 'assign'
        | 'take back'
      who: number
      at: number
    }
  | { kind: 'add' | 'delete'; at: number }
  | { kind: 'queue'; order: string; hand_out: string; min_submitted: number }
  | { kind: 'page'; who: number; limit: number; offset: number }

const who = fc.nat({ max: 2 })
const at = fc.nat({ max: 99 })
const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('page' as const), who, limit: fc.nat(5), offset: fc.nat(2) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('answer' as const), who, at }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('withdraw', 'draft', 'resubmit', 'bulk', 'upsert', 'open', 'open page', 'leave' as const),
      who,
      at,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('assign' as const, 'take back'), who, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('add' as const, 'delete' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('queue' as const),
      order: fc.constantFrom('mixed', 'file', 'uncertain'),
      hand_out: fc.constantFrom('everyone', 'until_completed'),
      min_submitted: fc.integer({ min: 1, max: 2 }),
    }),
  },
)

describe.each(engines)('the beginning of a queue, %s', (engine) => {
  let s: TestServer
  let workspaceId: string
  let people: string[]
  let dataset: BuiltDataset
  let ids: string[]

  // The same people in every dataset: to hash the passwords of new ones takes as long as the rest of a run.
  beforeAll(async () => {
    s = await testServer(engine)
    workspaceId = (await s.build.workspace()).id
    const users = [1, 2, 3].map(() => s.build.user('annotator', { workspaces: [workspaceId] }))
    people = (await Promise.all(users)).map(({ username }) => username)
  })

  /** How many memories of a queue there are: each thread that reads has its own. PostgreSQL is read on one thread. */
  const memories = () => (engine === 'sqlite' ? s.context.config.readers : 1)
  const begin = async () => {
    ids = []
    dataset = await s.build.dataset({ workspaceId })
  }
  const path = () => `/api/v1/datasets/${dataset.id}`
  const add = async (texts: number) => {
    const items = Array.from({ length: texts }, (_, index) => ({ fields: { text: `text ${index}` } }))
    const { body } = await s.as('owner').post(`${path()}/records/bulk`, { items })
    ids.push(...body.items.map(({ id }: { id: string }) => id))
  }
  /** Three of the records. */
  const some = (at: number) => [0, 1, 2].map((index) => ids[(at + index) % ids.length] ?? '')
  const answer = (status: string) => ({ status, values: { label: { value: 'a' } } })
  const responseOf = async (user: string, id: string) =>
    (await s.as(user).get(`/api/v1/records/${id}?include=responses`)).body.responses?.[0]

  async function run(one: Exclude<Act, { kind: 'page' }>) {
    const id = 'at' in one ? (ids[one.at % ids.length] ?? '') : ''
    const user = 'who' in one ? (people[one.who] ?? '') : ''
    switch (one.kind) {
      case 'answer':
        return s.as(user).post(`/api/v1/records/${id}/responses`, answer('submitted'))
      case 'bulk':
        return s.as(user).post('/api/v1/me/responses/bulk', {
          items: some(one.at).map((record_id, index) => ({
            record_id,
            ...answer(index > 0 ? 'submitted' : 'discarded'),
          })),
        })
      case 'withdraw':
      case 'draft':
      case 'resubmit': {
        const response = await responseOf(user, id)
        if (!response) return
        const mine = `/api/v1/responses/${response.id}`
        if (one.kind === 'withdraw') return s.as(user).delete(mine)
        return s.as(user).put(mine, answer(one.kind === 'draft' ? 'draft' : 'submitted'))
      }
      case 'upsert': {
        const me = (await s.as(user).get('/api/v1/me')).body.id
        const items = [{ id, responses: [{ user_id: me, ...answer('draft') }] }]
        return s.as('owner').put(`${path()}/records/bulk`, { items })
      }
      case 'open':
        return s.as(user).put(`/api/v1/records/${id}/lease`)
      case 'open page':
        return s.as(user).put(`/api/v1/me/datasets/${dataset.id}/leases`, { record_ids: some(one.at) })
      case 'assign':
      case 'take back': {
        const { id: userId } = (await s.as(user).get('/api/v1/me')).body
        const record_ids = some(one.at)
        const reply =
          one.kind === 'assign'
            ? await s.as('owner').post(`${path()}/assignments`, { record_ids, people: [{ user_id: userId }] })
            : await s.as('owner').delete(`${path()}/assignments`, { record_ids, user_ids: [userId] })
        await s.context.jobs.settle()
        return reply
      }
      case 'leave':
        return s.as(user).delete(`/api/v1/records/${id}/lease`)
      case 'add':
        return add(1 + (one.at % 3))
      case 'delete':
        if (ids.length < 5) return
        ids = ids.filter((other) => other !== id)
        return s.as('owner').delete(`/api/v1/records/${id}`)
      case 'queue': {
        const { kind, ...queue } = one
        return s.as('owner').put(`${path()}/queue`, queue)
      }
    }
  }

  /** A page as long as this one is read from the very beginning. */
  const list = async (user: string, query: string) => {
    const { status, body } = await s
      .as(user)
      .get(`/api/v1/me/datasets/${dataset.id}/records?response_status=pending&${query}`)
    expect(status).toBe(200)
    return { ids: body.items.map(({ id }: { id: string }) => id), total: body.total }
  }

  it('is what a look at all records finds, whatever was answered, taken back, added, assigned or kept open before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 45 }), async (acts) => {
        await begin()
        await add(12)
        for (const one of acts) {
          if (one.kind !== 'page') {
            await run(one)
            continue
          }
          const user = people[one.who] ?? ''
          const all = await list(user, 'limit=1000')
          for (let memory = 0; memory < memories(); memory += 1) {
            const page = await list(user, `limit=${one.limit + 1}&offset=${one.offset}`)
            expect(page).toEqual({ ids: all.ids.slice(one.offset, one.offset + one.limit + 1), total: all.ids.length })
          }
        }
      }),
      { numRuns: 20 },
    )
  })

  it('of a queue that is done is not looked for again, until something comes back', async () => {
    await begin()
    const me = people[0] ?? ''
    await s.as('owner').put(`${path()}/queue`, { order: 'file' })
    await add(3)
    for (const index of [0, 1, 2]) {
      expect((await list(me, 'limit=2')).ids).toEqual(ids.slice(index, index + 2))
      await run({ kind: 'answer', who: 0, at: index })
    }
    expect(await list(me, 'limit=2')).toEqual({ ids: [], total: 0 })
    await run({ kind: 'withdraw', who: 0, at: 1 })
    expect(await list(me, 'limit=2')).toEqual({ ids: [ids[1]], total: 1 })
    await add(1)
    expect(await list(me, 'limit=2')).toEqual({ ids: [ids[1], ids[3]], total: 2 })
  })

  it('is found without a memory where others have more records open than a statement takes', async () => {
    await begin()
    await add(3)
    const setAside = Array.from({ length: 40_000 }, (_, at) => 1_000_000 + at)
    const query: RecordQuery = {
      datasetId: dataset.id,
      userId: people[0],
      ...{ queueOrder: 'file', target: 1, setAside, sorts: [] },
      filters: [{ on: 'status', anyOf: ['pending'] }],
    }
    for (let time = 0; time < 2; time += 1)
      expect(await findPage(s.context.engine.db, query, { offset: 0, limit: 2 })).toHaveLength(2)
  })

  it('is remembered also where a thousand records are set aside', async () => {
    await begin()
    await add(30)
    const { db } = s.context.engine
    const stored = await db.selectFrom('records').select(['pk', 'inserted_at']).where('id', 'in', ids).execute()
    const placed = stored
      .map(({ pk, inserted_at: at }): Placed => ({ pk: Number(pk), place: { in: 'sort', keys: [at], pk: Number(pk) } }))
      .toSorted((one, other) => one.pk - other.pk)
    const walk = vi.fn(async ({ limit }: { limit: number }) => placed.slice(0, limit))
    const setAside = Array.from({ length: 1010 }, (_, at) => 1_000_000 + at)
    const query: RecordQuery = {
      ...{ datasetId: dataset.id, userId: people[0], queueOrder: 'file', setAside, sorts: [] },
      filters: [{ on: 'status', anyOf: ['pending'] }],
    }
    for (let time = 0; time < 2; time += 1)
      expect((await findQueueStart(db, query, { offset: 0, limit: 10 }, walk)).map(({ pk }) => pk)).toEqual(
        placed.slice(0, 10).map(({ pk }) => pk),
      )
    expect(walk).toHaveBeenCalledTimes(1)
    expect(walk.mock.calls[0]?.[0].limit).toBeLessThanOrEqual(200)
  })

  it('has a record again that somebody had open and left', async () => {
    await begin()
    await s.as('owner').put(`${path()}/queue`, { order: 'file', hand_out: 'until_completed', min_submitted: 1 })
    await add(5)
    const expectFirst = async (...expected: (string | undefined)[]) => {
      for (let memory = 0; memory <= memories(); memory += 1)
        expect((await list(people[0] ?? '', 'limit=2')).ids).toEqual(expected)
    }
    await run({ kind: 'open', who: 1, at: 0 })
    await expectFirst(ids[1], ids[2])
    await run({ kind: 'answer', who: 0, at: 1 })
    await expectFirst(ids[2], ids[3])
    await run({ kind: 'leave', who: 1, at: 0 })
    await expectFirst(ids[0], ids[2])
  })
})
