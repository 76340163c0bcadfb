import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines, type TestServer, testServer } from '../testing/test-server'
import { insertMany, insertRows } from './insert-rows'
import type { Tx } from './tables'

describe.each(engines)('many rows of one statement, %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine)
  })

  const event = (kind: string, subject: number, more: object = {}) => ({
    at: subject,
    user_id: null,
    dataset_id: null,
    kind,
    subject_id: `${subject}`,
    before: subject % 2 === 0 ? null : "it's $1 ?",
    after: null,
    ...more,
  })
  const stored = (kind: string) =>
    s.context.engine.db
      .selectFrom('events')
      .select(['at', 'user_id', 'dataset_id', 'kind', 'subject_id', 'before', 'after'])
      .where('kind', '=', kind)
      .orderBy('seq')
      .execute()

  it('are stored in their order, each value in its column', async () => {
    const rows = Array.from({ length: 1000 }, (_, at) => event('test.many', at))
    await s.context.engine.transaction((tx) => insertRows(tx, 'events', rows))
    expect(await stored('test.many')).toEqual(rows)
  })

  it('may have different columns, or the same in another order', async () => {
    const { kind, ...rest } = event('test.mixed', 1)
    const rows = [
      ...Array.from({ length: 10 }, (_, at) => event('test.mixed', at)),
      { ...rest, kind },
      event('test.mixed', 2, { after: undefined }),
      event('test.mixed', 3, { record_id: 'r1' }),
    ]
    await s.context.engine.transaction((tx) => insertRows(tx, 'events', rows))
    const wanted = rows.map(({ at, subject_id, before }) => ({ ...event('test.mixed', at), subject_id, before }))
    expect(await stored('test.mixed')).toEqual(wanted)
    const named = s.context.engine.db.selectFrom('events').select('at').where('record_id', '=', 'r1')
    expect(await named.execute()).toEqual([{ at: 3 }])
  })

  const keys = async (names: readonly string[], reply: string) => {
    const { id } = await s.context.engine.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
    return names.map((key) => ({ user_id: id, key, fingerprint: 'f', status: 200, reply, inserted_at: 1 }))
  }

  /** How many rows each statement was built for. */
  let built: number[]
  const insertKeys = (tx: Tx, rows: Readonly<Awaited<ReturnType<typeof keys>>>) => {
    built.push(rows.length)
    return tx.insertInto('idempotency_keys').values(rows)
  }
  beforeEach(() => {
    built = []
  })

  it('are one statement of one row that is extended, also when it overwrites rows and returns columns', async () => {
    const upsert = async (reply: string) => {
      const rows = await keys(['a', 'b', 'c'], reply)
      return s.context.engine.transaction((tx) =>
        insertMany(tx, rows, (some) =>
          insertKeys(tx, some)
            .onConflict((oc) =>
              oc.columns(['user_id', 'key']).doUpdateSet((eb) => ({ reply: eb.ref('excluded.reply') })),
            )
            .returning(['key', 'reply']),
        ),
      )
    }
    await upsert('one')
    expect((await upsert('two')).rows).toEqual(['a', 'b', 'c'].map((key) => ({ key, reply: 'two' })))
    expect(built).toEqual([1, 1])
  })

  it('are built as a whole when the statement has parameters of its own', async () => {
    const rows = await keys(['x', 'y'], '')
    for (const status of [201, 202])
      await s.context.engine.transaction((tx) =>
        insertMany(tx, rows, (some) =>
          insertKeys(tx, some).onConflict((oc) => oc.columns(['user_id', 'key']).doUpdateSet({ status })),
        ),
      )
    const kept = s.context.engine.db.selectFrom('idempotency_keys').select(['key', 'status'])
    expect(await kept.where('key', 'in', ['x', 'y']).orderBy('key').execute()).toEqual([
      { key: 'x', status: 202 },
      { key: 'y', status: 202 },
    ])
    expect(built).toEqual([1, 2, 1, 2])
  })
})
