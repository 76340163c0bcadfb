import { describe, expect, it } from 'vitest'
import type { Reply } from '../../../testing/client'
import { engines } from '../../../testing/test-server'
import { type TaskDataset, taskWorld } from '../testing/task-world'

describe.each(engines)('many at once on %s', (engine) => {
  it('lets writers ask indexes that readers are filling, with two connections for all', {
    timeout: 60_000,
  }, async () => {
    const { dataset, owner, server } = await taskWorld(engine, { POSTIL_DATABASE_POOL: '2' })
    const datasets = await Promise.all([1, 2, 3, 4].map(() => dataset('TextClassification')))
    const annotation = { agent: 'a', labels: [{ class: 'A' }] }
    for (const ds of datasets)
      await ds.log(Array.from({ length: 2000 }, (_, id) => ({ id, inputs: { t: `text ${id}` }, annotation })))

    const changes: ((ds: TaskDataset) => Promise<Reply>)[] = [
      (ds) => owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['A'] } }),
      (ds) => owner.delete(ds.path('/data?mark_as_discarded=true'), { query_text: '7' }),
      (ds) => owner.patch(ds.path('/records/8'), { status: 'Validated' }),
    ]
    const replies = datasets.map((ds) => ds.search())
    // The writes come one after the other, while the indexes are being filled.
    for (const change of changes)
      for (const ds of datasets) {
        await server.context.engine.db.selectFrom('users').select('id').execute()
        replies.push(change(ds))
      }
    expect((await Promise.all(replies)).map((reply) => reply.status)).toEqual(replies.map(() => 200))
    for (const ds of datasets)
      expect((await ds.search()).body.aggregations.status).toEqual({ Default: 1998, Discarded: 1, Validated: 1 })
  })

  it('loses nothing when many log and change one record at once', async () => {
    const { dataset, owner } = await taskWorld(engine)
    const ds = await dataset('Text2Text')
    await ds.log([{ id: 1, text: 'x' }])
    const keys = Array.from({ length: 12 }, (_, at) => `k${at}`)
    const replies = await Promise.all(
      keys.map((key, at) =>
        at % 3 === 0
          ? owner.patch(ds.path('/records/1'), { metadata: { [key]: at } })
          : ds.log([{ id: 1, text: `y${at}`, metadata: { [key]: at } }], { tags: { [key]: 'given' } }),
      ),
    )
    expect(replies.map((reply) => reply.status)).toEqual(keys.map(() => 200))
    const [record] = (await ds.search()).body.records
    expect(Object.keys(record.metadata).sort()).toEqual([...keys].sort())
    const { tags } = (await owner.get(ds.path(''))).body
    expect(Object.keys(tags).sort()).toEqual(keys.filter((_, at) => at % 3 > 0).sort())
    for (const [at, key] of keys.entries()) expect(await ds.ids({ query_text: `metadata.${key}:${at}` })).toEqual([1])
  })
})
