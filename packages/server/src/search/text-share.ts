import { sql } from 'kysely'
import type { RankedMatch, TextMatch } from '../db/engines/text-store'
import type { Db } from '../db/tables'
import { countAll, countOwn, isOwnPending } from './count-kept'
import type { Page } from './find-page'
import type { RecordQuery } from './record-query'

/** Up to so many hits each is asked by itself for what other filters want. */
const MAX_NARROW = 2000
/** Looking one record up in the word index takes as long as reading so many of its hits in a row. */
const HITS_PER_LOOKUP = 100

/** A text that counts and ranks what it finds. */
export type RankedText = TextMatch & { ranked: RankedMatch }

/** The text of a query that can say by itself how many records it finds. */
export function rankedText({ filters }: RecordQuery): RankedText | undefined {
  for (const filter of filters)
    if (filter.on === 'text' && filter.match.ranked) return { ...filter.match, ranked: filter.match.ranked }
  return undefined
}

/** The same, its part that counts and ranks. */
export function textOf(query: RecordQuery): RankedMatch | undefined {
  return rankedText(query)?.ranked
}

/** A match lives as long as its request, which asks for its count more than once. */
const counts = new WeakMap<RankedMatch, Promise<number>>()

/** How many records a text finds. */
export function countText(db: Db, match: RankedMatch): Promise<number> {
  const known = counts.get(match)
  if (known) return known
  const counted = sql<{ count: number }>`${match.count}`.execute(db).then(({ rows }) => Number(rows[0]?.count ?? 0))
  counts.set(match, counted)
  return counted
}

/**
 * The query with what its text finds taken into account. Few hits: other filters are looked up for each of them. Most records: a page in
 * the order of an index looks up the text of each record on its way.
 */
export async function weighText(db: Db, query: RecordQuery, { offset, limit }: Page): Promise<RecordQuery> {
  const text = rankedText(query)
  if (!text) return query
  const found = await countText(db, text.ranked)
  if (found <= MAX_NARROW) return { ...query, isNarrow: true }
  if (!text.has || !isInOrderOfIndex(query)) return query
  const others = query.filters.filter(({ on }) => on !== 'text')
  const isPending = isOwnPending({ ...query, filters: others })
  if (others.length > 0 && !isPending) return query
  const [all, answered] = await Promise.all([countAll(db, query.datasetId), isPending ? countOwn(db, query) : 0])
  const share = (found / Math.max(1, all)) * (1 - answered / Math.max(1, all))
  return { ...query, isWide: areLookupsCheaper((offset + limit) / Math.max(share, 1e-9), found) }
}

/** True when looking so many records up one by one is quicker than reading all hits of a text. */
export function areLookupsCheaper(lookups: number, hits: number): boolean {
  return lookups * HITS_PER_LOOKUP <= hits
}

function isInOrderOfIndex({ sorts }: RecordQuery): boolean {
  return (
    sorts.length === 0 || (sorts.length === 1 && sorts[0]?.by.on === 'record' && sorts[0].by.property === 'inserted_at')
  )
}
