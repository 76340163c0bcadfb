import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { type Engine, StaleReadError } from '../db/engines/engine'
import { lockRecord, lockRecords } from '../db/engines/lock-records'
import { withRetries } from '../db/engines/retry'
import type { Tx } from '../db/tables'
import { deleteMetadataProperty } from '../features/feedback/metadata-properties/metadata-properties.service'
import { insertLastResponse } from '../features/feedback/responses/save-responses'
import { deleteVectorsSettings } from '../features/feedback/vectors-settings/vectors-settings.service'
import type { Reply } from './client'
import { engines, type TestServer, testServer } from './test-server'

const many = <T>(n: number, make: (at: number) => T): T[] => Array.from({ length: n }, (_, at) => make(at))

/** The same items in another order for each `n`: rotated, every second time backwards. */
function reordered<T>(items: readonly T[], n: number): T[] {
  const turned = [...items.slice(n % items.length), ...items.slice(0, n % items.length)]
  return n % 2 === 0 ? turned : turned.reverse()
}

const statuses = async (calls: Promise<Reply>[]) => (await Promise.all(calls)).map(({ status }) => status).toSorted()

/** Enough connections that the calls of a test really run at once. */
const server = (engine: 'sqlite' | 'postgres') => testServer(engine, { POSTIL_DATABASE_POOL: '16' })

async function world(s: TestServer, records = 20) {
  const dataset = await s.build.dataset({
    metadata: [{ name: 'split', title: 'Split', settings: { type: 'terms' } }],
    vectors: [{ name: 'v', title: 'V', dimensions: 2 }],
  })
  const items = many(records, (n) => ({ fields: { text: `text ${n}` }, external_id: `e${n}` }))
  const made = await s.as('owner').post(`/api/v1/datasets/${dataset.id}/records/bulk`, { items })
  const ids: string[] = made.body.items.map(({ id }: { id: string }) => id)
  return { dataset, ids, records: `/api/v1/datasets/${dataset.id}/records` }
}

