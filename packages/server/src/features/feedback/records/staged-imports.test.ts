import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Engine } from '../../../db/engines/engine'
import { giveUpDeadImports } from '../../../db/staged-imports'
import { afterEachTransaction } from '../../../testing/after-each-transaction'
import type { BuiltDataset } from '../../../testing/builders'
import { spawnServer } from '../../../testing/spawn-server'
import { engines, makePlace, type TestServer, testServer } from '../../../testing/test-server'
import { StagedRecords } from './stage-records'

/** Three megabytes in 30 records: several slices. Without words, which would take most of the time. */
const COUNT = 30
const TEXT = '. '.repeat(50_000)
const itemsOf = (prefix: string) =>
  Array.from({ length: COUNT }, (_, n) => ({
    fields: { text: `${prefix} ${n} ${TEXT}` },
    external_id: `${prefix} ${n}`,
  }))

describe.each(engines)('imports of megabytes on %s', (engine) => {
  let s: TestServer
  let d: BuiltDataset
  beforeAll(async () => {
    s = await testServer(engine)
    d = await s.build.dataset()
  })
  const path = () => `/api/v1/datasets/${d.id}/records`
  const owner = () => s.as('owner')
  const total = async () => (await owner().get(`${path()}?limit=1`)).body.total
  /** What imports have written that is part of no dataset. */
  const hidden = async () => {
    const { db } = s.context.engine
    const imports = await db.selectFrom('staged_imports').select('id').execute()
    const ofDatasets = db.selectFrom('datasets').select('id')
    const rows = await db.selectFrom('records').select('id').where('dataset_id', 'not in', ofDatasets).execute()
    return { imports: imports.length, records: rows.length }
  }
  const NOTHING = { imports: 0, records: 0 }

  it('are written in several short transactions, and seen by nobody before the last', async () => {
    const before = await total()
    const seen: { total: number; found: number; staged: number }[] = []
    const look = async () => {
      const { records } = await hidden()
      const [row] = await s.context.engine.db
        .selectFrom('records')
        .select('id')
        .orderBy('pk', 'desc')
        .limit(1)
        .execute()
      const one = await owner().get(`/api/v1/records/${row?.id}`)
      seen.push({ total: await total(), found: one.status, staged: records })
    }
    const calls = await afterEachTransaction(s.context.engine, look, async () => {
      expect((await owner().post(`${path()}/bulk`, { items: itemsOf('a') })).status).toBe(201)
    })
    expect(calls).toBeGreaterThan(3)
    const unpublished = seen.filter(({ staged }) => staged > 0)
    expect(unpublished.map(({ staged }) => staged)).toEqual([5, 10, 15, 20, 25, 30])
    for (const state of unpublished) expect(state).toMatchObject({ total: before, found: 404 })
    expect(await total()).toBe(before + COUNT)
    expect(await hidden()).toEqual(NOTHING)
  })

  it('come out in the order sent, before whatever is added next', async () => {
    const dataset = await s.build.dataset()
    const records = `/api/v1/datasets/${dataset.id}/records`
    const made = await owner().post(`${records}/bulk`, { items: itemsOf('b') })
    await owner().post(records, { items: [{ fields: { text: 'next' }, external_id: 'next' }] })
    const listed = await owner().get(`${records}?limit=100&sort_by=inserted_at:asc`)
    const ids = (items: { external_id: string }[]) => items.map(({ external_id }) => external_id)
    const sent = itemsOf('b').map(({ external_id }) => external_id)
    expect(ids(made.body.items)).toEqual(sent)
    expect(ids(listed.body.items)).toEqual([...sent, 'next'])
    const parts = ({ id, fields, inserted_at, updated_at }: Record<string, unknown>) => ({
      id,
      fields,
      inserted_at,
      updated_at,
    })
    expect(listed.body.items.slice(0, COUNT).map(parts)).toEqual(made.body.items.map(parts))
    const times = listed.body.items.map(({ inserted_at }: { inserted_at: string }) => inserted_at)
    expect(new Set(times).size).toBe(COUNT + 1)
  })

  it('leave nothing when they are refused', async () => {
    const before = await total()
    const [first, ...rest] = itemsOf('c')
    const stranger = await s.build.user('annotator')
    const label = { label: { value: 'not an option' } }
    const refused = { ...first, responses: [{ user_id: stranger.id, status: 'submitted', values: label }] }
    expect((await owner().post(path(), { items: [...rest, refused] })).status).toBe(422)
    expect(await total()).toBe(before)
    await expect.poll(hidden).toEqual(NOTHING)
  })

  it('are not even staged for somebody who may not write there', async () => {
    const annotator = await s.build.user('annotator', { workspaces: [d.workspaceId] })
    const seen: unknown[] = []
    const look = async () => seen.push(await hidden())
    // Transactions of background jobs may be among them.
    await afterEachTransaction(s.context.engine, look, async () => {
      expect((await s.as(annotator.username).post(path(), { items: itemsOf('d') })).status).toBe(403)
      expect((await owner().post(`/api/v1/datasets/${annotator.id}/records`, { items: itemsOf('d') })).status).toBe(404)
    })
    expect(seen).toEqual(seen.map(() => NOTHING))
  })

  it('update what is there and add the rest, each with its own text', async () => {
    const items = itemsOf('e')
    expect((await owner().post(path(), { items: items.slice(0, 3) })).status).toBe(204)
    const upserts = items.map((item) => ({ ...item, metadata: { seen: item.external_id } }))
    const reply = await owner().put(`${path()}/bulk`, { items: upserts.toReversed() })
    expect(reply.status).toBe(200)
    expect(reply.body.updated_item_ids).toHaveLength(3)
    for (const { external_id, fields, metadata } of reply.body.items) {
      expect(fields.text.startsWith(`${external_id} `)).toBe(true)
      expect(metadata).toEqual({ seen: external_id })
    }
    expect(await hidden()).toEqual(NOTHING)
  })

  it('are whole also when somebody else has cleared away what they had staged', async () => {
    const before = await total()
    let cleared = 0
    const clear = async (transaction: Engine['transaction']) => {
      if (cleared > 0 || (await hidden()).records < 20) return
      const { numDeletedRows } = await transaction((tx) =>
        tx
          .deleteFrom('records')
          .where('dataset_id', 'not in', tx.selectFrom('datasets').select('id'))
          .executeTakeFirstOrThrow(),
      )
      cleared = Number(numDeletedRows)
    }
    await afterEachTransaction(s.context.engine, clear, async () => {
      expect((await owner().post(path(), { items: itemsOf('f') })).status).toBe(204)
    })
    expect(cleared).toBeGreaterThan(0)
    expect(await total()).toBe(before + COUNT)
    await expect.poll(hidden).toEqual(NOTHING)
  })

  it('are made once when they are sent twice under one key', async () => {
    const before = await total()
    const send = () => owner().post(`${path()}/bulk`, { items: itemsOf('g') }, { 'idempotency-key': 'g' })
    const replies = await Promise.all([send(), send()])
    expect(replies.map(({ status }) => status)).toEqual([201, 201])
    expect(replies[0]?.body).toEqual(replies[1]?.body)
    expect(await total()).toBe(before + COUNT)
    await expect.poll(hidden).toEqual(NOTHING)
  })

  it('that a server left behind are cleared away at the start, on PostgreSQL once they are old', async () => {
    const { engine: store } = s.context
    const stage = async (id: string) => {
      const at = { inserted_at: 1, updated_at: 1 }
      const row = { id: `${id} record`, dataset_id: id, external_id: null, fields: '{}', metadata: null, ...at }
      await new StagedRecords(id).add(store, [{ fields: {} }], [row])
    }
    await stage('old')
    await store.transaction((tx) => tx.updateTable('staged_imports').set({ inserted_at: 1 }).execute())
    await stage('young')
    await giveUpDeadImports(store)
    await s.context.jobs.settle()
    expect(await hidden()).toEqual(engine === 'sqlite' ? NOTHING : { imports: 1, records: 1 })
  })
})

