import { describe, expect, it } from 'vitest'
import { engines } from '../../../testing/test-server'
import { taskWorld } from '../testing/task-world'
import { forgetDeletions } from './forget-deletions'

describe.each(engines)('deletions on %s', (engine) => {
  it('are kept while there are as many records, and an index that missed forgotten ones is built anew', async () => {
    const world = await taskWorld(engine)
    const { context } = world.server
    const ds = await world.dataset('Text2Text')
    const forget = async (keptAtLeast: number) => {
      const { id } = await context.engine.db
        .selectFrom('task_datasets')
        .select('id')
        .where('name', '=', ds.name)
        .executeTakeFirstOrThrow()
      await forgetDeletions(context, id, keptAtLeast)
      const kept = await context.engine.db
        .selectFrom('task_deletions')
        .select('key')
        .where('dataset_id', '=', id)
        .orderBy('version')
        .execute()
      return kept.map(({ key }) => key)
    }
    const remove = (ids: number[]) => world.owner.delete(ds.path('/data'), { ids })
    await ds.log(Array.from({ length: 8 }, (_, id) => ({ id, text: `record ${id}` })))
    expect(await ds.ids({ query_text: 'record' })).toHaveLength(8)

    for (const id of [0, 1, 2]) await remove([id])
    expect(await forget(1)).toEqual(['0', '1', '2'])
    // The index knows of 0, 1 and 2 from here on.
    expect(await ds.ids({ query_text: 'record' })).toEqual([3, 4, 5, 6, 7])

    for (const id of [3, 4, 5]) await remove([id])
    expect(await forget(10)).toEqual(['0', '1', '2', '3', '4', '5'])
    expect(await forget(1)).toEqual(['4', '5'])
    expect(await ds.ids({ query_text: 'record' })).toEqual([6, 7])

    await remove([6, 7])
    await ds.log([{ id: 9, text: 'record 9' }])
    expect(await forget(1)).toEqual([])
    expect(await ds.ids({ query_text: 'record' })).toEqual([9])
  })
})
