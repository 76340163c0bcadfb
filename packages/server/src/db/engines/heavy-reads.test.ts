import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { engines, testServer } from '../../testing/test-server'
import { nowMicros } from '../clock'

/** Counts long enough that everything else could be done meanwhile, on any machine. */
const LONG = sql<{ n: number }>`
  with recursive counted (n) as (select 1 union all select n + 1 from counted where n < 3000000) select count(*) as n from counted`

describe.each(engines)('heavy reads, %s', (engine) => {
  it('hold up neither reads nor writes, however many there are', async () => {
    const { context } = await testServer(engine)
    const { db, heavyDb, transaction } = context.engine
    const done: string[] = []
    const searches = Array.from({ length: 6 }, () => LONG.execute(heavyDb).then(() => done.push('search')))
    // The first one has begun, and the thread it may have needed is there.
    await sql`select 1`.execute(db)
    const at = nowMicros()
    for (let turn = 0; turn < 5; turn += 1) {
      await db.selectFrom('workspaces').select('id').execute()
      await transaction((tx) =>
        tx
          .insertInto('workspaces')
          .values({ id: `w${turn}`, name: `w${turn}`, inserted_at: at, updated_at: at })
          .execute(),
      )
      done.push('answer')
    }
    await Promise.all(searches)
    expect(done.filter((what) => what === 'answer')).toHaveLength(5)
    // Two of the six may run beside the answers; the others come after.
    expect(done.lastIndexOf('answer')).toBeLessThan(done.length - 3)
  }, 60_000)
})

it.runIf(engines.includes('postgres'))(
  'heavy reads have memory for many hits, and other statements need none',
  async () => {
    const { context } = await testServer('postgres')
    const show = sql<{ memory: string; hash: string }>`
      select current_setting('work_mem') as memory, current_setting('hash_mem_multiplier') as hash`
    const [heavy, usual] = await Promise.all([show.execute(context.engine.heavyDb), show.execute(context.engine.db)])
    expect([heavy.rows, usual.rows]).toEqual([[{ memory: '64MB', hash: '1' }], [{ memory: '4MB', hash: '2' }]])
  },
)

describe.runIf(engines.includes('postgres'))('long statements share no connection with those of the same turn', () => {
  it('when they count answers or read those of an earlier time', async () => {
    const s = await testServer('postgres')
    const { db, heavyDb, transaction } = s.context.engine
    const dataset = await s.build.dataset()
    await s.build.record(dataset.id)
    // The only one for heavy reads.
    const { rows: heavy } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(heavyDb)
    const waiting = sql<{ pid: number }>`select distinct pid from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    for (const path of ['progress', 'users/progress', 'answers']) {
      const { reply } = await transaction(async (tx) => {
        await sql`lock table responses, response_counts in access exclusive mode`.execute(tx)
        const reply = s.as('owner').get(`/api/v1/datasets/${dataset.id}/${path}`)
        await vi.waitUntil(async () => (await waiting.execute(db)).rows.length > 0, { timeout: 10_000 })
        expect((await waiting.execute(db)).rows, path).toEqual(heavy)
        return { reply }
      })
      expect((await reply).status).toBe(200)
    }
  })

  it('when they refresh the statistics', async () => {
    const { context } = await testServer('postgres')
    const { analyze, db, transaction } = context.engine
    const { analyzed } = await transaction(async (tx) => {
      await sql`lock table records in share update exclusive mode`.execute(tx)
      const analyzed = analyze()
      expect((await sql`select 1 as n`.execute(db)).rows).toEqual([{ n: 1 }])
      return { analyzed }
    })
    await analyzed
  })
})
