import type { FeedbackRecord, RecordPageQuery } from '@postil/contract/feedback/records'
import { can } from '@postil/domain/permissions'
import type { HandlerContext, SessionUser } from '../../../../context'
import type { DatasetTable, Db } from '../../../../db/tables'
import { pageTooLarge } from '../../../../http/bodies/reply-size'
import { countRecords } from '../../../../search/count-records'
import { findPage } from '../../../../search/find-page'
import { loadQueue } from '../../../../search/open-elsewhere'
import { isPlaceOf } from '../../../../search/place'
import type { RecordQuery } from '../../../../search/record-query'
import { cursorKey } from '../../../account/sessions/token'
import { readPage } from '../read-records'
import { findPropertiesFor } from './known-properties'
import { listView } from './list-view'
import { nextCursor, parseCursor } from './page-cursor'
import { parseListQuery } from './parse-list-query'

/** Whose responses a list filters by and shows: the caller's, or those of all users. */
export type ListScope = 'mine' | 'all'

/** Read one page of a dataset's records, with their total number and, when paged by cursor, the cursor of the next page. */
export async function listRecords(
  context: HandlerContext,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordPageQuery,
  scope: ListScope,
): Promise<{ items: FeedbackRecord[]; total: number; next?: string | null }> {
  const userId = scope === 'mine' ? user.id : undefined
  const { engine } = context
  const [properties, queue, key] = await Promise.all([
    findPropertiesFor(engine.db, user, dataset.id, given.metadata.length > 0 || given.sort_by.length > 0),
    loadQueue(engine.db, dataset, userId),
    cursorKey(context),
  ])
  const { include, filters, sorts } = parseListQuery(given, properties)
  const query = onlyReachable(user, { datasetId: dataset.id, ...queue, filters, sorts })
  const cursor = parseCursor(given, (place) => isPlaceOf(query, place), key)
  const { offset, limit } = given
  const read = async (db: Db, from: Db) => {
    const found = await findPage(from, query, {
      offset,
      limit,
      after: cursor?.place,
      isWalk: cursor && scope === 'all',
    })
    const pks = found.map(({ pk }) => pk)
    const [{ records, fits }, total] = await Promise.all([
      readPage(db, pks, listView(user, dataset, query, include, properties)),
      // Counting may cost more than the page, so the total is counted for the first page only and passed on in the cursor.
      cursor?.total ?? findTotal(from, query, given, found.length),
    ])
    if (!cursor && fits < found.length) throw pageTooLarge(fits)
    const items = records.map(({ record }) => record)
    return { items, total, ...(cursor && { next: nextCursor(found, { fits, limit, total, key }) }) }
  }
  return isPlain(query) ? engine.together((db) => read(db, db)) : read(engine.db, engine.heavyDb)
}

/** Leave out what is assigned to others, for users who are no leads. Lists of pending records, or of those with a response, do so anyway. */
export function onlyReachable(user: SessionUser, query: RecordQuery): RecordQuery {
  const isByStatus = query.filters.some(({ on }) => on === 'status')
  if (!query.hasAssignments || query.userId === undefined || isByStatus) return query
  if (can(user, 'records.assign', { isMember: true })) return query
  return { ...query, filters: [...query.filters, { on: 'reach' }] }
}

/** True for a list in the order of an index whose only filter is the user's own status. Any other list is treated as a search. */
export function isPlain({ userId, queueOrder, filters, sorts }: RecordQuery): boolean {
  if (sorts.length > 0 || (userId !== undefined && queueOrder === 'uncertain')) return false
  return filters.every(({ on }) => on === 'status' && userId !== undefined)
}

/** The total number of records. A page that is not full is the last one, so the total follows from its size. */
async function findTotal(
  db: Db,
  query: RecordQuery,
  { offset, limit }: RecordPageQuery,
  found: number,
): Promise<number> {
  if (found < limit && (found > 0 || offset === 0)) return offset + found
  return countRecords(db, query)
}
