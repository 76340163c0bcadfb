import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findPrograms } from '../../../../scripts/lib/ensure-postgres.mjs'
import { startPrivateCluster } from '../../../../scripts/lib/postgres-cluster.mjs'
import type { BuiltDataset } from './builders'
import { type TestServer, testServer } from './test-server'

const programs = findPrograms()

/** Longer than any of the time-outs: the test only asserts that the wait ends. */
const SOME_TIME = { timeout: 30_000, interval: 100 }

describe.runIf(programs !== undefined)('a PostgreSQL that does not go on', () => {
  let cluster: Awaited<ReturnType<typeof startPrivateCluster>>
  let s: TestServer
  let d: BuiltDataset
  beforeAll(async () => {
    cluster = await startPrivateCluster(programs ?? '')
    const settings = { POSTIL_DATABASE_LOCK_TIMEOUT: '1', POSTIL_DATABASE_POOL: '4' }
    s = await testServer('sqlite', { ...settings, POSTIL_DATABASE_URL: cluster.url })
    d = await s.build.dataset()
    await s.build.record(d.id)
  }, 120_000)
  afterEach(() => cluster.signal('SIGCONT'))
  afterAll(async () => {
    cluster.signal('SIGCONT')
    await s.close()
    await cluster.stop()
  }, 60_000)

  const connect = async () => {
    const client = new pg.Client({ connectionString: cluster.url })
    // It ends with its process, or with the cluster.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  const ready = async () => (await s.anonymous.get('/readyz')).status
  const recovered = () => vi.waitFor(async () => expect(await ready()).toBe(200), SOME_TIME)
  const calls = () => [
    s.as('owner').get('/api/v1/me'),
    s.as('owner').get(`/api/v1/datasets/${d.id}/records`),
    s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items: [{ fields: { text: 'late' } }] }),
    s.as('owner').post(`/api/v1/me/datasets/${d.id}/records/search`, { query: { text: { q: 'hello' } } }),
    s.anonymous.form('/api/v1/token', { username: 'owner', password: 'owner-password' }),
  ]

  it('is not ready while it is frozen, ends every request with 503, and is used again afterwards', async () => {
    expect(await ready()).toBe(200)
    cluster.signal('SIGSTOP')
    const requests = [...calls(), ...calls(), ...calls()]
    const readiness = await Promise.race([s.anonymous.get('/readyz'), ...requests])
    expect(readiness).toMatchObject({ status: 503, body: { status: 'store unreachable' } })
    const replies = await Promise.all(requests)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([503]))
    for (const { headers } of replies) expect(headers['retry-after']).toBe('2')

    cluster.signal('SIGCONT')
    await recovered()
    await vi.waitFor(async () => {
      for (const { status } of await Promise.all(calls())) expect(status).toBeLessThan(300)
    }, SOME_TIME)
  }, 120_000)

  it.runIf(process.platform === 'linux')(
    'is asked by both ends of an idle connection whether the other is there',
    async () => {
      const { rows } = await sql<{ client: number; server: number; idle: string }>`
      select inet_client_port() as client, inet_server_port() as server, current_setting('tcp_keepalives_idle') as idle
    `.execute(s.context.engine.db)
      expect(rows[0]?.idle).toBe('30')
      // What the system says of the client's end: its timer is that of keeping alive (02), and runs out in 30 s at most.
      const timer = () => {
        const sockets = readFileSync('/proc/net/tcp', 'utf8')
          .split('\n')
          .map((line) => line.trim().split(/\s+/))
        const port = (address = '') => Number.parseInt(address.split(':')[1] ?? '', 16)
        const ours = sockets.find(([, from, to]) => port(from) === rows[0]?.client && port(to) === rows[0]?.server)
        return ours?.[5]?.split(':')
      }
      await vi.waitFor(() => expect(timer()?.[0]).toBe('02'), SOME_TIME)
      expect(Number.parseInt(timer()?.[1] ?? '', 16)).toBeLessThanOrEqual(3000)
    },
  )

  it('ends requests that meet a locked table with 503; others go on, and it stays ready', async () => {
    const other = await connect()
    await other.query('begin; lock table records in access exclusive mode')
    const [me, ...blocked] = await Promise.all([
      s.as('owner').get('/api/v1/me'),
      s.as('owner').get(`/api/v1/datasets/${d.id}/records`),
      s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items: [{ fields: { text: 'blocked' } }] }),
    ])
    expect(me.status).toBe(200)
    for (const reply of blocked) expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(await ready()).toBe(200)
    await other.query('lock table migrations in access exclusive mode')
    expect(await ready()).toBe(503)
    await other.end()
    await recovered()
    expect((await s.as('owner').get(`/api/v1/datasets/${d.id}/records`)).status).toBe(200)
  }, 60_000)

  it('ends a statement that takes too long with 503', async () => {
    const settings = { POSTIL_DATABASE_STATEMENT_TIMEOUT: '1', POSTIL_DATABASE_LOCK_TIMEOUT: '86400' }
    const hasty = await testServer('sqlite', { ...settings, POSTIL_DATABASE_URL: cluster.url })
    const other = await connect()
    await other.query('begin; lock table records in access exclusive mode')
    const reply = await hasty.anonymous.get(`/api/v1/datasets/${d.id}/records`, { 'x-argilla-api-key': s.ownerKey })
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    await other.end()
    await hasty.close()
  }, 60_000)

  it('is used again after one of its processes was killed, which ends them all', async () => {
    const other = await connect()
    const { rows } = await other.query('select pg_backend_pid() as pid')
    process.kill(rows[0].pid, 'SIGKILL')
    await vi.waitFor(async () => {
      for (const { status } of await Promise.all(calls())) expect(status).toBeLessThan(300)
    }, SOME_TIME)
    await recovered()
  }, 60_000)
})
