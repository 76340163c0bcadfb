import { sql } from 'kysely'
import { storeTime } from '../db/engines/engine-sql'
import { prepared } from '../db/prepared'
import type { DatasetTable, Db } from '../db/tables'
import { isTheirs } from './assigned'
import { GOLD_COUNT, queueRules, type RecordQuery } from './record-query'
import { findSkipped } from './skipped'

/**
 * Find records that the user has not answered and that other users have open, if these users' answers would complete them. Leases expire by themselves and are ignored once their owner has answered, so answering need not delete them.
 */
export async function findOpenElsewhere(
  db: Db,
  {
    datasetId,
    userId,
    target,
    hasAssignments,
  }: Pick<RecordQuery, 'datasetId' | 'userId' | 'target' | 'hasAssignments'>,
): Promise<number[]> {
  if (target === undefined || target >= GOLD_COUNT || userId === undefined) return []
  const { rows } = await selectOpen(db, { datasetId, userId, target, hasAssignments: hasAssignments === true })
  return rows.map(({ record_pk }) => record_pk)
}

interface OpenOf {
  datasetId: string
  userId: string
  target: number
  hasAssignments: boolean
}

/** As a value: for a join PostgreSQL may read the counts of all records. */
const SUBMITTED = sql`(select c.submitted from response_counts as c where c.record_pk = l.record_pk)`

const selectOpen = prepared((db: Db, { datasetId, userId, target, hasAssignments }: OpenOf) =>
  db
    .selectFrom('leases as l')
    .select('l.record_pk')
    .where('l.dataset_id', '=', datasetId)
    .where('l.user_id', '<>', userId)
    .where('l.expires_at', '>', storeTime(db))
    .where(({ not, exists, selectFrom, lit }) =>
      not(
        exists(
          selectFrom('responses as given')
            .select(lit(1).as('one'))
            .whereRef('given.record_pk', '=', 'l.record_pk')
            .where(({ eb, or, and, ref }) =>
              or([
                eb('given.user_id', '=', userId),
                and([eb('given.user_id', '=', ref('l.user_id')), eb('given.status', '<>', 'draft')]),
              ]),
            ),
        ),
      ),
    )
    .$if(hasAssignments, (open) => open.where(({ ref }) => isTheirs(ref('l.record_pk'), userId)))
    .groupBy('l.record_pk')
    .having(sql<boolean>`coalesce(${SUBMITTED}, 0) < ${target} and coalesce(${SUBMITTED}, 0) + count(*) >= ${target}`),
)

/** The settings and the current state of a dataset's queue for one user; without a user, for lists that belong to no one. */
export async function loadQueue(
  db: Db,
  dataset: DatasetTable,
  userId: string | undefined,
): Promise<Pick<RecordQuery, 'userId' | 'queueOrder' | 'target' | 'setAside' | 'hasAssignments' | 'goldPercent'>> {
  const rules = queueRules(dataset)
  const of = { datasetId: dataset.id, userId, ...rules }
  const [elsewhere, skipped] = await Promise.all([findOpenElsewhere(db, of), findSkipped(db, of)])
  return { userId, ...rules, setAside: [...new Set([...elsewhere, ...skipped])] }
}
