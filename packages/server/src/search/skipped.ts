import { sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { isTheirs } from './assigned'
import { GOLD_COUNT, type RecordQuery } from './record-query'

interface OfQuery extends Pick<RecordQuery, 'datasetId' | 'userId' | 'target' | 'hasAssignments'> {
  /** Gold records, too, which nothing makes disappear from the count of a user who may not know them. */
  withGold?: boolean
}

/**
 * The records that a user has skipped and would otherwise be asked to answer: not those that they have answered since, which makes the skip void,
 * and not those that have got enough answers or are assigned to others only.
 */
const selectSkipped = prepared(
  (db: Db, { datasetId, userId, target, hasAssignments, withGold }: OfQuery & { userId: string }) => {
    const hasCount = (least: unknown) =>
      sql<boolean>`(select c.record_pk from response_counts as c where c.record_pk = s.record_pk and c.submitted >= ${least} limit 1) is not null`
    return db
      .selectFrom('skips as s')
      .select('s.record_pk')
      .where('s.dataset_id', '=', datasetId)
      .where('s.user_id', '=', userId)
      .where(({ not, exists, selectFrom, lit }) =>
        not(
          exists(
            selectFrom('responses as own')
              .select(lit(1).as('one'))
              .whereRef('own.record_pk', '=', 's.record_pk')
              .where('own.user_id', '=', userId),
          ),
        ),
      )
      .where(({ and, or, not, ref }) => {
        const isOpen = and([
          ...(hasAssignments ? [isTheirs(ref('s.record_pk'), userId)] : []),
          ...(target === undefined ? [] : [not(hasCount(target))]),
        ])
        return withGold ? or([hasCount(sql.lit(GOLD_COUNT)), isOpen]) : isOpen
      })
  },
)

/** The records that a query's user has skipped and that would otherwise be pending for them; none without a user. */
export async function findSkipped(
  db: Db,
  { datasetId, userId, target, hasAssignments, withGold }: OfQuery,
): Promise<number[]> {
  if (userId === undefined) return []
  const { rows } = await selectSkipped(db, { datasetId, userId, target, hasAssignments, withGold })
  return rows.map(({ record_pk }) => record_pk)
}
