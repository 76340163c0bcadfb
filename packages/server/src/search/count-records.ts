import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { countAll, countOwn, isOwnPending, ownStatus } from './count-kept'
import { countOwnPending } from './count-pending'
import { countMixed, isMixed } from './gold/gold'
import type { RecordQuery } from './record-query'
import { areLookupsCheaper, countText, type RankedText, rankedText } from './text-share'

/** The number of records that match a query, from stored counts where possible. */
export async function countRecords(db: Db, query: RecordQuery): Promise<number> {
  if (query.filters.length === 0) return countAll(db, query.datasetId)
  if (isOwnPending(query)) {
    const others = await countOwnPending(db, query)
    return isMixed(query) ? countMixed(db, query, others) : others
  }
  const text = rankedText(query)
  if (text) {
    const others = query.filters.filter(({ on }) => on !== 'text')
    if (others.length === 0) return countText(db, query.datasetId, text.ranked)
    if (
      query.target === undefined &&
      !query.setAside?.length &&
      !query.hasAssignments &&
      isOwnPending({ ...query, filters: others }) &&
      others.length === query.filters.length - 1
    )
      return countPending(db, query, text)
  }
  const own = ownStatus(query)
  if (own && own.otherFilters.length === 0) return countOwn(db, query, own.status)
  const row = await db
    .selectFrom('records as r')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(compileFilters({ ...query, isWide: false }))
    .executeTakeFirstOrThrow()
  return row.count
}

/** The number of records that match a text and that the user has still to answer: all matches less the answered ones. */
async function countPending(db: Db, query: RecordQuery, text: RankedText): Promise<number> {
  const [found, answered] = await Promise.all([countText(db, query.datasetId, text.ranked), countOwn(db, query)])
  if (answered === 0) return found
  const isFound = (areLookupsCheaper(answered, found) && text.has) || text.among
  const row = await db
    .selectFrom('responses as own')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('own.dataset_id', '=', query.datasetId)
    .where('own.user_id', '=', query.userId ?? '')
    .where((eb) => isFound(eb.ref('own.record_pk')))
    .executeTakeFirstOrThrow()
  return found - row.count
}
