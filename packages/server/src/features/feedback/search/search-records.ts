import type { RecordSearch, RecordSearchReply, SearchOrder } from '@postil/contract/feedback/record-search'
import type { RecordListQuery } from '@postil/contract/feedback/search'
import type { SessionUser } from '../../../context'
import type { Engine } from '../../../db/engines/engine'
import { assertMayAskThreads } from '../../../db/engines/run-elsewhere'
import type { DatasetTable, Db } from '../../../db/tables'
import { pageTooLarge } from '../../../http/bodies/reply-size'
import { countRecords } from '../../../search/count-records'
import { findPage } from '../../../search/find-page'
import { findRanked, rankedMatch } from '../../../search/find-ranked'
import { ownWeight } from '../../../search/own-order'
import { isOwnOrder, type RecordQuery } from '../../../search/record-query'
import { weighText } from '../../../search/text-share'
import { findNearest, type SimilarityQuery } from '../../../search/vectors/find-nearest'
import type { ListScope } from '../records/list-records'
import { listView } from '../records/list-view'
import { readPage } from '../records/read-records'
import { readSearch } from './read-search'

/** No page is soon full that asks for everything. */
const ALL = { offset: 0, limit: Number.POSITIVE_INFINITY }

/** What a search found: records in their order with their scores, where these say something. */
interface Found {
  pks: number[]
  scores: (number | null)[] | undefined
  total: number
  orderedBy: SearchOrder
}

/** One page of a search: text, filters and similarity narrow it together. */
export async function searchRecords(
  { db, heavyDb }: Pick<Engine, 'db' | 'heavyDb'>,
  user: SessionUser,
  dataset: DatasetTable,
  given: RecordListQuery,
  body: RecordSearch,
  scope: ListScope,
): Promise<RecordSearchReply> {
  const { schema, query, similarity, include } = await readSearch(db, user, dataset, given, body, scope)
  // The index of vectors has a thread of its own: found out before anything that takes long.
  if (similarity) assertMayAskThreads()
  const found = similarity
    ? await findBySimilarity(heavyDb, query, similarity)
    : await findByOrder(heavyDb, await weighText(heavyDb, query, given), given)
  const { records, fits } = await readPage(db, found.pks, listView(user, dataset, query, include, schema.properties))
  if (fits < found.pks.length) throw pageTooLarge(fits)
  const scoreOf = new Map(found.pks.map((pk, index) => [pk, found.scores?.[index] ?? null]))
  return {
    items: records.map(({ pk, record }) => ({
      record,
      query_score: found.orderedBy === 'own' ? ownWeight(user.id, record.id) : (scoreOf.get(pk) ?? null),
    })),
    total: found.total,
    ordered_by: found.orderedBy,
  }
}

async function findBySimilarity(db: Db, query: RecordQuery, similarity: SimilarityQuery): Promise<Found> {
  const { hits, total } = await findNearest(db, await weighText(db, query, ALL), similarity)
  return { ...fromHits(hits, 'similarity'), total }
}

async function findByOrder(db: Db, query: RecordQuery, { offset, limit }: RecordListQuery): Promise<Found> {
  const page = { offset, limit }
  const hasText = query.filters.some(({ on }) => on === 'text')
  if (hasText && query.sorts.length === 0) {
    // How many there are decides whether they are put in order of relevance.
    const total = await countRecords(db, query)
    const match = rankedMatch(query, total)
    if (match) return { ...fromHits(await findRanked(db, query, match, page), 'relevance'), total }
    return inGivenOrder(query, await findPage(db, query, page), total)
  }
  const pks = await findPage(db, query, page)
  // A page that is not full is the last one, and says the total itself.
  const isLast = pks.length < limit && (pks.length > 0 || offset === 0)
  return inGivenOrder(query, pks, isLast ? offset + pks.length : await countRecords(db, query))
}

function inGivenOrder(query: RecordQuery, pks: number[], total: number): Found {
  const { sorts, userId, queueOrder } = query
  const isByCertainty = userId !== undefined && queueOrder === 'uncertain'
  if (sorts.length > 0 || isByCertainty) return { pks, scores: undefined, total, orderedBy: 'sort' }
  if (isOwnOrder(query)) return { pks, scores: undefined, total, orderedBy: 'own' }
  return { pks, scores: pks.map(() => 1), total, orderedBy: 'insertion' }
}

function fromHits(hits: readonly { pk: number; score: number }[], orderedBy: SearchOrder): Omit<Found, 'total'> {
  return { pks: hits.map(({ pk }) => pk), scores: hits.map(({ score }) => score), orderedBy }
}