describe.each(engines)('writes at the same moment, on %s', (engine) => {
  it('upsert one external id ten times: one record, ten successes', async () => {
    const s = await server(engine)
    const { records } = await world(s, 1)
    const item = { external_id: 'new', fields: { text: 'one' }, metadata: { split: 'a' } }
    const upserts = many(10, () => s.as('owner').put(`${records}/bulk`, { items: [item] }))
    expect(await statuses(upserts)).toEqual(many(10, () => 200))
    const found = await s.as('owner').get(`${records}?limit=100`)
    expect(found.body.items.filter((record: { external_id: string }) => record.external_id === 'new')).toHaveLength(1)
  })

  it('answer one record and take answers back: what is left is counted', async () => {
    const s = await server(engine)
    const { dataset, ids } = await world(s, 1)
    const people = await Promise.all(many(12, () => s.build.user('annotator', { workspaces: [dataset.workspaceId] })))
    const answer = { status: 'submitted', values: { label: { value: 'a' } } }
    const give = (n: number) => s.as(people[n]?.username ?? '').post(`/api/v1/records/${ids[0]}/responses`, answer)
    const early = await Promise.all(many(4, give))
    const back = early.map(({ body }, n) => s.as(people[n]?.username ?? '').delete(`/api/v1/responses/${body.id}`))
    const calls = many(8, (n) => give(n + 4)).flatMap((call, n) => [call, ...back.slice(n, n + 1)])
    expect(await statuses(calls)).toEqual([...many(4, () => 200), ...many(8, () => 201)])
    const { rows } = await sql`select submitted, discarded from response_counts`.execute(s.context.engine.db)
    expect(rows).toEqual([{ submitted: 8, discarded: 0 }])
  })

  it('create one suggestion of twenty sent, the others replace it', async () => {
    const s = await server(engine)
    const { dataset, ids } = await world(s, 1)
    const suggestion = { question_id: dataset.questions.label, value: 'a' }
    const sent = many(20, () => s.as('owner').put(`/api/v1/records/${ids[0]}/suggestions`, suggestion))
    expect(await statuses(sent)).toEqual([...many(19, () => 200), 201])
  })

  it('change the same records in any order', { timeout: 120_000 }, async () => {
    const s = await server(engine)
    const { dataset, ids, records } = await world(s)
    const other = await world(s)
    const me = await s.as('owner').get('/api/v1/me')
    const owner = s.as('owner')
    const suggestions = [{ question_id: dataset.questions.label, value: 'b' }]
    const values = { label: { value: 'a' } }
    const patch = (n: number) =>
      owner.patch(records, {
        items: reordered(ids, n).map((id) => ({
          id,
          metadata: { split: `${n}` },
          suggestions,
          vectors: { v: [n, 1] },
        })),
      })
    const upsert = (n: number) =>
      owner.put(`${records}/bulk`, {
        items: reordered([...ids.keys(), 100, 101, 102], n).map((at) => ({
          external_id: `e${at}`,
          fields: { text: 'new' },
          suggestions,
          vectors: { v: [1, n] },
          responses: [{ user_id: me.body.id, status: 'submitted', values }],
        })),
      })
    const answer = (n: number) =>
      owner.post('/api/v1/me/responses/bulk', {
        items: reordered([...ids, ...other.ids], n).map((record_id) => ({ record_id, status: 'submitted', values })),
      })
    expect(await statuses(many(24, (n) => ([patch, upsert, answer][n % 3] ?? patch)(n)))).toEqual([
      ...many(16, () => 200),
      ...many(8, () => 204),
    ])
    const progress = await owner.get(`${records}?limit=100&include=responses`)
    expect(progress.body.items).toHaveLength(23)
    const deletions = many(6, (n) => owner.delete(`${records}?ids=${reordered(ids, n).join(',')}`))
    const answers = many(4, (n) => answer(n))
    expect(await statuses([...deletions, ...answers])).toEqual([...many(4, () => 200), ...many(6, () => 204)])
    expect((await owner.get(`${records}?limit=100`)).body.items).toHaveLength(3)
  })

  it('create the same new records in any order: each once', async () => {
    const s = await server(engine)
    const { records } = await world(s, 1)
    const items = many(20, (n) => ({ external_id: `new ${n}`, fields: { text: `text ${n}` } }))
    const upserts = many(10, (n) => s.as('owner').put(`${records}/bulk`, { items: reordered(items, n) }))
    expect(await statuses(upserts)).toEqual(many(10, () => 200))
    const creations = many(4, (n) => {
      const fresh = items.map((item) => ({ ...item, external_id: `other ${item.external_id}` }))
      return s.as('owner').post(`${records}/bulk`, { items: reordered(fresh, n) })
    })
    expect(await statuses(creations)).toEqual([201, 422, 422, 422])
    expect((await s.as('owner').get(`${records}?limit=100`)).body.items).toHaveLength(41)
  })

  it('are done once under one Idempotency-Key, and answered alike', async () => {
    const s = await server(engine)
    const { records } = await world(s, 1)
    const body = { items: [{ external_id: 'keyed', fields: { text: 'one' } }] }
    const replies = await Promise.all(
      many(8, (n) => s.as('owner').put(`${records}/bulk`, body, { 'idempotency-key': n % 2 === 0 ? 'one' : 'two' })),
    )
    expect(replies.map(({ status }) => status)).toEqual(many(8, () => 200))
    const updated = (key: number) => replies.filter((_, n) => n % 2 === key).map(({ body }) => body.updated_item_ids)
    expect(new Set([0, 1].map((key) => new Set(updated(key).map(String)).size))).toEqual(new Set([1]))
    expect([updated(0)[0].length, updated(1)[0].length].toSorted()).toEqual([0, 1])
  })

  it('meet the deletion of their dataset: done before it, or not found', async () => {
    const s = await server(engine)
    const { dataset, ids, records } = await world(s, 5)
    const owner = s.as('owner')
    const values = { label: { value: 'a' } }
    const calls = many(20, (n) => {
      if (n === 10) return owner.delete(`/api/v1/datasets/${dataset.id}`)
      if (n % 3 === 0) return owner.post(`/api/v1/records/${ids[n % 5]}/responses`, { status: 'submitted', values })
      const item = { external_id: `late ${n}`, fields: { text: 'late' } }
      return owner.put(`${records}/bulk`, { items: [item] })
    })
    for (const status of await statuses(calls)) expect([200, 201, 404, 409]).toContain(status)
  })

  it('log, change and delete classic records, rules and settings in any order', { timeout: 120_000 }, async () => {
    const s = await server(engine)
    const owner = s.as('owner')
    const { name: workspace } = await s.build.workspace()
    const asked = `?workspace=${workspace}`
    const task = 'TextClassification'
    await owner.post(`/api/datasets${asked}`, { name: 'classic', task })
    const at = (path: string) => `/api/datasets/classic/${path}${asked}`
    const records = many(20, (n) => ({ id: n, inputs: { text: `text ${n}` }, metadata: { n } }))
    const log = (n: number) => owner.post(at(`${task}:bulk`), { records: reordered(records, n), tags: { n: `${n}` } })
    const rule = (query: string) => ({ query, labels: ['a'] })
    const calls = many(12, (n) => [
      log(n),
      owner.post(`/api/datasets/${task}/classic/labeling/rules${asked}`, rule('one')),
      owner.patch(`/api/datasets/${task}/classic/labeling/rules/one${asked}`, { labels: [`${n}`] }),
      owner.put(`/api/datasets/${task}/classic/settings${asked}`, { label_schema: { labels: ['a', 'b'] } }),
      owner.delete(`/api/datasets/classic/data${asked}&mark_as_discarded=true`, { ids: reordered([1, 2, 3], n) }),
    ]).flat()
    for (const status of await statuses(calls)) expect([200, 404, 409]).toContain(status)
    const late = many(9, (n) => (n === 4 ? owner.delete(`/api/datasets/classic${asked}`) : log(n)))
    for (const status of await statuses(late)) expect([200, 404]).toContain(status)
  })

  it('touch the activity of a dataset once, however many answers a call brings', async () => {
    const s = await server(engine)
    const { dataset, ids, records } = await world(s, 3)
    const other = await world(s, 2)
    const owner = s.as('owner')
    const me = await owner.get('/api/v1/me')
    const touched = await watchActivity(s, engine)
    const values = { label: { value: 'a' } }
    const mixed = [ids[0], other.ids[0], ids[1], other.ids[1]]
    const items = mixed.map((record_id) => ({ record_id, status: 'submitted', values }))
    const each = [dataset.id, other.dataset.id].toSorted()
    for (const query of ['?overwrite=false', '']) {
      expect((await owner.post(`/api/v1/me/responses/bulk${query}`, { items })).status).toBe(200)
      // In the order of their ids, as in all calls: two that bring answers to the same datasets then never wait for each other.
      expect(await touched()).toEqual(each)
    }
    const upserts = ['e0', 'e1', 'new'].map((external_id) => ({
      external_id,
      fields: { text: 'new' },
      responses: [{ user_id: me.body.id, status: 'submitted', values }],
    }))
    expect((await owner.put(`${records}/bulk`, { items: upserts })).status).toBe(200)
    expect(await touched()).toEqual([dataset.id])
  })

  it('that repeatedly lose a race get a 503 with Retry-After', async () => {
    const s = await server(engine)
    const busy = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    const transaction = vi.fn().mockRejectedValue(busy)
    Object.assign(s.context, { engine: { ...s.context.engine, transaction, inWriter: undefined } })
    const reply = await s.as('owner').post('/api/v1/workspaces', { name: 'one' })
    expect(reply).toMatchObject({ status: 503, headers: { 'retry-after': '2' } })
    expect(reply.body.detail).toContain('busy')
  })
})

