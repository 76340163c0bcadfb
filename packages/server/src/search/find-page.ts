import { type Compilable, type Expression, sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { compileSorts } from './compile-sorts'
import { isOwnPending, ownStatus } from './count-kept'
import { isOwnOrder, type Page, type RecordQuery, type RecordSort } from './record-query'

const LEAST_CERTAIN: RecordSort = { by: { on: 'certainty' }, order: 'asc' }

/**
 * The `pk`s of one page of records. Without sorts a user gets them in the order of the dataset's queue; lists of nobody in particular are
 * in the order of insertion.
 */
export async function findPage(db: Db, query: RecordQuery, page: Page): Promise<number[]> {
  const { userId, queueOrder } = query
  if (userId !== undefined && isOwnOrder(query)) return findOwnPage(db, query, userId, page)
  const isByCertainty = query.sorts.length === 0 && userId !== undefined && queueOrder === 'uncertain'
  const sorts = isByCertainty ? [LEAST_CERTAIN] : query.sorts
  const from = db.selectFrom('records as r').select('r.pk').where(compileFilters(query))
  const ordered =
    sorts.length > 0 ? compileSorts(from, { ...query, sorts }) : from.orderBy('r.inserted_at').orderBy('r.pk')
  const rows = await ordered.limit(page.limit).offset(page.offset).execute()
  return rows.map(({ pk }) => Number(pk))
}

/**
 * A user's own order is by record id, which is random, starting at the user's own id and going round: stable, different for each
 * user, and two range reads of an index at any size of the dataset.
 */
async function findOwnPage(db: Db, query: RecordQuery, userId: string, { offset, limit }: Page): Promise<number[]> {
  const first = await readRange(db, query, userId, 'from', { offset, limit })
  if (first.length === limit) return first
  if (first.length > 0 || offset === 0) {
    const rest = await readRange(db, query, userId, 'before', { offset: 0, limit: limit - first.length })
    return [...first, ...rest]
  }
  const skipped = await countRange(db, query, userId)
  return readRange(db, query, userId, 'before', { offset: offset - skipped, limit })
}

type Side = 'from' | 'before'

async function readRange(
  db: Db,
  query: RecordQuery,
  userId: string,
  side: Side,
  { offset, limit }: Page,
): Promise<number[]> {
  const page = { offset, limit }
  const { datasetId, target, openElsewhere } = query
  const rows = isOwnPending(query)
    ? (await pendingRange(db, { datasetId, userId, target, openElsewhere, isFrom: side === 'from', page })).rows
    : await selectRange(db, query, userId, side, page).execute()
  return rows.map(({ pk }) => Number(pk))
}

interface PendingRange {
  datasetId: string
  userId: string
  target: number | undefined
  openElsewhere: readonly number[] | undefined
  isFrom: boolean
  page: Page
}

/** The range that everybody asks for after each answer. */
const pendingRange = prepared((db: Db, { datasetId, userId, target, openElsewhere, isFrom, page }: PendingRange) => {
  const kept = { datasetId, userId, target, openElsewhere }
  const query: RecordQuery = { ...kept, filters: [{ on: 'status', anyOf: ['pending'] }], sorts: [] }
  return selectRange(db, query, userId, isFrom ? 'from' : 'before', page)
})

/** What both shapes of {@link selectRange} can do. */
interface RangeQuery extends Compilable<{ pk?: number | undefined }> {
  execute(): Promise<{ pk?: number | undefined }[]>
  explain(format?: 'text', options?: Expression<unknown>): Promise<Record<string, unknown>[]>
}

/**
 * The order of ids, of few hits: as no index has it, PostgreSQL reads these hits, and does not walk past all other records to meet them. Of rare
 * words it knows too little to see which is less.
 */
const OUT_OF_INDEX = sql<string>`(r.id || '')`

/** One page of one of the two ranges of a user's own order; apart so that its plan can be looked at. */
export function selectRange(
  db: Db,
  query: RecordQuery,
  userId: string,
  side: Side,
  { offset, limit }: Page,
): RangeQuery {
  const comparison = side === 'from' ? '>=' : '<'
  const status = ownStatus(query)
  if (!status)
    return db
      .selectFrom('records as r')
      .select('r.pk')
      .where(compileFilters(query))
      .where('r.id', comparison, userId)
      .orderBy(query.isRare ? OUT_OF_INDEX : 'r.id')
      .limit(limit)
      .offset(offset)
  // The user's own answers are kept in this very order, so those lists are read straight from there.
  const own = db
    .selectFrom('responses as own')
    .select('own.record_pk as pk')
    .where('own.dataset_id', '=', query.datasetId)
    .where('own.user_id', '=', userId)
    .where('own.status', '=', status.status)
    .where('own.record_id', comparison, userId)
    .orderBy('own.record_id')
    .limit(limit)
    .offset(offset)
  if (status.otherFilters.length === 0) return own
  const filters = compileFilters({ ...query, filters: status.otherFilters })
  return own.where(({ exists, selectFrom, lit }) =>
    exists(selectFrom('records as r').select(lit(1).as('one')).whereRef('r.pk', '=', 'own.record_pk').where(filters)),
  )
}

async function countRange(db: Db, query: RecordQuery, userId: string): Promise<number> {
  const row = await db
    .selectFrom('records as r')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(compileFilters(query))
    .where('r.id', '>=', userId)
    .executeTakeFirstOrThrow()
  return row.count
}
