import { describe, expect, it, vi } from 'vitest'
import type { Engine } from '../../../db/engines/engine'
import { DeletedTaskRecord } from '../../../events/catalogue'
import { unpack } from '../../../events/packed'
import { afterEachTransaction } from '../../../testing/after-each-transaction'
import type { Client } from '../../../testing/client'
import { engines } from '../../../testing/test-server'
import { taskWorld } from '../testing/task-world'

/** Records that match, more than go in a few transactions, and some that do not. */
const MATCHING = 1200
const OTHERS = 20
/** Removed in one transaction. */
const AT_ONCE = 250
/** Maximum size of the records that are deleted in one transaction. */
const DELETED_BYTES = 256 * 1024
const LARGE = 40
const LARGE_BYTES = 20_000

describe.each(engines)('removing many classic records on %s', (engine) => {
  const record = (at: number) => ({ id: `r${at}`, text: at < MATCHING ? 'old' : 'new' })
  const world = async () => {
    const { dataset, server, owner } = await taskWorld(engine)
    const ds = await dataset('Text2Text')
    const all = Array.from({ length: MATCHING + OTHERS }, (_, at) => record(at))
    for (let at = 0; at < all.length; at += 400) await ds.log(all.slice(at, at + 400))
    const { engine: store, jobs } = server.context
    const left = async () => (await store.db.selectFrom('task_records').select('key').execute()).length
    const discarded = async () => (await ds.search({ query: { status: ['Discarded'] } }, '?limit=0')).body.total
    const remove = (query: string, body?: object) => owner.delete(ds.path(`/data${query}`), body)
    return { ds, store, jobs, left, discarded, remove, owner }
  }

  it('deletes a few at a time, and all before the reply', async () => {
    const { ds, store, left, remove } = await world()
    const seen = [await left()]
    const removed = { status: 200, body: { matched: MATCHING, processed: MATCHING } }
    await afterEachTransaction(
      store,
      async () => seen.push(await left()),
      async () => expect(await remove('', { query_text: 'old' })).toMatchObject(removed),
    )
    expect(await left()).toBe(OTHERS)
    const steps = seen.slice(1).map((count, at) => (seen[at] ?? 0) - count)
    expect(Math.max(...steps)).toBeLessThanOrEqual(AT_ONCE)
    expect((await ds.search({}, '?limit=0')).body.total).toBe(OTHERS)
    expect(await store.db.selectFrom('jobs').select('id').where('kind', '=', 'remove_task_records').execute()).toEqual(
      [],
    )
    const events = await store.db
      .selectFrom('events')
      .select('before')
      .where('kind', '=', 'task_records.delete')
      .execute()
    expect(events.flatMap(({ before }) => JSON.parse(before ?? '{}').keys).toSorted()).toEqual(
      Array.from({ length: MATCHING }, (_, at) => `r${at}`).toSorted(),
    )
  })

  it('has segments built again only after the last of them', async () => {
    const { store, left, remove } = await world()
    const kind = 'seal_records'
    // The job that was added when the records were logged.
    await store.transaction((tx) => tx.deleteFrom('jobs').where('kind', '=', kind).execute())
    const leftThen: number[] = []
    await afterEachTransaction(
      store,
      async () => {
        const jobs = await store.db.selectFrom('jobs').select('id').where('kind', '=', kind).execute()
        if (jobs.length > 0) leftThen.push(await left())
      },
      () => remove('', { query_text: 'old' }),
    )
    expect(new Set(leftThen)).toEqual(new Set([OTHERS]))
  })

  it('deletes fewer at a time when they are large, since each transaction logs their contents', async () => {
    const { ds, store, remove } = await world()
    const ids = Array.from({ length: LARGE }, (_, at) => `large ${at}`)
    expect((await ds.log(ids.map((id) => ({ id, text: 'a '.repeat(LARGE_BYTES / 2) })))).status).toBe(200)
    expect((await remove('', { ids })).body.processed).toBe(LARGE)
    const kind = 'task_records.delete'
    const events = await store.db
      .selectFrom('events')
      .select('before')
      .where('kind', '=', kind)
      .orderBy('seq')
      .execute()
    const portions: string[][] = events.map(({ before }) => JSON.parse(before ?? '{}').keys)
    expect(portions.flat().toSorted()).toEqual(ids.toSorted())
    for (const keys of portions) expect(keys.length * LARGE_BYTES).toBeLessThanOrEqual(DELETED_BYTES)
  })

  it.each([
    ['few', 2],
    ['many', MATCHING],
  ])('keeps %s deleted records in the log, with all that it takes to put them back', async (_, count) => {
    const { ds, store, remove, owner } = await world()
    const id = 'with a vector'
    const fancy = { id, text: 'old', metadata: { n: 1.5 }, vectors: { v: { value: [0.1, -2] } }, status: 'Discarded' }
    expect(await ds.log([fancy])).toMatchObject({ status: 200, body: { failed: 0 } })
    const ids = [id, ...Array.from({ length: count }, (_, at) => `r${at}`)]
    const rows = await store.db.selectFrom('task_records').selectAll().where('key', 'in', ids).execute()
    const vectors = await store.db.selectFrom('task_vectors').selectAll().execute()
    expect([rows.length, vectors.length]).toEqual([count + 1, 1])
    const after = (await lastEvent(owner)) ?? 0
    expect((await remove('', { ids })).body.processed).toBe(count + 1)
    const kept: [string, string][] = []
    for (const { kind, before } of await eventsSince(owner, after))
      if (kind === 'task_records.delete')
        for (const line of await unpack(before.records))
          kept.push([DeletedTaskRecord.parse(JSON.parse(line)).key, line])
    const lineOf = ({ key, document, derived, metrics, done_as, done_by, done_at }: (typeof rows)[number]) => {
      const own = vectors.filter((vector) => vector.key === key)
      const parts = own.map(({ name, value, extra }) => {
        return `{"name":"${name}","value":"${Buffer.from(value).toString('base64')}","extra":${extra}}`
      })
      const done = JSON.stringify({ done_as, done_by, done_at })
      return `{"key":"${key}","document":${document},"derived":${derived},"metrics":${metrics},"vectors":[${parts}],"done":${done}}`
    }
    expect(new Map(kept)).toEqual(new Map(rows.map((row) => [row.key, lineOf(row)])))
    expect(kept.length).toBe(rows.length)
  })

  it('keeps the statuses of records that it marks as discarded', async () => {
    const { ds, remove, owner } = await world()
    await ds.log([
      { id: 'r1', text: 'old', annotation: { agent: 'eva', sentences: [{ text: 'x' }] }, status: 'Validated' },
    ])
    const after = (await lastEvent(owner)) ?? 0
    await remove('?mark_as_discarded=true', { ids: ['r1', 'r2'] })
    const [event] = await eventsSince(owner, after)
    const { keys, statuses } = event.before
    expect(Object.fromEntries(keys.map((key: string, at: number) => [key, statuses[at]]))).toEqual({
      r1: 'Validated',
      r2: 'Default',
    })
    expect(event.after).toEqual({ status: 'Discarded' })
  })

  it('deletes a whole dataset of records, and marks them as discarded, in the same way', async () => {
    const { left, discarded, remove } = await world()
    const all = { matched: MATCHING + OTHERS, processed: MATCHING + OTHERS }
    expect((await remove('?mark_as_discarded=true')).body).toEqual(all)
    expect(await discarded()).toBe(MATCHING + OTHERS)
    expect((await remove('')).body).toEqual(all)
    expect(await left()).toBe(0)
  })

  it('leaves a record that was logged again since it was decided', async () => {
    const { ds, store, left, remove } = await world()
    let isLogged = false
    await afterEachTransaction(
      store,
      async () => {
        if (isLogged) return
        isLogged = true
        expect((await ds.log([record(MATCHING - 1)])).status).toBe(200)
      },
      () => remove('', { query_text: 'old' }),
    )
    expect(isLogged).toBe(true)
    expect(await left()).toBe(OTHERS + 1)
    expect((await ds.ids({ ids: [`r${MATCHING - 1}`] })).length).toBe(1)
  })

  it.each([
    ['few', MATCHING - 5, ''],
    ['few', MATCHING - 5, '?mark_as_discarded=true'],
    ['many', 5, ''],
  ])(
    'leaves %s records as they are that were logged since the search, which is not repeated',
    async (_, from, query) => {
      const { ds, store, left, discarded, remove } = await world()
      const logged = Array.from({ length: MATCHING - from }, (_, at) => ({
        ...record(from + at),
        metadata: { again: 1 },
      }))
      const changed = [...logged, { id: 'new', text: 'old' }]
      const log = vi.fn(async () => expect((await ds.log(changed)).body).toMatchObject({ failed: 0 }))
      await beforeTransaction(store, log, async () => {
        expect((await remove(query, { query_text: 'old' })).status).toBe(200)
      })
      expect(log).toHaveBeenCalledOnce()
      expect(query === '' ? MATCHING + OTHERS + 1 - (await left()) : await discarded()).toBe(from)
      const kept = await ds.search({ query: { query_text: 'old', status: ['Default'] } }, '?limit=0')
      expect(kept.body.total).toBe(changed.length)
    },
  )

  it.each(['', '?mark_as_discarded=true'])('is ended by a job when the call stops in the middle %s', async (query) => {
    const { store, jobs, left, discarded, remove } = await world()
    let transactions = 0
    await afterEachTransaction(
      store,
      async () => {
        transactions += 1
        if (transactions === 2) throw new Error('cut off')
      },
      () => remove(query, { query_text: 'old' }),
    )
    const done = async () => (query === '' ? MATCHING + OTHERS - (await left()) : discarded())
    expect(await done()).toBeLessThan(MATCHING)
    await jobs.settle()
    expect(await done()).toBe(MATCHING)
  })
})

/** Do `first` before the first transaction that begins while `work` runs. */
async function beforeTransaction(store: Engine, first: () => Promise<unknown>, work: () => Promise<unknown>) {
  const transaction: Engine['transaction'] = store.transaction.bind(store)
  const spy = vi.spyOn(store, 'transaction').mockImplementation(async (...call) => {
    spy.mockRestore()
    await first()
    return transaction(...call)
  })
  await work()
}

async function eventsSince(owner: Client, after: number) {
  return (await owner.get(`/api/v1/events?after=${after}&limit=1000`)).body.items
}

async function lastEvent(owner: Client): Promise<number | undefined> {
  return (await eventsSince(owner, 0)).at(-1)?.seq
}
