import type { DatasetProgress, MyDatasetMetrics, UsersProgress } from '@postil/contract/feedback/datasets'
import { type SqlBool, sql } from 'kysely'
import type { DatasetTable, Db } from '../../../db/tables'
import { countAll } from '../../../search/count-kept'
import { countOwnPending } from '../../../search/count-pending'
import { countMixed } from '../../../search/gold/gold'
import { isCompleted, knownCount, realCount } from '../../../search/known-count'
import { loadQueue } from '../../../search/open-elsewhere'
import type { Completion } from '../../../search/record-query'
import { GOLD_COUNT } from '../../../search/record-query'
import { findSkipped } from '../../../search/skipped'

const zero = () => ({ submitted: 0, discarded: 0, draft: 0 })

/** The number of records in the dataset, of one user's responses by status, and of records that the user has still to answer. */
export async function countMine(db: Db, dataset: DatasetTable, userId: string): Promise<MyDatasetMetrics> {
  const rows = await db
    .selectFrom('responses')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .where('dataset_id', '=', dataset.id)
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute()
  const responses = { count: 0, ...zero() }
  for (const { status, count } of rows) {
    responses[status] = count
    responses.count += count
  }
  const all = await countAll(db, dataset.id)
  const queue = { datasetId: dataset.id, ...(await loadQueue(db, dataset, userId)), filters: [], sorts: [] }
  const skipped = await findSkipped(db, { ...queue, withGold: dataset.gold_percent > 0 })
  const left = await countOwnPending(db, queue)
  // Clamped, since answers may be saved between the statements that count.
  const others = Math.max(0, left)
  const pending = dataset.gold_percent > 0 ? await countMixed(db, queue, others) : others
  return { records: { count: all }, responses: { ...responses, pending, skipped: skipped.length } }
}

/** The number of records by the state of all their responses (feedback-api §7, §11.2), as far as somebody may know. Drafts are ignored. */
export async function countProgress(db: Db, datasetId: string, completion: Completion): Promise<DatasetProgress> {
  const submitted = completion.goldUnaware ? knownCount('response_counts', completion) : realCount('response_counts')
  const counts = await db
    .selectFrom('response_counts')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere(submitted, '>', 0).filterWhere('discarded', '=', 0).as('submitted'),
      fn.countAll<number>().filterWhere(submitted, '=', 0).filterWhere('discarded', '>', 0).as('discarded'),
      fn.countAll<number>().filterWhere(submitted, '>', 0).filterWhere('discarded', '>', 0).as('conflicting'),
      fn.countAll<number>().filterWhere(isCompleted('response_counts', completion)).as('completed'),
    ])
    .where('dataset_id', '=', datasetId)
    .executeTakeFirstOrThrow()
  const total = await countAll(db, datasetId)
  return { total, ...counts, pending: total - counts.completed }
}

/**
 * The number of each user's responses by status, separately for completed and pending records. Users without responses are left out. To those
 * who may not know which records are gold, these have the state that the user of the response may know.
 */
export async function countByUser(
  db: Db,
  datasetId: string,
  { minSubmitted, goldUnaware }: Completion,
): Promise<UsersProgress> {
  const isReal = sql`${realCount('completed')} >= ${minSubmitted}`
  const isGiven = goldUnaware?.isForAll ? sql`1 = 1` : sql`responses.status = 'submitted'`
  const isNoGold = sql`completed.submitted < ${sql.lit(GOLD_COUNT)}`
  const isKnown = goldUnaware ? sql<SqlBool>`(${isNoGold} or (${isReal} and ${isGiven}))` : sql<SqlBool>`1 = 1`
  const rows = await db
    .selectFrom('responses')
    .innerJoin('users', 'users.id', 'responses.user_id')
    .leftJoin('response_counts as completed', (join) =>
      join
        .onRef('completed.record_pk', '=', 'responses.record_pk')
        .on('completed.submitted', '>=', minSubmitted)
        .on(isKnown),
    )
    .select(({ fn }) => [
      'users.username',
      'responses.status',
      fn.count<number>('completed.record_pk').as('completed'),
      fn.countAll<number>().as('all'),
    ])
    .where('responses.dataset_id', '=', datasetId)
    .groupBy(['users.username', 'responses.status'])
    .orderBy('users.username')
    .execute()
  const users = new Map<string, UsersProgress['users'][number]>()
  for (const row of rows) {
    const user = users.get(row.username) ?? { username: row.username, completed: zero(), pending: zero() }
    user.completed[row.status] = row.completed
    user.pending[row.status] = row.all - row.completed
    users.set(row.username, user)
  }
  return { users: [...users.values()] }
}
