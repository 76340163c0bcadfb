import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { AppContext } from '../../../context'
import { engines, testServer } from '../../../testing/test-server'
import { noteNewRecords } from './statistics'

describe('statistics of the store', () => {
  let context: AppContext
  beforeAll(async () => {
    context = (await testServer('sqlite')).context
  })
  afterEach(() => vi.useRealTimers())

  it.each<['sqlite' | 'postgres', batches: number[], times: number]>([
    ['postgres', [5000], 1],
    ['postgres', [2000, 2000, 2000], 1],
    ['postgres', [4999], 0],
    ['sqlite', [5000, 5000], 0],
  ])('on %s are refreshed, after %j records, %i times: once all is quiet', (kind, batches, times) => {
    vi.useFakeTimers()
    const analyze = vi.fn(async () => undefined)
    const engine = { ...context.engine, kind, analyze }
    for (const count of batches) {
      expect(analyze).not.toHaveBeenCalled()
      noteNewRecords({ engine, log: context.log }, count)
      vi.advanceTimersByTime(1900)
    }
    expect(analyze).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(analyze).toHaveBeenCalledTimes(times)
  })

  it.runIf(engines.includes('postgres'))(
    'know of an import that came over HTTP, by whichever route',
    async () => {
      const s = await testServer('postgres')
      const d = await s.build.dataset()
      const path = `/api/v1/datasets/${d.id}/records`
      const items = Array.from({ length: 1000 }, (_, at) => ({ fields: { text: `text ${at}` } }))
      for (let times = 0; times < 4; times += 1) expect((await s.as('owner').post(path, { items })).status).toBe(204)
      expect((await s.as('owner').post(`${path}/bulk`, { items: items.slice(500) })).status).toBe(201)
      expect((await s.as('owner').put(`${path}/bulk`, { items: items.slice(500) })).status).toBe(200)
      await vi.waitFor(
        async () => {
          const { rows } = await sql<{ records: number }>`
          select reltuples::bigint as records from pg_class where relname = 'records'`.execute(s.context.engine.db)
          expect(rows).toEqual([{ records: 5000 }])
        },
        { timeout: 60_000, interval: 200 },
      )
    },
    120_000,
  )
})
