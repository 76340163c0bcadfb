import { type RawBuilder, sql } from 'kysely'
import type { RankedMatch } from '../db/engines/text-store'
import type { Db } from '../db/tables'
import { compileFilters } from './compile-filters'
import { ownWeight } from './own-order'
import { isOwnOrder, type Page, type RecordQuery } from './record-query'
import { textOf } from './text-share'

/**
 * Maximum number of hits that are sorted by relevance. With more, the words are so common that relevance says little, and sorting takes
 * long.
 */
const MAX_RANKED = 20_000
/**
 * Maximum number of hits that are sorted by relevance in a user's own order, which multiplies it by a weight: with more hits, relevance
 * would decide little.
 */
const MAX_WEIGHED = 300

/** A matching record with its score. */
export interface ScoredHit {
  pk: number
  score: number
}

/** The part of a query that can rank its hits by relevance; undefined when there is none, or when there are too many hits. */
export function rankedMatch(query: RecordQuery, total: number): RankedMatch | undefined {
  if (query.sorts.length > 0 || total > (isOwnOrder(query) ? MAX_WEIGHED : MAX_RANKED)) return undefined
  return textOf(query)
}

/** Find one page by relevance, best first; in a user's own order by relevance times the record's weight there (feedback-api §6.5). */
export async function findRanked(
  db: Db,
  query: RecordQuery,
  match: RankedMatch,
  { offset, limit }: Page,
): Promise<ScoredHit[]> {
  const { userId } = query
  if (userId === undefined || !isOwnOrder(query)) {
    const rows = await selectRanked(db, query, match).limit(limit).offset(offset).execute()
    return rows.map(({ pk, relevance }) => ({ pk, score: relevance }))
  }
  const rows = await selectHits(db, query, match).execute()
  const hits = rows.map(({ pk, id, relevance }) => ({ pk, score: relevance * ownWeight(userId, id) }))
  return hits.sort((one, other) => other.score - one.score || one.pk - other.pk).slice(offset, offset + limit)
}

/** Select hits by relevance; ties are in the order of insertion. Separate, so that a test can examine its query plan. */
export function selectRanked(db: Db, query: RecordQuery, match: RankedMatch) {
  return selectHits(db, query, match).orderBy('m.relevance', 'desc').orderBy('m.pk')
}

/** Searches the text once, and tests every other filter for each of its hits. */
function selectHits(db: Db, query: RecordQuery, match: RankedMatch) {
  const hits: RawBuilder<{ pk: number; relevance: number }> = sql`(${match.hits})`
  const others = query.filters.filter((filter) => filter.on !== 'text' || filter.match.ranked !== match)
  return db
    .selectFrom(hits.as('m'))
    .innerJoin('records as r', 'r.pk', 'm.pk')
    .select(['m.pk', 'r.id', 'm.relevance'])
    .where(({ exists, selectFrom, lit }) =>
      others.length === 0
        ? lit(true)
        : exists(
            selectFrom('records as r')
              .select(lit(1).as('one'))
              .whereRef('r.pk', '=', 'm.pk')
              .where(compileFilters({ ...query, filters: others, isNarrow: true })),
          ),
    )
}