describe.each(engines)('a server killed with -9 during imports of megabytes, on %s', (engine) => {
  const KEY = 'staged-imports-owner-key'
  it('has each of them whole or not at all', { timeout: 240_000 }, async () => {
    const place = await makePlace(engine)
    const env = { ...place.env, POSTIL_OWNER_USERNAME: 'owner', POSTIL_OWNER_API_KEY: KEY }
    const call = async (url: string, method: string, path: string, body?: unknown) => {
      const headers = { 'x-argilla-api-key': KEY, 'content-type': 'application/json' }
      const reply = await fetch(url + path, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await reply.text()
      return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
    }
    let server = await spawnServer(env)
    const { url } = server
    const workspaces = await call(url, 'GET', '/api/v1/me/workspaces')
    const dataset = { name: 'killed', workspace_id: workspaces.body.items[0].id }
    const { id } = (await call(url, 'POST', '/api/v1/datasets', dataset)).body
    const part = { title: 'T', required: true, settings: { type: 'text' } }
    await call(url, 'POST', `/api/v1/datasets/${id}/fields`, { ...part, name: 'text' })
    await call(url, 'POST', `/api/v1/datasets/${id}/questions`, { ...part, name: 'note' })
    await call(url, 'PUT', `/api/v1/datasets/${id}/publish`)
    const records = `/api/v1/datasets/${id}/records`
    let acknowledged = 0
    for (const [kill, afterMs] of [20, 60, 120, 250].entries()) {
      const importing = call(server.url, 'POST', records, { items: itemsOf(`kill ${kill}`) }).catch(() => undefined)
      await sleep(afterMs)
      await server.end('SIGKILL')
      if ((await importing)?.status === 204) acknowledged += 1
      server = await spawnServer(env)
      const { total } = (await call(server.url, 'GET', `${records}?limit=1`)).body
      expect(total % COUNT).toBe(0)
      expect(total / COUNT).toBeGreaterThanOrEqual(acknowledged)
    }
    await server.end('SIGTERM')
    await place.remove()
  })
})
