import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { responseCounts } from '../../../db/migrations/0001-0020/0015-response-counts'
import { DDL_WORDS } from '../../../db/migrations/migration'
import { engines, type TestServer, testServer } from '../../../testing/test-server'

const STATUSES = ['submitted', 'draft', 'discarded'] as const
const VALUES = { label: { value: 'a' } }

/** One write: which of the records and people there are it is about, by numbers that are taken modulo how many there are. */
const step = fc.record({
  what: fc.constantFrom(
    ...(['answer', 'answer', 'answer', 'change', 'remove', 'bulk', 'import', 'upsert'] as const),
    ...(['delete one', 'delete some', 'delete user'] as const),
  ),
  who: fc.nat(100),
  which: fc.nat(100),
  status: fc.constantFrom(...STATUSES),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

describe.each(engines)('the counted responses of records on %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  const stored = async (datasetId: string) =>
    (
      await s.context.engine.db
        .selectFrom('response_counts')
        .select(['record_pk', 'submitted', 'discarded'])
        .where('dataset_id', '=', datasetId)
        .where((eb) => eb.or([eb('submitted', '>', 0), eb('discarded', '>', 0)]))
        .orderBy('record_pk')
        .execute()
    ).map((row) => ({ ...row, record_pk: Number(row.record_pk) }))

  const counted = async (datasetId: string) => {
    const rows = await s.context.engine.db
      .selectFrom('responses')
      .select(['record_pk', 'status'])
      .where('dataset_id', '=', datasetId)
      .where('status', '<>', 'draft')
      .orderBy('record_pk')
      .execute()
    const counts = new Map<number, { record_pk: number; submitted: number; discarded: number }>()
    for (const { record_pk, status } of rows) {
      const pk = Number(record_pk)
      const count = counts.get(pk) ?? { record_pk: pk, submitted: 0, discarded: 0 }
      counts.set(pk, count)
      if (status !== 'draft') count[status] += 1
    }
    return [...counts.values()]
  }

  /** A dataset with some records, and three people; `take` does one step of a history. */
  async function world() {
    const dataset = await s.build.dataset()
    const addUser = () => s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const people = [await addUser(), await addUser(), await addUser()]
    const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
    const bulk = `/api/v1/datasets/${dataset.id}/records/bulk`
    const records = async (): Promise<{ id: string }[]> =>
      (await s.as('owner').get(`/api/v1/datasets/${dataset.id}/records?limit=100`)).body.items
    const responses = () =>
      s.context.engine.db.selectFrom('responses').select(['id']).where('dataset_id', '=', dataset.id).execute()
    await s.as('owner').post(bulk, { items: [1, 2, 3, 4].map((n) => ({ fields: { text: `${n}` } })) })

    return {
      id: dataset.id,
      async take({ what, who, which, status }: Step) {
        const user = at(people, who)
        const answer = { status, values: VALUES }
        const given = { ...answer, user_id: user.id }
        const stored = await records()
        if (stored.length < 2) await s.as('owner').post(bulk, { items: [1, 2].map(() => ({ fields: { text: 'x' } })) })
        const there = await records()
        const record = at(there, which)
        switch (what) {
          case 'answer':
            return s.as(user.username).post(`/api/v1/records/${record.id}/responses`, answer)
          case 'change':
          case 'remove': {
            const all = await responses()
            if (all.length === 0) return undefined
            const path = `/api/v1/responses/${at(all, who + which).id}`
            return what === 'change' ? s.as('owner').put(path, answer) : s.as('owner').delete(path)
          }
          case 'bulk': {
            const items = [record, at(there, which + 1)].map(({ id }) => ({ record_id: id, ...answer }))
            return s.as(user.username).post(`/api/v1/me/responses/bulk?overwrite=${which % 2 === 0}`, { items })
          }
          case 'import': {
            const items = [[given], []].map((responses) => ({ fields: { text: 'new' }, responses }))
            return s.as('owner').post(bulk, { items })
          }
          case 'upsert':
            return s.as('owner').put(bulk, {
              items: [
                { id: record.id, responses: [given] },
                { fields: { text: 'new' }, responses: [given] },
              ],
            })
          case 'delete one':
            return s.as('owner').delete(`/api/v1/records/${record.id}`)
          case 'delete some':
            return s.as('owner').delete(`/api/v1/datasets/${dataset.id}/records?ids=${record.id},${randomUUID()}`)
          case 'delete user': {
            const deleted = await s.as('owner').delete(`/api/v1/users/${user.id}`)
            people[people.indexOf(user)] = await addUser()
            return deleted
          }
        }
      },
    }
  }

  it('agree with a fresh count after any history of writes', async () => {
    const done = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (history) => {
        const { id, take } = await world()
        for (const one of history) {
          const reply = await take(one)
          if (reply && reply.status < 300) done.add(one.what)
          else if (reply && ![409].includes(reply.status)) throw new Error(`${one.what}: ${JSON.stringify(reply.body)}`)
        }
        const expected = await counted(id)
        expect(await stored(id)).toEqual(expected)
        const progress = (await s.as('owner').get(`/api/v1/datasets/${id}/progress`)).body
        expect(progress).toMatchObject({
          submitted: expected.filter(({ submitted, discarded }) => submitted > 0 && discarded === 0).length,
          conflicting: expected.filter(({ submitted, discarded }) => submitted > 0 && discarded > 0).length,
          completed: expected.filter(({ submitted }) => submitted > 0).length,
        })
      }),
      { numRuns: 8 },
    )
    expect(done).toContain('answer')
    expect(done).toContain('change')
  })

  it('agree after people answer and withdraw at the same moment', async () => {
    const dataset = await s.build.dataset()
    const record = await s.build.record(dataset.id)
    const people = await Promise.all(
      Array.from({ length: 6 }, () => s.build.user('annotator', { workspaces: [dataset.workspaceId] })),
    )
    await Promise.all(
      people.map(async ({ username }, index) => {
        const answer = (status: string) => ({ status, values: VALUES })
        const { body } = await s.as(username).post(`/api/v1/records/${record.id}/responses`, answer('submitted'))
        if (index % 3 === 1) await s.as(username).put(`/api/v1/responses/${body.id}`, answer('discarded'))
        if (index % 3 === 2) await s.as(username).delete(`/api/v1/responses/${body.id}`)
      }),
    )
    expect(await stored(dataset.id)).toEqual([expect.objectContaining({ submitted: 2, discarded: 2 })])
  })

  it('are filled from the responses of a store that was there before', async () => {
    const dataset = await s.build.dataset()
    const people = [await s.build.user('annotator'), await s.build.user('annotator'), await s.build.user('annotator')]
    const given = (...statuses: string[]) => ({
      responses: statuses.map((status, index) => ({ user_id: people[index]?.id, status, values: VALUES })),
    })
    await s.build.record(dataset.id, given('submitted', 'submitted', 'discarded'))
    await s.build.record(dataset.id, given('draft'))
    await s.build.record(dataset.id)
    const { engine: store } = s.context
    await store.transaction(async (tx) => {
      await sql`drop table response_counts`.execute(tx)
      for (const statement of responseCounts.statements(DDL_WORDS[engine], engine)) await sql.raw(statement).execute(tx)
    })
    expect(await stored(dataset.id)).toEqual(await counted(dataset.id))
    expect(await stored(dataset.id)).toEqual([expect.objectContaining({ submitted: 2, discarded: 1 })])
  })
})
