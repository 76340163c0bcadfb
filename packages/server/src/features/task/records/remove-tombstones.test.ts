import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import type { AppContext } from '../../../context'
import { insertRows } from '../../../db/insert-rows'
import { enqueue } from '../../../jobs/enqueue'
import { JobRunner } from '../../../jobs/job-runner'
import { engines } from '../../../testing/test-server'
import { askIndex } from '../search-thread/ask-index'
import { taskWorld } from '../testing/task-world'
import { removeTombstones } from './remove-tombstones'

/** Do the job that a deletion adds without waiting for its time. */
async function forgetNow(context: AppContext, id: string, keptAtLeast?: number): Promise<void> {
  await context.engine.transaction((tx) => enqueue(tx, { kind: 'remove_tombstones', subject: id }))
  await new JobRunner(context, { remove_tombstones: removeTombstones(keptAtLeast) }).settle()
}

describe.each(engines)('deletions on %s', (engine) => {
  it('are kept while there are as many records; an index that missed removed ones is rebuilt', async () => {
    const world = await taskWorld(engine)
    const { context } = world.server
    const ds = await world.dataset('Text2Text')
    const forget = async (keptAtLeast: number) => {
      const { id } = await context.engine.db
        .selectFrom('task_datasets')
        .select('id')
        .where('name', '=', ds.name)
        .executeTakeFirstOrThrow()
      await forgetNow(context, id, keptAtLeast)
      const kept = await context.engine.db
        .selectFrom('task_deletions')
        .select('key')
        .where('dataset_id', '=', id)
        .orderBy('version')
        .execute()
      return kept.map(({ key }) => key)
    }
    /** Their number is the index's own, which would count the dead, too; they themselves are read from the store. */
    const found = async () => {
      const { body } = await ds.search({ query: { query_text: 'record' } })
      expect(body.total).toBe(body.records.length)
      return body.records.map(({ id }: { id: number }) => id)
    }
    const remove = (ids: number[]) => world.owner.delete(ds.path('/data'), { ids })
    await ds.log(Array.from({ length: 8 }, (_, id) => ({ id, text: `record ${id}` })))
    expect(await found()).toEqual([0, 1, 2, 3, 4, 5, 6, 7])

    for (const id of [0, 1, 2]) await remove([id])
    expect(await forget(1)).toEqual(['0', '1', '2'])
    // The index knows of 0, 1 and 2 from here on.
    expect(await found()).toEqual([3, 4, 5, 6, 7])

    for (const id of [3, 4, 5]) await remove([id])
    expect(await forget(10)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(await forget(1)).toEqual(['4', '5'])
    expect(await found()).toEqual([6, 7])

    await remove([6, 7])
    await ds.log([{ id: 9, text: 'record 9' }])
    expect(await forget(1)).toEqual([])
    expect(await found()).toEqual([9])
  })

  it('are forgotten after a deletion, as far as there are too many', async () => {
    const world = await taskWorld(engine)
    const { engine: store } = world.server.context
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 'last', text: 'record' }])
    const { id, version } = await store.db
      .selectFrom('task_datasets')
      .select(['id', 'version'])
      .where('name', '=', ds.name)
      .executeTakeFirstOrThrow()
    const keys = Array.from({ length: 10_000 }, (_, at) => `gone ${at}`)
    const rows = keys.map((key) => ({ dataset_id: id, key, version }))
    await store.transaction((tx) => insertRows(tx, 'task_deletions', rows))
    await world.owner.delete(ds.path('/data'), { ids: ['last'] })
    const kept = store.db.selectFrom('task_deletions').select('key').where('dataset_id', '=', id)
    await forgetNow(world.server.context, id)
    expect(await kept.execute()).toEqual([{ key: 'last' }])
  })

  it('are counted once for all of a minute, not after each', async () => {
    const world = await taskWorld(engine)
    const { engine: store } = world.server.context
    const ds = await world.dataset('Text2Text')
    const remove = (ids: number[]) => world.owner.delete(ds.path('/data'), { ids })
    const ids = Array.from({ length: 1001 }, (_, at) => at)
    for (let from = 0; from < 1001; from += 500)
      await ds.log(ids.slice(from, from + 500).map((id) => ({ id, text: 'record' })))
    const { id } = await store.db
      .selectFrom('task_datasets')
      .select('id')
      .where('name', '=', ds.name)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ dataset_id: id, key: `gone ${at}`, version: at + 1 }))
    await store.transaction(async (tx) => {
      await insertRows(tx, 'task_deletions', rows)
      await tx.updateTable('task_datasets').set({ version: 10_000 }).where('id', '=', id).execute()
    })
    const kept = () => store.db.selectFrom('task_deletions').select('key').where('dataset_id', '=', id).execute()
    const asked = vi.spyOn(store.heavyDb, 'selectFrom')
    const counts = () => asked.mock.calls.filter(([table]) => String(table) === 'task_records').length

    const { jobs } = world.server.context
    const dueTimes = () =>
      store.db
        .selectFrom('jobs')
        .select('due_at')
        .where('kind', '=', 'remove_tombstones')
        .where('subject', '=', id)
        .execute()
    const before = Date.now() * 1000
    await remove([0])
    const due = await dueTimes()
    expect(Number(due[0]?.due_at)).toBeGreaterThanOrEqual(before + 60_000_000)
    for (let at = 1; at <= 50; at += 1) await remove([at])
    await remove(ids.slice(51, 1001))
    await jobs.settle()
    expect(await kept()).toHaveLength(11_001)
    // The later ones neither add a job nor put off the one there is.
    expect([await dueTimes(), counts()]).toEqual([due, 0])
    await store.transaction((tx) =>
      tx
        .updateTable('jobs')
        .set({ due_at: 1 })
        .where('kind', '=', 'remove_tombstones')
        .where('subject', '=', id)
        .execute(),
    )
    await jobs.settle()
    expect([(await kept()).length, counts()]).toEqual([10_000, 1])
  })

  it('are none for a search that began before its dataset was deleted', async () => {
    const world = await taskWorld(engine)
    const { db } = world.server.context.engine
    const ds = await world.dataset('Text2Text')
    await ds.log([{ id: 1, text: 'record' }])
    const { id, version } = await db
      .selectFrom('task_datasets')
      .select(['id', 'version'])
      .where('name', '=', ds.name)
      .executeTakeFirstOrThrow()
    const keysAt = (asked: number) =>
      askIndex(db, { id, task: 'Text2Text', version: asked }, { op: 'keys', query: { type: 'all' } })
    expect(await keysAt(version)).toEqual(['1'])
    expect(await world.owner.delete(ds.path(''))).toMatchObject({ status: 200 })
    expect(await keysAt(version + 1)).toEqual(['1'])
  })

  // SQLite has one writer: there nothing can come between.
  if (engine === 'postgres')
    it('keep what is deleted again while older deletions are forgotten', async () => {
      const world = await taskWorld(engine)
      const { context } = world.server
      const ds = await world.dataset('Text2Text')
      await ds.log([1, 2, 3].map((id) => ({ id, text: 'record' })))
      for (const id of [1, 2, 3]) await world.owner.delete(ds.path('/data'), { ids: [id] })
      const { id, version } = await context.engine.db
        .selectFrom('task_datasets')
        .select(['id', 'version'])
        .where('name', '=', ds.name)
        .executeTakeFirstOrThrow()

      await context.engine.transaction((tx) => enqueue(tx, { kind: 'remove_tombstones', subject: id }))
      const forgotten = await context.engine.transaction(async (tx) => {
        const again = tx.updateTable('task_deletions').set({ version: version + 1 })
        await again.where('dataset_id', '=', id).where('key', '=', '1').execute()
        const forgetting = new JobRunner(context, { remove_tombstones: removeTombstones(1) }).settle()
        const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        await vi.waitFor(async () => expect((await waiting.execute(context.engine.db)).rows).toHaveLength(1), 5000)
        return { forgetting }
      })
      await forgotten.forgetting
      const kept = context.engine.db
        .selectFrom('task_deletions')
        .select(['key', 'version'])
        .where('dataset_id', '=', id)
      expect(await kept.orderBy('key').execute()).toEqual([
        { key: '1', version: version + 1 },
        { key: '3', version },
      ])
    })
})
