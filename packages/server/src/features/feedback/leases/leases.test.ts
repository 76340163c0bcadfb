import { sql } from 'kysely'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { buildApp } from '../../../app'
import { lockRecords } from '../../../db/engines/lock-records'
import { openStore } from '../../../open-store'
import type { BuiltDataset } from '../../../testing/builders'
import { type Client, clientOf } from '../../../testing/client'
import { pendingTexts } from '../../../testing/pending-texts'
import { engines, type TestServer, testServer } from '../../../testing/test-server'
import { findCandidates, leaseNext } from './leases.routes'
import { takeLease } from './leases.service'

const TEXTS = ['red one', 'red two', 'blue three', 'blue four']

describe.each(engines)('a record that somebody has open, %s', (engine) => {
  let s: TestServer
  beforeAll(async () => {
    s = await testServer(engine, { POSTIL_DATABASE_POOL: '8' })
  })

  async function world(options: { target?: number; texts?: string[]; people?: number } = {}) {
    const { target, texts = TEXTS, people = 3 } = options
    const d = await s.build.dataset()
    const users = Array.from({ length: people }, () => s.build.user('annotator', { workspaces: [d.workspaceId] }))
    const names = (await Promise.all(users)).map(({ username }) => username)
    const items = texts.map((text) => ({ fields: { text } }))
    const { body } = await s.as('owner').post(`/api/v1/datasets/${d.id}/records/bulk`, { items })
    const ids: string[] = body.items.map(({ id }: { id: string }) => id)
    if (target !== undefined)
      await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { min_submitted: target, hand_out: 'until_completed' })
    return { d, names, ids, clients: names.map((name) => s.as(name)) as [Client, Client, Client] }
  }
  const lease = (client: Client, id = '') => client.put(`/api/v1/records/${id}/lease`)
  const leaseAll = async (client: Client, d: BuiltDataset, ids: readonly (string | undefined)[]) => {
    const { status, body } = await client.put(`/api/v1/me/datasets/${d.id}/leases`, { record_ids: ids })
    expect(status).toBe(200)
    return body.record_ids.toSorted()
  }
  const answer = (client: Client, id = '', status = 'submitted') =>
    client.post(`/api/v1/records/${id}/responses`, { status, values: { label: { value: 'a' } } })

  const pending = (client: Client, d: BuiltDataset) => pendingTexts(client, d.id)
  const without = (...texts: string[]) => TEXTS.filter((text) => !texts.includes(text)).toSorted()

  it('is not handed to others until they could still complete it', async () => {
    const { d, ids, clients } = await world({ target: 1 })
    const [ann, bob] = clients
    const taken = await lease(ann, ids[0])
    expect(taken.status).toBe(200)
    expect(Date.parse(`${taken.body.expires_at}Z`)).toBeGreaterThan(Date.now() + 60_000)
    expect(await pending(bob, d)).toEqual(without('red one'))
    expect(await pending(ann, d)).toEqual(without())
    expect((await lease(bob, ids[0])).status).toBe(409)
    expect((await lease(ann, ids[0])).status).toBe(200)
    expect((await answer(ann, ids[0])).status).toBe(201)
    expect((await lease(bob, ids[0])).status).toBe(409)
    expect(await pending(bob, d)).toEqual(without('red one'))
  })

  it('counts beside the answers that are there, up to the target', async () => {
    const { d, ids, clients } = await world({ target: 2 })
    const [ann, bob, eve] = clients
    expect((await lease(ann, ids[0])).status).toBe(200)
    expect(await pending(eve, d)).toEqual(without())
    expect((await lease(bob, ids[0])).status).toBe(200)
    expect(await pending(eve, d)).toEqual(without('red one'))
    expect((await lease(eve, ids[0])).status).toBe(409)
    // An answer takes the place of the lease; it does not count twice.
    await answer(ann, ids[0])
    expect(await pending(eve, d)).toEqual(without('red one'))
    // A draft is still an answer in progress.
    await answer(bob, ids[0], 'draft')
    expect(await pending(eve, d)).toEqual(without('red one'))
  })

  it('is handed out again when it is discarded, given back, left for another, or forgotten', async () => {
    const { d, ids, clients } = await world({ target: 1 })
    const [ann, bob] = clients
    await lease(ann, ids[0])
    await answer(ann, ids[0], 'discarded')
    expect(await pending(bob, d)).toEqual(without())

    await lease(ann, ids[1])
    expect(await pending(bob, d)).toEqual(without('red two'))
    expect((await bob.delete(`/api/v1/records/${ids[1]}/lease`)).status).toBe(204)
    expect(await pending(bob, d)).toEqual(without('red two'))
    expect((await ann.delete(`/api/v1/records/${ids[1]}/lease`)).status).toBe(204)
    expect(await pending(bob, d)).toEqual(without())

    await lease(ann, ids[1])
    await lease(ann, ids[2])
    expect(await pending(bob, d)).toEqual(without('blue three'))

    await s.context.engine.transaction((tx) => tx.updateTable('leases').set({ expires_at: 1 }).execute())
    expect(await pending(bob, d)).toEqual(without())
    expect((await lease(bob, ids[2])).status).toBe(200)
    expect((await lease(ann, ids[2])).status).toBe(409)
  })

  it("is each record of somebody's bulk page, until they turn the page", async () => {
    const { d, ids, clients } = await world({ target: 1 })
    const [ann, bob] = clients
    const [first, second, third, fourth] = ids
    expect(await leaseAll(ann, d, [first, second])).toEqual([first, second].toSorted())
    expect(await pending(bob, d)).toEqual(without('red one', 'red two'))
    expect(await pending(ann, d)).toEqual(without())
    // Of a page that was listed before, one gets what nobody else has.
    expect(await leaseAll(bob, d, [second, third])).toEqual([third])
    expect(await pending(ann, d)).toEqual(without('blue three'))
    // Repeated, it renews; the next page replaces the one before.
    expect(await leaseAll(ann, d, [first, second])).toHaveLength(2)
    expect(await leaseAll(ann, d, [second, third, fourth])).toEqual([second, fourth].toSorted())
    expect(await pending(bob, d)).toEqual(without('red two', 'blue four'))
    // A single record does so, too, and the end of one lease leaves the others.
    expect((await ann.delete(`/api/v1/records/${fourth}/lease`)).status).toBe(204)
    expect(await pending(bob, d)).toEqual(without('red two'))
    expect((await lease(ann, first)).status).toBe(200)
    expect(await pending(bob, d)).toEqual(without('red one'))
    expect(await leaseAll(ann, d, [])).toEqual([])
    expect(await pending(bob, d)).toEqual(without())
  })

  it('is missing in a page when it has enough answers, is assigned to others, or is of another dataset', async () => {
    const { d, names, ids, clients } = await world({ target: 1 })
    const [ann, bob] = clients
    const elsewhere = await world({ target: 1 })
    await answer(bob, ids[0])
    await s.context.engine.transaction(async (tx) => {
      const { pk = 0 } = await tx
        .selectFrom('records')
        .select('pk')
        .where('id', '=', ids[1] ?? '')
        .executeTakeFirstOrThrow()
      const { id } = await tx
        .selectFrom('users')
        .select('id')
        .where('username', '=', names[1] ?? '')
        .executeTakeFirstOrThrow()
      await tx.updateTable('datasets').set({ has_assignments: 1 }).where('id', '=', d.id).execute()
      const row = { dataset_id: d.id, record_pk: pk, user_id: id, assigned_by: id, inserted_at: 1 }
      await tx.insertInto('assignments').values(row).execute()
    })
    const gone = '00000000-0000-4000-8000-000000000000'
    expect(await leaseAll(ann, d, [...ids, elsewhere.ids[0], gone])).toEqual([ids[2], ids[3]].toSorted())
    expect(await pending(bob, d)).toEqual(['red two'])
  })

  it('is no matter in a dataset whose records go to everyone', async () => {
    const { d, ids, clients } = await world()
    const [ann, bob] = clients
    expect(await lease(ann, ids[0])).toMatchObject({ status: 200, body: { expires_at: null } })
    expect(await leaseAll(ann, d, ids)).toEqual(ids.toSorted())
    expect(await pending(bob, d)).toEqual(without())
    const rows = await s.context.engine.db
      .selectFrom('leases')
      .select('user_id')
      .where('dataset_id', '=', d.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('is kept for as many as it needs when all ask at the same moment', async () => {
    const { ids, clients } = await world({ target: 3, people: 8 })
    const replies = await Promise.all(clients.map((client) => lease(client, ids[0])))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(3).fill(200), ...Array(5).fill(409)])
  })

  it('is one of pages that all ask for at the same moment, which get each record once', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => `text ${at}`)
    const { d, ids, clients } = await world({ target: 1, texts, people: 6 })
    const lists = clients.map((_, at) => (at % 2 ? ids : ids.toReversed()))
    const replies = await Promise.all(clients.map((client, at) => leaseAll(client, d, lists[at] ?? [])))
    expect(replies.flat().toSorted()).toEqual(ids.toSorted())
  })

  it('is passed over by a request for the next free record; concurrent requests get different ones', async () => {
    const texts = Array.from({ length: 10 }, (_, at) => `text ${at}`)
    const { d, ids, clients } = await world({ target: 1, texts, people: 6 })
    const first = async (client: Client, asked: readonly string[], limit = 1) => {
      const reply = await client.put(`/api/v1/me/datasets/${d.id}/leases`, { record_ids: asked, limit })
      expect(reply.status).toBe(200)
      return reply.body.record_ids
    }
    const [ann, bob] = clients
    expect(await first(ann, ids)).toEqual([ids[0]])
    expect(await first(ann, ids)).toEqual([ids[0]])
    expect(await first(bob, ids)).toEqual([ids[1]])
    expect(await first(bob, ids, 2)).toEqual([ids[1], ids[2]])
    expect(await first(ann, ids.toReversed())).toEqual([ids[9]])
    expect(await first(bob, ids.slice(9))).toEqual([])
    const replies = await Promise.all(clients.map((client) => first(client, ids)))
    expect(new Set(replies.flat()).size).toBe(clients.length)
    expect(await pending(ann, d)).toHaveLength(texts.length - clients.length + 1)
    const page = `/api/v1/me/datasets/${d.id}/leases`
    expect((await ann.put(page, { record_ids: ids, limit: 0 })).status).toBe(422)
  })

  it('is one of the next records of their queue that a program asks for, and of nobody else', async () => {
    const texts = Array.from({ length: 8 }, (_, at) => `text ${at}`)
    const { d, ids, clients } = await world({ target: 1, texts })
    await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { order: 'file' })
    const [ann, bob] = clients
    const path = `/api/v1/me/datasets/${d.id}/leases`
    const next = async (client: Client, query: string) => {
      const { status, body } = await client.post(`${path}?${query}`)
      expect(status).toBe(200)
      return { ...body, ids: body.items.map(({ id }: { id: string }) => id) }
    }
    const first = await next(ann, 'limit=3&include=responses&include=suggestions')
    expect(first.ids).toEqual(ids.slice(0, 3))
    expect(first.items[0]).toMatchObject({ fields: { text: 'text 0' }, responses: [], suggestions: [] })
    expect(Date.parse(`${first.expires_at}Z`)).toBeGreaterThan(Date.now() + 60_000)
    expect((await next(bob, '')).ids).toEqual([ids[3]])
    expect((await lease(bob, ids[0])).status).toBe(409)
    // What she has not answered comes again; what she has not asked for again is given back.
    expect((await answer(ann, ids[0])).status).toBe(201)
    expect((await next(ann, 'limit=3')).ids).toEqual([ids[1], ids[2], ids[4]])
    expect((await next(ann, 'limit=1')).ids).toEqual([ids[1]])
    expect((await next(bob, 'limit=50')).ids).toEqual([ids[2], ids[3], ...ids.slice(4)])
    expect(await next(clients[2], 'limit=50')).toMatchObject({ ids: [], expires_at: null })

    for (const bad of ['limit=0', 'limit=51', 'include=no']) expect((await ann.post(`${path}?${bad}`)).status).toBe(422)
    const stranger = await s.build.user('annotator')
    expect((await s.as(stranger.username).post(path)).status).toBe(403)
    expect((await s.anonymous.post(path)).status).toBe(401)
    expect((await ann.post(path.replace(d.id, ids[0] ?? ''))).status).toBe(404)
    // Where everybody gets every record, there is nothing to lease.
    await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { hand_out: 'everyone' })
    expect(await next(clients[2], 'limit=2')).toMatchObject({ ids: ids.slice(0, 2), expires_at: null })
  })

  it('is not one that they have answered since their next records were found, before the transaction', async () => {
    const { d, names, ids, clients } = await world({ target: 2 })
    const [ann] = clients
    const store = s.context.engine
    const { id } = (await ann.get('/api/v1/me')).body
    const user = { id, username: names[0] ?? '', role: 'annotator' } as const
    for (const [at, hand_out] of (['until_completed', 'everyone'] as const).entries()) {
      await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { order: 'file', hand_out })
      const dataset = await store.db.selectFrom('datasets').selectAll().where('id', '=', d.id).executeTakeFirstOrThrow()
      const candidates = await findCandidates(store, user, dataset)
      expect((await answer(ann, ids[at])).status).toBe(201)
      const asked = { limit: 2, include: [] }
      const { items } = await store.transaction((tx) => leaseNext(tx, user, dataset, asked, candidates))
      expect(items.map((record) => record.id)).toEqual(ids.slice(at + 1, at + 3))
    }
  })

  it('is found among long reads when the order of the queue must be sorted', async () => {
    const { d, clients } = await world({ target: 1 })
    const [ann] = clients
    const long = vi.spyOn(s.context.engine.heavyDb, 'selectFrom')
    const searches = async (order: string) => {
      await s.as('owner').put(`/api/v1/datasets/${d.id}/queue`, { order })
      long.mockClear()
      const reply = await ann.post(`/api/v1/me/datasets/${d.id}/leases?limit=2`)
      expect(reply.body.items).toHaveLength(2)
      return long.mock.calls.map(([table]) => table)
    }
    expect(await searches('uncertain')).toContain('records as r')
    expect(await searches('file')).not.toContain('records as r')
    long.mockRestore()
  })

  it('is never the same for two programs that lease their next records at the same moment', {
    timeout: 120_000,
  }, async () => {
    const texts = Array.from({ length: 60 }, (_, at) => `text ${at}`)
    const { d, clients } = await world({ target: 1, texts, people: 6 })
    const given: string[] = []
    await Promise.all(
      clients.map(async (client) => {
        for (let isOver = false; !isOver; ) {
          const { items } = (await client.post(`/api/v1/me/datasets/${d.id}/leases?limit=4`)).body
          given.push(...items.map(({ id }: { id: string }) => id))
          for (const { id } of items) expect((await answer(client, id)).status).toBe(201)
          isOver =
            items.length === 0 && (await client.get(`/api/v1/me/datasets/${d.id}/metrics`)).body.responses.pending === 0
        }
      }),
    )
    expect(given).toHaveLength(texts.length)
    expect(new Set(given).size).toBe(texts.length)
  })

  if (engine === 'postgres') {
    it('is taken in turn by two tabs of a user, each instead of that of the other', async () => {
      const { d, names, ids, clients } = await world({ target: 1 })
      const store = s.context.engine
      const records = await store.db.selectFrom('records').selectAll().where('dataset_id', '=', d.id).execute()
      const [one, two] = ids.map((id) => records.find((record) => record.id === id))
      const { id } = (await clients[0].get('/api/v1/me')).body
      await leaseAll(clients[0], d, ids.slice(0, 2))
      const waiting = sql`select distinct pid from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`
      let runs = 0
      const take = (record: typeof one) =>
        store.transaction(async (tx) => {
          runs += 1
          if (!record) throw new Error('There is no such record.')
          const user = { id, username: names[0] ?? '', role: 'annotator' } as const
          return takeLease(tx, user, { ...record, pk: Number(record.pk) })
        })
      const { taken } = await store.transaction(async (tx) => {
        await sql`select from leases where record_pk = ${one?.pk} for update`.execute(tx)
        const taken: Promise<unknown>[] = []
        for (const record of [two, one]) {
          taken.push(take(record))
          const count = taken.length
          await vi.waitUntil(async () => (await waiting.execute(store.db)).rows.length >= count, { timeout: 10_000 })
        }
        return { taken }
      })
      await Promise.all(taken)
      // After a deadlock one of them runs again.
      expect(runs).toBe(2)
    })

    it('is not waited for when it is of another dataset', async () => {
      const { d, ids, clients } = await world({ target: 1 })
      const elsewhere = await world({ target: 1 })
      await s.context.engine.transaction(async (tx) => {
        await lockRecords(tx, { ids: elsewhere.ids })
        expect(await leaseAll(clients[0], d, [elsewhere.ids[0], ids[0]])).toEqual([ids[0]])
        const first = { record_ids: [elsewhere.ids[1], ids[1]], limit: 1 }
        const reply = await clients[0].put(`/api/v1/me/datasets/${d.id}/leases`, first)
        expect(reply.body.record_ids).toEqual([ids[1]])
      })
    })
  }

  it('is kept by those who may answer it only', async () => {
    const { d, ids, clients } = await world({ target: 1 })
    const stranger = await s.build.user('annotator')
    const path = `/api/v1/records/${ids[0]}/lease`
    for (const method of ['put', 'delete'] as const) {
      expect((await s.as(stranger.username)[method](path)).status).toBe(403)
      expect((await s.anonymous[method](path)).status).toBe(401)
      const gone = '/api/v1/records/00000000-0000-4000-8000-000000000000/lease'
      expect((await clients[0][method](gone)).status).toBe(404)
    }
    const page = `/api/v1/me/datasets/${d.id}/leases`
    expect((await s.as(stranger.username).put(page, { record_ids: ids })).status).toBe(403)
    expect((await s.anonymous.put(page, { record_ids: ids })).status).toBe(401)
    expect((await clients[0].put(page.replace(d.id, ids[0] ?? ''), { record_ids: ids })).status).toBe(404)
    expect((await clients[0].put(page, { record_ids: ['x'] })).status).toBe(422)
  })

  it('gets exactly the answers it needs from people who take what comes next', { timeout: 120_000 }, async () => {
    const texts = Array.from({ length: 12 }, (_, at) => `text ${at}`)
    const { d, names, clients } = await world({ target: 2, texts, people: 6 })
    // On PostgreSQL half of them work at another server.
    const other =
      engine === 'postgres' ? await buildApp(s.context.config, await openStore(s.context.config)) : undefined
    await other?.server.ready()
    const keyOf = async (name: string) => {
      const reply = await s.as(name).post('/api/v1/me/api-keys', { name: 'other server' })
      return clientOf(other?.server ?? s.server, { 'x-argilla-api-key': reply.body.key })
    }
    const workers = await Promise.all(names.map((name, at) => (at % 2 && other ? keyOf(name) : clients[at])))
    const list = `/api/v1/me/datasets/${d.id}/records?response_status=pending&limit=1`
    await Promise.all(
      workers.map(async (client) => {
        for (;;) {
          const [record] = (await client?.get(list))?.body.items ?? []
          if (!record) return
          if ((await lease(client as Client, record.id)).status !== 200) continue
          expect((await answer(client as Client, record.id)).status).toBe(201)
        }
      }),
    )
    const counts = await s.context.engine.db
      .selectFrom('response_counts')
      .select('submitted')
      .where('dataset_id', '=', d.id)
      .execute()
    expect(counts.map(({ submitted }) => submitted)).toEqual(texts.map(() => 2))
    await other?.server.close()
    await other?.context.engine.close()
  })
})
