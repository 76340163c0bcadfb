import type { Db } from '../db/tables'
import type { AnswerStatus, RecordFilter, RecordQuery } from './record-query'

/** True for a query whose only filter is that its user has still to answer the record. */
export function isOwnPending({ userId, filters }: RecordQuery): boolean {
  const [only, ...others] = filters
  if (userId === undefined || only?.on !== 'status' || others.length > 0) return false
  return only.anyOf.length > 0 && only.anyOf.every((status) => status === 'pending')
}

/**
 * The single status of the user's own responses that a query filters by, with its other filters; undefined when it filters by none or by
 * several.
 */
export function ownStatus(
  query: Pick<RecordQuery, 'userId' | 'filters'>,
): { status: Exclude<AnswerStatus, 'pending'>; otherFilters: RecordFilter[] } | undefined {
  if (query.userId === undefined) return undefined
  const statusFilter = query.filters.find((filter) => filter.on === 'status')
  const [status, ...others] = statusFilter?.anyOf ?? []
  if (status === undefined || status === 'pending' || others.length > 0) return undefined
  return { status, otherFilters: query.filters.filter((filter) => filter !== statusFilter) }
}

/** The number of records in a dataset. */
export async function countAll(db: Db, datasetId: string): Promise<number> {
  const row = await db
    .selectFrom('dataset_stats')
    .select('records')
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  return row?.records ?? 0
}

/** The number of responses of a query's user, of one status or of all. */
export async function countOwn(
  db: Db,
  { datasetId, userId }: RecordQuery,
  status?: Exclude<AnswerStatus, 'pending'>,
): Promise<number> {
  const mine = db
    .selectFrom('responses')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .where('user_id', '=', userId ?? '')
  const row = await (status === undefined ? mine : mine.where('status', '=', status)).executeTakeFirstOrThrow()
  return row.count
}
