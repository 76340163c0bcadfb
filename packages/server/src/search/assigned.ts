import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables'
import { RecentMap } from './recent-map'
import type { RecordQuery } from './record-query'

/**
 * The condition that a record is assigned to a user, or to nobody. Two lookups in the primary key, as values: see `compileStatus`.
 *
 * @param recordPk - the column with the key of the record
 */
export function isTheirs(recordPk: Expression<unknown>, userId: string): RawBuilder<boolean> {
  const any = sql`select assigned.user_id from assignments as assigned where assigned.record_pk = ${recordPk}`
  return sql<boolean>`((${any} limit 1) is null or (${any} and assigned.user_id = ${userId} limit 1) is not null)`
}

/** How many records of a dataset are assigned to anybody, under a version of it. */
const assignedCounts = new RecentMap<{ reopened: number; count: number }>(1000)

/**
 * How many records are pending for a user in a dataset with assignments: of those assigned to them, and of those assigned to nobody, without
 * those that others have open.
 */
export async function countTheirs(
  db: Db,
  { datasetId, userId = '', target }: Pick<RecordQuery, 'datasetId' | 'userId' | 'target'>,
  { records, reopened }: { records: number; reopened: number },
): Promise<number> {
  const isAnswered = sql`exists (select 1 from responses as own where own.record_pk = t.record_pk and own.user_id = ${userId})`
  const isAssigned = sql`exists (select 1 from assignments as a where a.record_pk = t.record_pk)`
  const isClosed =
    target === undefined
      ? sql`1 = 0`
      : sql`exists (select 1 from response_counts as c where c.record_pk = t.record_pk and c.submitted >= ${target})`
  const assigned = await countAssigned(db, datasetId, reopened)
  const mine = await count(
    db,
    sql`assignments as t where t.user_id = ${userId} and t.dataset_id = ${datasetId} and not ${isAnswered} and not ${isClosed}`,
  )
  if (assigned >= records) return mine
  const answered = await count(
    db,
    sql`responses as t where t.dataset_id = ${datasetId} and t.user_id = ${userId} and not ${isAssigned}`,
  )
  const closed =
    target === undefined
      ? 0
      : await count(
          db,
          sql`response_counts as t where t.dataset_id = ${datasetId} and t.submitted >= ${target} and not ${isAnswered} and not ${isAssigned}`,
        )
  return mine + records - assigned - answered - closed
}

async function countAssigned(db: Db, datasetId: string, reopened: number): Promise<number> {
  const known = assignedCounts.get(datasetId)
  if (known?.reopened === reopened) return known.count
  const found = await count(db, sql`(select distinct record_pk from assignments where dataset_id = ${datasetId}) as t`)
  assignedCounts.set(datasetId, { reopened, count: found })
  return found
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return Number(rows[0]?.count ?? 0)
}
