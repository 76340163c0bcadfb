import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { engines, testServer } from '../../../testing/test-server'

describe.each(engines)('statistics of the store, %s', (engine) => {
  it('are refreshed after an import, where the engine needs them', async () => {
    const s = await testServer(engine)
    const { db, kind } = s.context.engine
    const analyze = vi.spyOn(s.context.engine, 'analyze')
    const d = await s.build.dataset()
    const items = Array.from({ length: 1000 }, (_, at) => ({ fields: { text: `text ${at}` } }))
    const send = () => s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items })
    await send()
    // Far from many: nothing is looked at, however long one waits.
    expect(analyze).not.toHaveBeenCalled()
    for (let times = 0; times < 4; times += 1) expect((await send()).status).toBe(204)
    if (kind === 'sqlite') {
      expect(analyze).not.toHaveBeenCalled()
      return
    }
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ records: number }>`
          select reltuples::bigint as records from pg_class where relname = 'records'`.execute(db)
        expect(analyze).toHaveBeenCalledOnce()
        expect(rows).toEqual([{ records: 5000 }])
      },
      { timeout: 60_000, interval: 200 },
    )
  }, 120_000)
})
