import { Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { BuiltDataset } from '../testing/builders'
import { engines, type TestServer, testServer } from '../testing/test-server'

/** Messages to the threads of the embedded store while `work` runs: each costs more than most statements do. */
async function countTrips(work: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(Worker.prototype, 'postMessage')
  await work()
  const trips = sent.mock.calls.length
  sent.mockRestore()
  return trips
}

describe('trips to the embedded store', () => {
  let s: TestServer
  let d: BuiltDataset
  beforeAll(async () => {
    s = await testServer('sqlite')
    d = await s.build.dataset()
    const items = Array.from({ length: 30 }, (_, at) => ({ fields: { text: `word${at % 3} and more` } }))
    await s.as('owner').post(`/api/v1/datasets/${d.id}/records`, { items })
    // Once for all: when a key was last used, and which numbers the fields have.
    await search('more')
  })
  const page = 'limit=10&include=responses&include=suggestions'
  const search = (q: string) =>
    s.as('owner').post(`/api/v1/me/datasets/${d.id}/records/search?${page}`, { query: { text: { q } } })

  it('are one for all that is asked at once, in any number', async () => {
    const { db } = s.context.engine
    const ask = (n: number) => sql<{ n: number }>`select ${n} as n`.execute(db).then(({ rows }) => rows[0]?.n)
    const numbers = Array.from({ length: 20 }, (_, n) => n)
    let answers: unknown
    expect(
      await countTrips(async () => {
        answers = await Promise.all(numbers.map(ask))
      }),
    ).toBe(1)
    expect(answers).toEqual(numbers)
  })

  it('fail for one without harm to the others', async () => {
    const { db } = s.context.engine
    const [good, bad] = await Promise.allSettled([
      sql`select 1 as n`.execute(db),
      sql`select * from nothing`.execute(db),
    ])
    expect(good).toMatchObject({ status: 'fulfilled', value: { rows: [{ n: 1 }] } })
    expect(bad).toMatchObject({ status: 'rejected', reason: { message: expect.stringContaining('nothing') } })
    await expect(sql`select ${Symbol('no value')}`.execute(db)).rejects.toThrow()
    expect((await sql`select 2 as n`.execute(db)).rows).toEqual([{ n: 2 }])
  })

  it('is one for a page of my queue', async () => {
    const queue = `/api/v1/me/datasets/${d.id}/records?${page}&response_status=pending`
    let reply: { body: { items: unknown[]; total: number } } | undefined
    expect(
      await countTrips(async () => {
        reply = await s.as('owner').get(queue)
      }),
    ).toBe(1)
    expect(reply?.body).toMatchObject({ total: 30 })
    expect(reply?.body.items).toHaveLength(10)
  })

  it('are one to each reader for pages that are asked for at once', async () => {
    const queue = `/api/v1/me/datasets/${d.id}/records?${page}`
    let replies: { status: number }[] = []
    const trips = await countTrips(async () => {
      replies = await Promise.all(Array.from({ length: 12 }, () => s.as('owner').get(queue)))
    })
    expect(replies.map(({ status }) => status)).toEqual(Array(12).fill(200))
    expect(trips).toBe(s.context.config.readers)
  })

  it('are none for a stranger', async () => {
    let status = 0
    const trips = await countTrips(async () => {
      status = (await s.anonymous.get(`/api/v1/datasets/${d.id}`)).status
    })
    expect([status, trips]).toEqual([401, 0])
  })

  it('is one for an answer, by key and by session', async () => {
    const { body } = await s.as('owner').get(`/api/v1/me/datasets/${d.id}/records?limit=2&response_status=pending`)
    const pair = { username: 'owner', password: 'owner-password' }
    const token = (await s.anonymous.form('/api/v1/token', pair)).body.access_token
    const session = { authorization: `Bearer ${token}` }
    expect((await s.anonymous.get('/api/v1/me', session)).status).toBe(200)
    const answer = { status: 'submitted', values: { label: { value: 'a' } } }
    for (const [at, headers] of [{}, session].entries()) {
      let reply: { status: number } | undefined
      const by = at === 0 ? s.as('owner') : s.anonymous
      const trips = await countTrips(async () => {
        reply = await by.post(`/api/v1/records/${body.items[at].id}/responses`, answer, headers)
      })
      expect([reply?.status, trips]).toEqual([201, 1])
    }
  })

  it('go on to a thread for long reads where a list is a search', async () => {
    const filtered = `/api/v1/datasets/${d.id}/records?response_status=pending`
    await s.as('owner').get(filtered)
    const trips = await countTrips(async () => {
      expect((await s.as('owner').get(filtered)).status).toBe(200)
    })
    expect(trips).toBe(2)
  })
})

describe.skipIf(!engines.includes('postgres'))('trips to PostgreSQL', () => {
  it.each([
    // Who asks; begin and access; the locks; the changes and the commit.
    ['are four for an answer', {}, 4],
    // The key is claimed before the access is checked, and the reply is kept with the commit.
    ['are five for an answer under a key', { 'idempotency-key': 'second' }, 5],
  ])('%s', async (_, headers, most) => {
    const s = await testServer('postgres')
    const d = await s.build.dataset()
    const items = [1, 2].map((at) => ({ fields: { text: `text ${at}` } }))
    const made = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const answer = (at: number, more: object) =>
      s.as('owner').post(`/api/v1/records/${made.body.items[at].id}/responses`, { status: 'discarded' }, { ...more })
    expect((await answer(0, 'idempotency-key' in headers ? { 'idempotency-key': 'first' } : {})).status).toBe(201)
    const port = Number(new URL(process.env.POSTIL_TEST_POSTGRES_URL ?? '').port)
    const writes = vi.spyOn(Socket.prototype, '_writev' as 'write')
    expect((await answer(1, headers)).status).toBe(201)
    expect(writes.mock.contexts.filter((socket) => (socket as Socket).remotePort === port)).toHaveLength(most)
    writes.mockRestore()
  })
})
