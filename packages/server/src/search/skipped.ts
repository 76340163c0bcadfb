import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { isTheirs } from './assigned'
import type { RecordQuery } from './record-query'

type OfUser = Pick<RecordQuery, 'datasetId' | 'target' | 'hasAssignments'> & { userId: string }

/**
 * The records that a user has skipped and would otherwise be asked to answer: not those that they have answered since, which makes the skip void,
 * and not those that have got enough answers or are assigned to others only.
 */
const selectSkipped = prepared((db: Db, { datasetId, userId, target, hasAssignments }: OfUser) => {
  const skipped = db
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
    .$if(hasAssignments === true, (theirs) => theirs.where(({ ref }) => isTheirs(ref('s.record_pk'), userId)))
  if (target === undefined) return skipped
  return skipped.where(({ not, exists, selectFrom, lit }) =>
    not(
      exists(
        selectFrom('response_counts as closed')
          .select(lit(1).as('one'))
          .whereRef('closed.record_pk', '=', 's.record_pk')
          .where('closed.submitted', '>=', target),
      ),
    ),
  )
})

/** The records that a query's user has skipped and that would otherwise be pending for them; none without a user. */
export async function findSkipped(
  db: Db,
  {
    datasetId,
    userId,
    target,
    hasAssignments,
  }: Pick<RecordQuery, 'datasetId' | 'userId' | 'target' | 'hasAssignments'>,
): Promise<number[]> {
  if (userId === undefined) return []
  const { rows } = await selectSkipped(db, { datasetId, userId, target, hasAssignments })
  return rows.map(({ record_pk }) => Number(record_pk))
}
