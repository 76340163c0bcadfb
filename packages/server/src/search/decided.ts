import { type RawBuilder, sql } from 'kysely'
import { type DecidedTimes, GOLD_COUNT, type NotifiedUser } from './record-query'

/**
 * The decisions of somebody else about records of a dataset to which a user had submitted an answer before, as the tables and conditions of a query of
 * `resolutions as decision`.
 *
 * @param decisions - those considered; by default all resolutions
 */
export function decidedFor(
  datasetId: string,
  { userId, seesGold }: NotifiedUser,
  { from = 0, to = Number.MAX_SAFE_INTEGER }: DecidedTimes,
  decisions: RawBuilder<unknown> = sql`resolutions`,
): RawBuilder<unknown> {
  const isTold = sql`decision.dataset_id = ${datasetId} and decision.updated_at between ${from} and ${to}
    and (decision.user_id is null or decision.user_id <> ${userId})
    and exists (
      select 1 from responses as own where own.record_pk = decision.record_pk and own.user_id = ${userId}
        and own.status = 'submitted' and coalesce(own.submitted_at, own.updated_at) <= decision.updated_at)`
  const isGold = sql`exists (
    select 1 from response_counts as gold
    where gold.record_pk = decision.record_pk and gold.submitted >= ${sql.lit(GOLD_COUNT)})`
  return sql`${decisions} as decision where ${isTold} ${seesGold ? sql`` : sql`and not ${isGold}`}`
}
