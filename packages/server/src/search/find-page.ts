import { type Compilable, type Expression, sql } from 'kysely'
import { prepared } from '../db/prepared'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { compileSorts, isNumberSort, sortsOf } from './compile-sorts'
import { isOwnPending, ownStatus } from './count-kept'
import { findMixedPage, isMixed } from './gold/gold'
import { keyText } from './key-list'
import { isBehind, type Placed } from './place'
import { findQueueStart, isQueueStart } from './queue-start'
import type { SortKey } from './record-query'
import { type FilterQuery, isOwnOrder, type Page, type RecordQuery, type RecordSort } from './record-query'

/** Find one page of records in the order of the query: see `sortsOf` and {@link findOwnPage}. */
export async function findPage(db: Db, query: RecordQuery, page: Page): Promise<Placed[]> {
  if (isMixed(query)) return findMixedPage(db, query, page, (others) => findUnmixed(db, query, others))
  // A position from the time when gold records were mixed into the queue.
  const { after } = page
  return findUnmixed(db, query, after?.in === 'mixed' ? { ...page, after: after.after } : page)
}

async function findUnmixed(db: Db, query: RecordQuery, page: Page): Promise<Placed[]> {
  if (isQueueStart(query, page)) return findQueueStart(db, query, page, (rest) => walk(db, query, rest))
  return walk(db, query, page)
}

async function walk(db: Db, query: RecordQuery, page: Page): Promise<Placed[]> {
  const { userId } = query
  if (userId !== undefined && isOwnOrder(query)) return findOwnPage(db, query, userId, page)
  const rows: ({ pk: number } & Record<string, unknown>)[] = await selectSorted(db, query, page).execute()
  return rows.map(({ pk, ...row }) => {
    return { pk, place: { in: 'sort', keys: sortsOf(query).map((sort, at) => toSortKey(sort, row[`key${at}`])), pk } }
  })
}

/** Select one page in the order of sorts. Separate, so that a test can examine its query plan. */
export function selectSorted(db: Db, query: RecordQuery, { after, limit, offset, isWalk }: Page) {
  const all = db.selectFrom('records as r').select('r.pk')
  const found = isWalk
    ? all.where('r.dataset_id', '=', query.datasetId).where(compileFilters({ ...query, isNarrow: true }))
    : all.where(compileFilters(query))
  const behind = after?.in === 'sort' ? found.where((eb) => isBehind(db, eb, query, after)) : found
  return compileSorts(db, behind, query).limit(limit).offset(offset)
}

function toSortKey(sort: RecordSort, value: unknown): SortKey {
  if (value === null || value === undefined) return null
  return isNumberSort(sort) ? Number(value) : String(value)
}

/**
 * Find a page in a user's own order: by record id, which is random, starting at the user's own id and wrapping around. The order is stable,
 * different for each user, and takes two range reads of an index at any size of the dataset.
 */
async function findOwnPage(db: Db, query: RecordQuery, userId: string, page: Page): Promise<Placed[]> {
  const { limit, offset } = page
  const above = page.after?.in === 'own' ? page.after.id : undefined
  if (above !== undefined && above < userId) return readRange(db, query, userId, { side: 'before', above, ...page })
  const first = await readRange(db, query, userId, { side: 'from', above, ...page })
  if (first.length === limit) return first
  if (first.length > 0 || offset === 0) {
    const rest = await readRange(db, query, userId, { side: 'before', offset: 0, limit: limit - first.length })
    return [...first, ...rest]
  }
  const skipped = await countRange(db, query, userId)
  return readRange(db, query, userId, { side: 'before', offset: offset - skipped, limit })
}

/** A part of one of the two ranges of a user's own order: `from` the user's id on, or `before` it; only ids greater than `above`. */
export interface OwnRange {
  side: 'from' | 'before'
  above?: string | undefined
  offset: number
  limit: number
}

async function readRange(db: Db, query: RecordQuery, userId: string, range: OwnRange): Promise<Placed[]> {
  const { datasetId, target, setAside = [], hasAssignments = false } = query
  const { side, above, offset, limit } = range
  const rows = isOwnPending(query)
    ? (
        await pendingRange(db, {
          ...{ datasetId, userId, target, hasAssignments, isFrom: side === 'from' },
          setAside: setAside.length === 0 ? undefined : keyText(setAside),
          range: { above, offset, limit },
        })
      ).rows
    : await selectRange(db, query, userId, range).execute()
  return rows.map(({ pk, id }) => ({ pk, place: { in: 'own', id } }))
}

interface PendingRange {
  datasetId: string
  userId: string
  target: number | undefined
  setAside: string | undefined
  hasAssignments: boolean
  isFrom: boolean
  range: Omit<OwnRange, 'side'>
}

/** The range that every browser requests after each answer. */
const pendingRange = prepared((db: Db, { isFrom, range, ...kept }: PendingRange) => {
  const { userId } = kept
  const query: FilterQuery = { ...kept, filters: [{ on: 'status', anyOf: ['pending'] }], sorts: [] }
  return selectRange(db, query, userId, { side: isFrom ? 'from' : 'before', ...range })
})

/** The methods that both kinds of query of {@link selectRange} have. */
interface RangeQuery extends Compilable<{ pk: number; id: string }> {
  execute(): Promise<{ pk: number; id: string }[]>
  explain(format?: 'text', options?: Expression<unknown>): Promise<Record<string, unknown>[]>
}

/**
 * The order by id, as an expression that no index has, for queries with few hits: PostgreSQL then reads and sorts these hits instead of
 * walking through all records in the order of ids. It has no statistics on rare words to find that out by itself.
 */
const OUT_OF_INDEX = sql<string>`(r.id || '')`

/** Select one page of one of the two ranges of a user's own order. Separate, so that a test can examine its query plan. */
export function selectRange(
  db: Db,
  query: FilterQuery,
  userId: string,
  { side, above, offset, limit }: OwnRange,
): RangeQuery {
  const comparison = side === 'from' ? '>=' : '<'
  const status = ownStatus(query)
  if (!status)
    return db
      .selectFrom('records as r')
      .select(['r.pk', 'r.id'])
      .where(compileFilters(query))
      .where('r.id', comparison, userId)
      .$if(above !== undefined, (range) => range.where('r.id', '>', above ?? ''))
      .orderBy(query.isRare ? OUT_OF_INDEX : 'r.id')
      .limit(limit)
      .offset(offset)
  // The index of the user's own responses has this very order, so their lists are read from it directly.
  const own = db
    .selectFrom('responses as own')
    .select(['own.record_pk as pk', 'own.record_id as id'])
    .where('own.dataset_id', '=', query.datasetId)
    .where('own.user_id', '=', userId)
    .where('own.status', '=', status.status)
    .where('own.record_id', comparison, userId)
    .$if(above !== undefined, (range) => range.where('own.record_id', '>', above ?? ''))
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
