import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/tables'
import type { DatasetVersion } from './dataset-version'
import { RecentMap } from './recent-map'
import { GOLD_COUNT } from './record-query'

/** How long before an assignment a lease may have ended: the clocks of servers and store differ, and an answer takes time to arrive. */
const LEASE_MARGIN_MICROS = 5 * 1_000_000

/**
 * The condition that a record is assigned to a user, or to nobody. Two lookups in the primary key, as values: see `compileStatus`.
 *
 * @param recordPk - the column with the key of the record
 */
export function isTheirs(recordPk: Expression<unknown>, userId: string): RawBuilder<boolean> {
  const any = sql`select assigned.user_id from assignments as assigned where assigned.record_pk = ${recordPk}`
  return sql<boolean>`((${any} limit 1) is null or (${any} and assigned.user_id = ${userId} limit 1) is not null)`
}

/**
 * The condition that a user may read and answer a record: it is assigned to them or to nobody, or they have a response to it or a doubt
 * about it, or had it open when it was assigned (`leases`), or it is gold and handed out to everybody. Mostly one lookup in the primary key.
 *
 * @param record - the columns with the key and the dataset of the record
 */
export function isReachable(
  record: { pk: Expression<unknown>; datasetId: Expression<unknown> },
  userId: string,
): RawBuilder<boolean> {
  const { pk, datasetId } = record
  const assignedAt = sql`(select min(since.inserted_at) from assignments as since where since.record_pk = ${pk})`
  const goldPercent = sql`(select queue.gold_percent from datasets as queue where queue.id = ${datasetId})`
  return sql<boolean>`case
    when coalesce((select max(case when reach.user_id = ${userId} then 1 else 0 end) from assignments as reach where reach.record_pk = ${pk}), 1) = 1 then 1
    when (select own.user_id from responses as own where own.record_pk = ${pk} and own.user_id = ${userId} limit 1) is not null then 1
    when (select held.expires_at from leases as held where held.user_id = ${userId} and held.dataset_id = ${datasetId} and held.record_pk = ${pk}) > ${assignedAt} - ${sql.lit(LEASE_MARGIN_MICROS)} then 1
    when (select doubt.user_id from doubts as doubt where doubt.record_pk = ${pk} and doubt.user_id = ${userId} limit 1) is not null then 1
    when (select gold.submitted from response_counts as gold where gold.record_pk = ${pk}) >= ${sql.lit(GOLD_COUNT)} and ${goldPercent} > 0 then 1
    else 0 end = 1`
}

/** How many records of a dataset are assigned to anybody, under a version of it. */
const assignedCounts = new RecentMap<{ version: string; count: number }>(1000)

/** How many records of a dataset are assigned to anybody. Deleting records counts up `reopened`. */
export async function countAssigned(
  db: Db,
  datasetId: string,
  { reopened, assignedChanges }: DatasetVersion,
): Promise<number> {
  const version = `${reopened} ${assignedChanges}`
  const known = assignedCounts.get(datasetId)
  if (known?.version === version) return known.count
  const found = await count(db, sql`(select distinct record_pk from assignments where dataset_id = ${datasetId}) as t`)
  assignedCounts.set(datasetId, { version, count: found })
  return found
}

/** How many records are assigned to a user, and neither answered by them nor completed. */
export async function countMine(
  db: Db,
  { datasetId, userId, target }: { datasetId: string; userId: string; target: number | undefined },
): Promise<number> {
  const isAnswered = sql`exists (select 1 from responses as own where own.record_pk = t.record_pk and own.user_id = ${userId})`
  const isCompleted =
    target === undefined
      ? sql`1 = 0`
      : sql`exists (select 1 from response_counts as c where c.record_pk = t.record_pk and c.submitted >= ${target})`
  return count(
    db,
    sql`assignments as t where t.user_id = ${userId} and t.dataset_id = ${datasetId} and not ${isAnswered} and not ${isCompleted}`,
  )
}

async function count(db: Db, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
