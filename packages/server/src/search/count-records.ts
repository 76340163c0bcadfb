import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { countText, textOf } from './find-ranked'
import type { AnswerStatus, RecordFilter, RecordQuery } from './record-query'

/** How many records a query finds, from kept counts where there are some. */
export async function countRecords(db: Db, query: RecordQuery): Promise<number> {
  if (query.filters.length === 0) return countAll(db, query.datasetId)
  if (isOwnPending(query)) {
    const answered = await countOwn(db, query)
    return (await countAll(db, query.datasetId)) - answered
  }
  const text = textOf(query)
  if (text && query.filters.length === 1) return countText(db, text)
  const own = ownStatus(query)
  if (own && own.otherFilters.length === 0) return countOwn(db, query, own.status)
  const row = await db
    .selectFrom('records as r')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(compileFilters(query))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The one status of the user's own that a query asks for, with its other filters; undefined when it asks for none or for several. */
export function ownStatus(
  query: RecordQuery,
): { status: Exclude<AnswerStatus, 'pending'>; otherFilters: RecordFilter[] } | undefined {
  if (query.userId === undefined) return undefined
  const statusFilter = query.filters.find((filter) => filter.on === 'status')
  const [status, ...others] = statusFilter?.anyOf ?? []
  if (status === undefined || status === 'pending' || others.length > 0) return undefined
  return { status, otherFilters: query.filters.filter((filter) => filter !== statusFilter) }
}

function isOwnPending({ userId, filters }: RecordQuery): boolean {
  const [only, ...others] = filters
  if (userId === undefined || only?.on !== 'status' || others.length > 0) return false
  return only.anyOf.length > 0 && only.anyOf.every((status) => status === 'pending')
}

async function countAll(db: Db, datasetId: string): Promise<number> {
  const row = await db
    .selectFrom('dataset_stats')
    .select('records')
    .where('dataset_id', '=', datasetId)
    .executeTakeFirst()
  return row?.records ?? 0
}

async function countOwn(
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