/** Records each update of the statistics of a dataset, including those per user. The function returns the datasets of the updates since its last call, in order. */
async function watchActivity({ context }: TestServer, engine: 'sqlite' | 'postgres'): Promise<() => Promise<string[]>> {
  const note = sql`insert into touches (dataset_id) values (new.dataset_id)`
  const statements =
    engine === 'sqlite'
      ? ['update on dataset_stats', 'insert on given_answers', 'update on given_answers'].map(
          (what, n) => sql`create trigger ${sql.raw(`touched_${n} after ${what}`)} begin ${note}; end`,
        )
      : [
          sql`create function touch() returns trigger language plpgsql as 'begin ${note}; return null; end'`,
          ...['update on dataset_stats', 'insert or update on given_answers'].map(
            (what, n) =>
              sql`create trigger ${sql.raw(`touched_${n} after ${what}`)} for each row execute function touch()`,
          ),
        ]
  await context.engine.transaction(async (tx) => {
    const key = engine === 'sqlite' ? sql`integer primary key` : sql`serial primary key`
    await sql`create table touches (n ${key}, dataset_id text)`.execute(tx)
    for (const statement of statements) await statement.execute(tx)
  })
  return () =>
    context.engine.transaction(async (tx) => {
      const { rows } = await sql<{ dataset_id: string }>`select dataset_id from touches order by n`.execute(tx)
      await sql`delete from touches`.execute(tx)
      return rows.map(({ dataset_id }) => dataset_id)
    })
}

