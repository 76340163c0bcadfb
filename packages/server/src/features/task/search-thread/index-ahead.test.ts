import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Reply } from '../../../testing/client'
import { type TaskDataset, taskWorld } from '../testing/task-world'

/** What the index reads to know a dataset's records. */
const READS_ROWS = /octet_length\(derived\).* from "task_records"/

describe('the index of a dataset that it has not read yet', () => {
  afterEach(() => vi.restoreAllMocks())

  const changes: [
    string,
    (ds: TaskDataset, owner: Awaited<ReturnType<typeof taskWorld>>['owner']) => Promise<Reply>,
  ][] = [
    ['a deletion by a query', (ds, owner) => owner.delete(ds.path('/data'), { query_text: 'seven' })],
    ['marks by a query', (ds, owner) => owner.delete(ds.path('/data?mark_as_discarded=true'), { query_text: 'seven' })],
    [
      'a change of the labels',
      (ds, owner) => owner.put(ds.path('/TextClassification/settings'), { label_schema: { labels: ['A'] } }),
    ],
  ]

  it.each(changes)('is read before the transaction of %s', async (_, change) => {
    const { dataset, owner } = await taskWorld('sqlite')
    const ds = await dataset('TextClassification')
    await ds.log([7, 8].map((id) => ({ id, inputs: { t: id === 7 ? 'seven' : 'eight' } })))
    const sent = vi.spyOn(Worker.prototype, 'postMessage')
    expect((await change(ds, owner)).status).toBe(200)
    const statements = sent.mock.calls.flatMap(([message]) =>
      message.type === 'statements' ? message.asks.map(({ sql }: { sql: string }) => sql) : [],
    )
    const firstRead = statements.findIndex((sql) => READS_ROWS.test(sql))
    expect(firstRead).toBeGreaterThanOrEqual(0)
    expect(firstRead).toBeLessThan(statements.indexOf('begin immediate'))
  })
})
