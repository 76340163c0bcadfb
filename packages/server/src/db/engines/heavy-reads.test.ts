import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
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
