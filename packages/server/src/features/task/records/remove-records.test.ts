import { describe, expect, it } from 'vitest'
import { afterEachTransaction } from '../../../testing/after-each-transaction'
import { engines } from '../../../testing/test-server'
import { taskWorld } from '../testing/task-world'

/** Records that match, some more than go in two transactions, and some that do not. */
const MATCHING = 1200
const OTHERS = 20
/** Removed in one transaction. */
const AT_ONCE = 500

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
    return { ds, store, jobs, left, discarded, remove }
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
