import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { RunningJob } from '../../jobs/job'
import { insertManyRecords } from '../../testing/plans'
import { engines, type TestServer, testServer } from '../../testing/test-server'
import { refreshStatistics } from './refresh-statistics'

const texts = (count: number) => Array.from({ length: count }, (_, at) => ({ fields: { text: `text ${at}` } }))

describe.runIf(engines.includes('postgres'))('statistics of PostgreSQL', () => {
  let s: TestServer
  /** The number of records that PostgreSQL knows of since it was told to look. */
  const known = async (table: string) => {
    const rows = sql<{
      records: number
    }>`select reltuples::bigint as records from pg_class join pg_stat_user_tables on relid = oid
      where pg_class.relname = ${table} and analyze_count > 0`
    return (await rows.execute(s.context.engine.db)).rows[0]?.records
  }
  /** A server whose PostgreSQL does not look by itself, which it would do once a minute: after that, there may be nothing left for the job. */
  const watchedServer = async () => {
    const server = await testServer('postgres')
    for (const table of ['records', 'task_records'])
      await server.context.engine.transaction((tx) =>
        sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(tx),
      )
    return server
  }
  beforeAll(async () => {
    s = await watchedServer()
    await s.context.jobs.start([])
  })

  it('know of an import that came over HTTP, by whichever route', async () => {
    const d = await s.build.dataset()
    const path = `/api/v1/datasets/${d.id}/records`
    const owner = s.as('owner')
    for (let times = 0; times < 4; times += 1) expect((await owner.post(path, { items: texts(1000) })).status).toBe(204)
    expect((await owner.post(`${path}/bulk`, { items: texts(500) })).status).toBe(201)
    expect((await owner.put(`${path}/bulk`, { items: texts(500) })).status).toBe(200)
    await expect.poll(() => known('records'), { timeout: 60_000, interval: 200 }).toBe(5000)
  }, 120_000)

  it('know of classic records', async () => {
    const workspace = await s.build.workspace('classic')
    const client = s.as('owner')
    const made = await client.post('/api/datasets', { name: 'many', task: 'Text2Text', workspace: workspace.name })
    expect(made.status).toBe(200)
    const records = Array.from({ length: 5000 }, (_, id) => ({ id, text: `text ${id}` }))
    const path = `/api/datasets/many/Text2Text:bulk?workspace=${workspace.name}`
    expect((await client.post(path, { records })).status).toBe(200)
    await expect.poll(() => known('task_records'), { timeout: 60_000, interval: 200 }).toBe(5000)
  }, 120_000)

  it('are refreshed once all is quiet, and then only after half as many changes as there are records', async () => {
    const own = await watchedServer()
    const { engine } = own.context
    const { id } = await own.build.dataset()
    const { findDue, run } = refreshStatistics(20)
    const add = (count: number) =>
      engine.transaction(async (tx) => {
        await insertManyRecords(tx, count, (at) => ({ dataset_id: id, inserted_at: at }))
        await sql`select pg_stat_force_next_flush()`.execute(tx)
      })
    const isDue = async () => ((await findDue?.(engine.db)) ?? []).length > 0
    await engine.analyze()
    await add(5000)
    expect(await isDue()).toBe(false)
    await add(1)
    await sleep(30)
    expect(await isDue()).toBe(false)
    await sleep(30)
    expect(await isDue()).toBe(true)
    await run({} as RunningJob, own.context)
    expect(await isDue()).toBe(false)
    await add(6000)
    await isDue()
    await sleep(30)
    expect(await isDue()).toBe(true)
    await run({} as RunningJob, own.context)
    // Not half of 11,001.
    await add(5400)
    await isDue()
    await sleep(30)
    expect(await isDue()).toBe(false)
  }, 60_000)
})
