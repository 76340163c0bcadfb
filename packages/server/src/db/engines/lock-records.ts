import { sql } from 'kysely'
import type { Tx } from '../tables'
import { StaleReadError } from './engine'
import { isPostgres } from './is-postgres'

/** Records by id and, with a dataset, also by their external ids; then only those in it. Ids that do not exist are ignored. */
export interface RecordKeys {
  ids: readonly string[]
  datasetId?: string
  externalIds?: readonly string[]
}

/**
 * What a lock is for: `change` excludes every other lock; `delete` also waits for transactions that only refer to the records; `answer`, for
 * first responses, excludes changes and deletions but no other answers, which may be many at the beginning of a queue.
 */
type Intent = 'answer' | 'change' | 'delete'

/**
 * Lock records until the end of the transaction, before anything that belongs to them is read or written: only one transaction at a time
 * then changes their suggestions, responses, metadata and vectors, except that with `answer` others may add first responses meanwhile. Locks
 * are taken in the order of `pk`, so two calls that name the same records in different orders wait for each other and never deadlock. On
 * SQLite write transactions run one after the other anyway.
 */
export async function lockRecords(tx: Tx, keys: RecordKeys, intent: Intent = 'change'): Promise<void> {
  const { ids, datasetId, externalIds = [] } = keys
  if (!isPostgres(tx) || ids.length + externalIds.length === 0) return
  const isNamed = sql`id = any(${[...ids]}::text[])`
  const isFound =
    externalIds.length === 0
      ? isNamed
      : sql`(${isNamed} or (dataset_id = ${datasetId} and external_id = any(${[...externalIds]}::text[])))`
  // Said once more inside of `isFound`, for the index of external ids.
  const isThere = datasetId === undefined ? sql`` : sql` and dataset_id = ${datasetId}`
  await sql`select pk from records where ${isFound}${isThere} order by pk ${strengthOf(intent)}`.execute(tx)
}

/**
 * Lock the first of some records that no other transaction has locked. When all are locked, waits for the first ones if it may.
 *
 * @returns the ids of the locked records, at most `limit`, in the order given
 */
export async function lockFirst(
  tx: Tx,
  ids: readonly string[],
  { limit, mayWait }: { limit: number; mayWait: boolean },
): Promise<readonly string[]> {
  const first = ids.slice(0, limit)
  if (!isPostgres(tx) || ids.length === 0) return first
  const { rows } = await sql<{ id: string }>`
    select r.id from unnest(${[...ids]}::text[]) with ordinality as asked (id, at) join records as r on r.id = asked.id
    order by asked.at limit ${limit} ${strengthOf('change')} of r skip locked`.execute(tx)
  if (rows.length > 0 || !mayWait) return rows.map(({ id }) => id)
  await lockRecords(tx, { ids: first })
  return first
}

/**
 * Lock one record that the transaction has read, and protect its dataset from deletion.
 *
 * @throws StaleReadError when either has been deleted since
 */
export async function lockRecord(
  tx: Tx,
  { id, dataset_id }: { id: string; dataset_id: string },
  intent: Intent = 'change',
): Promise<void> {
  if (!isPostgres(tx)) return
  // One statement, since every answer takes these locks: PostgreSQL takes them in the order of the clauses.
  const { rows } = await sql`select pk from datasets as d join records as r on r.dataset_id = d.id
    where d.id = ${dataset_id} and r.id = ${id} for key share of d ${strengthOf(intent)} of r`.execute(tx)
  if (rows.length === 0) throw new StaleReadError('The record or its dataset was deleted meanwhile.')
}

/**
 * Keep a feedback dataset from being deleted until the end of the transaction, so that its questions and fields stay as they were read.
 *
 * @throws StaleReadError when it has been deleted since it was read
 */
export async function lockDataset(tx: Tx, id: string): Promise<void> {
  if (!isPostgres(tx)) return
  const found = await sql`select id from datasets where id = ${id} for key share`.execute(tx)
  if (found.rows.length === 0) throw new StaleReadError('The dataset was deleted meanwhile.')
}

/**
 * Lock a feedback dataset exclusively: waits for all transactions that write in it, and blocks new ones until the end of this transaction.
 *
 * @throws StaleReadError when it has been deleted since it was read
 */
export async function holdDataset(tx: Tx, id: string): Promise<void> {
  if (!isPostgres(tx)) return
  const found = await sql`select id from datasets where id = ${id} for update`.execute(tx)
  if (found.rows.length === 0) throw new StaleReadError('The dataset was deleted meanwhile.')
}

function strengthOf(intent: Intent) {
  if (intent === 'answer') return sql`for share`
  return intent === 'delete' ? sql`for update` : sql`for no key update`
}