/** Make calls while a transaction that has done `work` waits for all of them to wait for its locks; then it is committed. */
async function whileHeld(
  engine: Engine,
  work: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Reply>[],
): Promise<Promise<Reply>[]> {
  const waiting = sql<{ n: number }>`select count(distinct pid) as n from pg_locks join pg_stat_activity using (pid)
    where not granted and datname = current_database()`
  return engine.transaction(async (tx) => {
    await work(tx)
    const calls = call()
    const all = async () => Number((await waiting.execute(engine.db)).rows[0]?.n) === calls.length
    await vi.waitUntil(all, { timeout: 10_000 })
    return calls
  })
}

describe('a transaction that loses a race', () => {
  it.runIf(engines.includes('postgres'))('runs again after a deadlock, from its beginning', async () => {
    const { context } = await server('postgres')
    const { engine } = context
    await engine.transaction((tx) => sql`create table notes (n integer primary key, value integer)`.execute(tx))
    await engine.transaction((tx) => sql`insert into notes values (1, 0), (2, 0)`.execute(tx))
    let runs = 0
    let inside = 0
    const add = (first: number, second: number) =>
      engine.transaction(async (tx) => {
        runs += 1
        await sql`update notes set value = value + 1 where n = ${first}`.execute(tx)
        inside += 1
        // Both hold their first row before either asks for its second.
        await vi.waitUntil(() => inside >= 2, { timeout: 10_000, interval: 5 })
        await sql`update notes set value = value + 1 where n = ${second}`.execute(tx)
      })
    await Promise.all([add(1, 2), add(2, 1)])
    expect(runs).toBe(3)
    const { rows } = await sql`select value from notes`.execute(engine.db)
    expect(rows).toEqual([{ value: 2 }, { value: 2 }])
  })

  it.runIf(engines.includes('postgres'))('is none of the answers that several people give in one dataset', async () => {
    const s = await server('postgres')
    const { dataset, ids } = await world(s)
    const { engine } = s.context
    const answer = { status: 'submitted', values: { label: { value: 'a' } } } as const
    const { id: userId } = (await s.as('owner').get('/api/v1/me')).body
    const colleague = await s.build.user('annotator', { workspaces: [dataset.workspaceId] })
    const record = await engine.db
      .selectFrom('records')
      .selectAll()
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow()
    await engine.transaction(async (tx) => {
      const given = { record: { ...record, pk: Number(record.pk) }, userId, response: answer, questions: [] }
      await insertLastResponse(tx, { id: userId }, given, () => new Error('answered before'))
      // Answered before the first one is committed, which waits for this reply.
      const reply = await s.as(colleague.username).post(`/api/v1/records/${ids[1]}/responses`, answer)
      expect(reply.status).toBe(201)
    })
  })

  it.runIf(engines.includes('postgres'))(
    'is no first answer to a record that others answer, but a change of it',
    async () => {
      const s = await server('postgres')
      const { dataset, ids } = await world(s)
      const answer = { status: 'submitted', values: { label: { value: 'a' } } } as const
      const people = await Promise.all(many(8, () => s.build.user('annotator', { workspaces: [dataset.workspaceId] })))
      const { engine } = s.context
      const record = { id: ids[0] ?? '', dataset_id: dataset.id }
      const [change] = await whileHeld(
        engine,
        async (tx) => {
          await lockRecord(tx, record, 'answer')
          const calls = people.map(({ username }) =>
            s.as(username).post(`/api/v1/records/${record.id}/responses`, answer),
          )
          expect(await statuses(calls)).toEqual(people.map(() => 201))
        },
        () => [s.as('owner').patch(`/api/v1/records/${record.id}`, { metadata: { split: 'b' } })],
      )
      expect((await change)?.status).toBe(200)
      const { rows } = await sql`select submitted from response_counts`.execute(engine.db)
      expect(rows).toEqual([{ submitted: 8 }])
    },
  )

  it.runIf(engines.includes('postgres'))('is no answer while the number that completes a record changes', async () => {
    const s = await server('postgres')
    const { dataset, ids } = await world(s)
    const { engine } = s.context
    const answer = { status: 'submitted', values: { label: { value: 'a' } } } as const
    const { body: me } = await s.as('owner').get('/api/v1/me')
    const record = await engine.db
      .selectFrom('records')
      .selectAll()
      .where('id', '=', ids[0] ?? '')
      .executeTakeFirstOrThrow()
    const given = { record: { ...record, pk: Number(record.pk) }, userId: me.id, response: answer, questions: [] }
    const [reply] = await whileHeld(
      engine,
      async (tx) => {
        await lockRecord(tx, record)
        await insertLastResponse(tx, me, given, () => new Error('answered before'))
      },
      () => [
        s.as('owner').patch(`/api/v1/datasets/${dataset.id}`, {
          distribution: { strategy: 'overlap', min_submitted: 2 },
        }),
      ],
    )
    expect((await reply)?.body).toEqual({
      detail: "Distribution settings can't be modified for a dataset containing user responses",
    })
  })

  it.runIf(engines.includes('postgres'))('is none of two that name the same records in other orders', async () => {
    const s = await server('postgres')
    const { ids } = await world(s)
    // Inserted in the reverse order of their ids: an index on ids reaches the second one first.
    const at = ids.findIndex((id, n) => n > 0 && id < (ids[n - 1] ?? ''))
    const [first = '', second = ''] = ids.slice(at - 1)
    const { engine } = s.context
    // Its row version is now after that of the second one, in the table and, since an indexed column changes, in the indexes.
    await engine.transaction((tx) =>
      sql`update records set external_id = external_id || ' changed' where id = ${first}`.execute(tx),
    )
    let isLocked = false
    let isOver = false
    const holder = engine.transaction(async (tx) => {
      await lockRecords(tx, { ids: [first] })
      isLocked = true
      await vi.waitUntil(() => isOver, { timeout: 20_000 })
    })
    await vi.waitUntil(() => isLocked)
    const waiter = engine.transaction((tx) => lockRecords(tx, { ids: [second, first] }))
    const waiting = sql<{ n: number }>`select count(*) as n from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    await vi.waitUntil(async () => Number((await waiting.execute(engine.db)).rows[0]?.n) > 0, { timeout: 10_000 })
    // It waits for the first record without holding a lock that others need.
    const taken = engine.transaction((tx) =>
      sql`select 1 from records where id = ${second} for update nowait`.execute(tx),
    )
    const outcome = await taken.then(
      () => 'free',
      (cause: Error) => cause.message,
    )
    isOver = true
    await Promise.all([holder, waiter])
    expect(outcome).toBe('free')
  })

  it.runIf(engines.includes('postgres'))('finds no classic dataset that went to the bin meanwhile', async () => {
    const s = await server('postgres')
    const owner = s.as('owner')
    const { name: workspace } = await s.build.workspace()
    const asked = `?workspace=${workspace}`
    await owner.post(`/api/datasets${asked}`, { name: 'classic', task: 'TextClassification' })
    const rules = `/api/datasets/TextClassification/classic/labeling/rules`
    const settings = `/api/datasets/TextClassification/classic/settings${asked}`
    await owner.put(settings, { label_schema: { labels: ['a', 'b'] } })
    await owner.post(`${rules}${asked}`, { query: 'one', labels: ['a'] })
    const { engine } = s.context
    const calls = await whileHeld(
      engine,
      (tx) => sql`update task_datasets set name = id`.execute(tx),
      () => [
        owner.post(`${rules}${asked}`, { query: 'two', labels: ['a'] }),
        owner.patch(`${rules}/one${asked}`, { labels: ['b'] }),
        owner.delete(`${rules}/one${asked}`),
        owner.delete(settings),
      ],
    )
    expect(await statuses(calls)).toEqual(many(4, () => 404))
    const kept = await sql`select query, labels from task_rules`.execute(engine.db)
    expect(kept.rows).toEqual([{ query: 'one', labels: '["a"]' }])
    expect((await sql`select dataset_id from task_settings`.execute(engine.db)).rows).toHaveLength(1)
  })

  it.runIf(engines.includes('postgres'))(
    'puts no part of a dataset into the bin that is deleted meanwhile',
    async () => {
      const s = await server('postgres')
      const owner = s.as('owner')
      const { dataset } = await world(s, 1)
      const { engine } = s.context
      const row = await engine.db.selectFrom('vectors_settings').selectAll().executeTakeFirstOrThrow()
      const property = await engine.db.selectFrom('metadata_properties').selectAll().executeTakeFirstOrThrow()
      const user = (await owner.get('/api/v1/me')).body
      const deletions = await whileHeld(
        engine,
        async (tx) => {
          await deleteVectorsSettings(tx, user, row)
          await deleteMetadataProperty(tx, user, property)
        },
        () => [owner.delete(`/api/v1/datasets/${dataset.id}`)],
      )
      expect(await statuses(deletions)).toEqual([200])
      expect((await owner.post(`/api/v1/bin/${dataset.id}/restore`)).status).toBe(200)
      const parts = ['vectors-settings', 'metadata-properties'].map((part) =>
        owner.get(`/api/v1/${part === 'vectors-settings' ? '' : 'me/'}datasets/${dataset.id}/${part}`),
      )
      expect((await Promise.all(parts)).map(({ body }) => body.items)).toEqual([[], []])
    },
  )

  it('gives up after a number of tries', async () => {
    const run = vi.fn().mockRejectedValue(new StaleReadError('gone'))
    await expect(withRetries(run)).rejects.toThrow(StaleReadError)
    expect(run).toHaveBeenCalledTimes(6)
  })

  it('runs once when it fails for another reason', async () => {
    const run = vi.fn().mockRejectedValue(Object.assign(new Error('disk full'), { code: '53100' }))
    await expect(withRetries(run)).rejects.toThrow('disk full')
    expect(run).toHaveBeenCalledTimes(1)
  })
})
