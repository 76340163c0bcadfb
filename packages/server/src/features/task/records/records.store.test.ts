import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { isPostgres } from '../../../db/engines/is-postgres'
import { insertRows } from '../../../db/insert-rows'
import type { Tx } from '../../../db/tables'
import { engines } from '../../../testing/test-server'
import { taskWorld } from '../testing/task-world'
import { deleteRecordRows, selectRecords } from './records.store'

const RECORDS = 3000
const keys = Array.from({ length: 50 }, (_, at) => `k${at * 7}`)

/** How many rows this transaction has read by the index of versions, on PostgreSQL, which counts them. */
async function readByVersion(tx: Tx): Promise<number> {
  if (!isPostgres(tx)) return 0
  const counted = sql<number>`pg_stat_get_xact_tuples_returned('task_records_version'::regclass)::int`
  const { rows } = await sql<{ rows: number }>`select ${counted} as rows`.execute(tx)
  return rows[0]?.rows ?? -1
}

describe.each(engines)('records by key on %s', (engine) => {
  it('are looked up one by one, to be read or deleted, also in a table that PostgreSQL knows nothing about', async () => {
    const world = await taskWorld(engine)
    await world.dataset('Text2Text')
    const { engine: store } = world.server.context
    const { id } = await store.db.selectFrom('task_datasets').select('id').executeTakeFirstOrThrow()
    const found = await store.transaction(async (tx) => {
      const rows = Array.from({ length: RECORDS }, (_, at) => ({
        dataset_id: id,
        key: `k${at}`,
        document: '{}',
        derived: '{}',
        metrics: '{}',
        multi_label: null,
        version: 1,
      }))
      await insertRows(tx, 'task_records', rows)
      // As after some calls of a prepared statement.
      if (engine === 'postgres') await sql`set local plan_cache_mode = force_generic_plan`.execute(tx)
      const before = await readByVersion(tx)
      const records = await selectRecords(tx, id, keys)
      await deleteRecordRows(tx, id, keys, 2)
      expect((await readByVersion(tx)) - before).toBe(0)
      expect((await selectRecords(tx, id, [...keys, 'k1'])).size).toBe(1)
      return records
    })
    expect([...found.keys()].sort()).toEqual([...keys].sort())
  })
})
