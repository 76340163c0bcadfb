import {
  type RecordSearch,
  type RecordSearchReply,
  recordSearchRoutes,
  type SearchOrder,
} from '@postil/contract/feedback/record-search'
import type { RecordPageQuery } from '@postil/contract/feedback/records'
import type { HandlerContext, SessionUser } from '../../../context'
import type { DatasetTable, Db } from '../../../db/tables'
import { pageTooLarge } from '../../../http/bodies/reply-size'
import { handle } from '../../../http/calls/handle'
import { countRecords } from '../../../search/count-records'
import { findPage } from '../../../search/find-page'
import { findRanked, rankedMatch, type ScoredHit } from '../../../search/find-ranked'
import { ownWeight } from '../../../search/own-order'
import { hitsBehind, isPlaceOf, type Placed } from '../../../search/place'
import { isOwnOrder, type Place, type RecordQuery } from '../../../search/record-query'
import { textOf, weighText } from '../../../search/text-share'
import { findNearest, type SimilarityQuery } from '../../../search/vectors/find-nearest'
import { cursorKey } from '../../account/sessions/token'
import { type ListScope, onlyReachable } from '../records/list-query/list-records'
import { listView } from '../records/list-query/list-view'
import { type Cursor, nextCursor, parseCursor } from '../records/list-query/page-cursor'
import { readPage } from '../records/read-records'
import { readSearch } from './read-search'

/** For a search that has to consider all records, not only those of a page. */
const ALL = { offset: 0, limit: Number.POSITIVE_INFINITY }

/** The results of a search: records in order, with their scores if these mean something. */
interface Found {
  hits: (Placed & { score: number | null })[]
  total: number
  orderedBy: SearchOrder
}

export const recordSearchHandlers = handle(recordSearchRoutes, {
  searchMyRecords: ({ context, user, found, query, body }) =>
    searchRecords(context, user, found('dataset'), query, body, 'mine'),
  searchRecords: ({ context, user, found, query, body }) =>
    searchRecords(context, user, found('dataset'), query, body, 'all'),
})

/** Read one page of a search: text, filters and similarity must all match. */
async function searchRecords(
  context: HandlerContext,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordPageQuery,
  body: RecordSearch,
  scope: ListScope,
): Promise<RecordSearchReply> {
  const { db, heavyDb } = context.engine
  const { schema, query: asked, similarity, include } = await readSearch(db, user, dataset, given, body, scope)
  const query = onlyReachable(user, asked)
  const key = await cursorKey(context)
  const isPlace = (place: Place) => {
    if (place.in === 'score') return similarity !== undefined || (query.sorts.length === 0 && !!textOf(query))
    return !similarity && isPlaceOf(query, place)
  }
  const cursor = parseCursor(given, isPlace, key)
  const { hits, total, orderedBy } = similarity
    ? await findBySimilarity(heavyDb, query, similarity, cursor)
    : await findByOrder(
        heavyDb,
        await weighText(heavyDb, query, { offset: given.offset, limit: given.limit }),
        given,
        cursor,
      )
  const pks = hits.map(({ pk }) => pk)
  const { records, fits } = await readPage(db, pks, listView(user, dataset, query, include, schema.properties))
  if (!cursor && fits < hits.length) throw pageTooLarge(fits)
  const scoreOf = new Map(hits.map(({ pk, score }) => [pk, score]))
  return {
    items: records.map(({ pk, record }) => ({
      record,
      query_score: orderedBy === 'own' ? ownWeight(user.id, record.id) : (scoreOf.get(pk) ?? null),
    })),
    total,
    ordered_by: orderedBy,
    ...(cursor && { next: nextCursor(hits, { fits, limit: given.limit, total, key }) }),
  }
}

async function findBySimilarity(
  db: Db,
  query: RecordQuery,
  similarity: SimilarityQuery,
  cursor: Cursor | undefined,
): Promise<Found> {
  const narrowed = await weighText(db, query, ALL)
  const seen = seenOf(similarity, cursor)
  const { hits, total } = await findNearest(db, narrowed, cursor?.place ? reach(similarity, seen) : similarity)
  const limit = Math.min(similarity.limit, (similarity.maxResults ?? Number.POSITIVE_INFINITY) - seen)
  return { ...scored(hits, 'similarity', cursor, { seen, limit }), total: cursor?.total ?? total }
}

async function findByOrder(
  db: Db,
  query: RecordQuery,
  given: RecordPageQuery,
  cursor: Cursor | undefined,
): Promise<Found> {
  const { offset, limit } = given
  const page = { offset, limit, after: cursor?.place }
  const hasText = query.filters.some(({ on }) => on === 'text')
  if (hasText && query.sorts.length === 0) {
    // The total decides whether hits are ranked by relevance; later pages keep the order of the first.
    const total = cursor?.total ?? (await countRecords(db, query))
    const match = cursor?.place ? cursor.place.in === 'score' && textOf(query) : rankedMatch(query, total)
    if (!match) return inGivenOrder(query, await findPage(db, query, page), total)
    const seen = seenOf(page, cursor)
    const hits = await findRanked(db, query, match, cursor?.place ? reach(page, seen) : page)
    return { ...scored(hits, 'relevance', cursor, { seen, limit }), total }
  }
  const found = await findPage(db, query, page)
  // A page that is not full is the last one, so the total follows from its size.
  const isLast = found.length < limit && (found.length > 0 || offset === 0)
  const total = cursor?.total ?? (isLast ? offset + found.length : await countRecords(db, query))
  return inGivenOrder(query, found, total)
}

function inGivenOrder(query: RecordQuery, found: Placed[], total: number): Found {
  const { sorts, userId, queueOrder } = query
  const isByCertainty = userId !== undefined && queueOrder === 'uncertain'
  const orderedBy = sorts.length > 0 || isByCertainty ? 'sort' : isOwnOrder(query) ? 'own' : 'insertion'
  const score = orderedBy === 'insertion' ? 1 : null
  return { hits: found.map((one) => ({ ...one, score })), total, orderedBy }
}

/** The number of hits before a page. */
function seenOf({ offset }: { offset: number }, cursor: Cursor | undefined): number {
  return cursor?.place?.in === 'score' ? cursor.place.seen : offset
}

/**
 * The part of the results from the first hit to the end of the page: hits seen earlier may have left the list since, so the page may begin
 * earlier than after `seen` hits.
 */
function reach<Part extends { offset: number; limit: number }>(part: Part, seen: number): Part {
  return { ...part, offset: 0, limit: seen + part.limit }
}

function scored(
  hits: readonly ScoredHit[],
  orderedBy: SearchOrder,
  cursor: Cursor | undefined,
  { seen, limit }: { seen: number; limit: number },
): Omit<Found, 'total'> {
  const rest = cursor?.place ? hitsBehind(hits, cursor.place) : hits
  const page = rest.slice(0, Math.max(0, limit)).map(({ pk, score }, at) => {
    return { pk, score, place: { in: 'score' as const, score, pk, seen: seen + at + 1 } }
  })
  return { hits: page, orderedBy }
}
