import { sql } from 'kysely'
import type { RankedMatch, TextMatch } from '../db/engines/text-store'
import type { Db } from '../db/tables'
import { countOwn, isOwnPending } from './count-kept'
import type { Page, RecordQuery } from './record-query'

/** Up to this number of hits, other filters are tested for each hit. */
const MAX_NARROW = 2000
/**
 * In a large dataset, other filters are tested for each hit up to this share of the records: reading all records with some value would take
 * longer.
 */
const NARROW_PART = 1 / 20
/** Looking up one record in the word index takes as long as reading this many hits in sequence. */
const HITS_PER_LOOKUP = 100
/** Reading one record takes as long as this many steps in the order of an index. */
const STEPS_PER_RECORD = 5

/** A text match that can count and rank its hits. */
export type RankedText = TextMatch & { ranked: RankedMatch }

/** The first text filter of a query that can count its hits by itself. */
export function rankedText({ filters }: RecordQuery): RankedText | undefined {
  for (const filter of filters)
    if (filter.on === 'text' && filter.match.ranked) return { ...filter.match, ranked: filter.match.ranked }
  return undefined
}

/** The part of a query's text match that counts and ranks hits. */
export function textOf(query: RecordQuery): RankedMatch | undefined {
  return rankedText(query)?.ranked
}

/** The number of records that match a text, and the number of records in the dataset. */
interface TextShare {
  found: number
  all: number
}

/** A cache per match, which lives as long as its request; the request needs the count more than once. */
const shares = new WeakMap<RankedMatch, Promise<TextShare>>()

/** The number of records that match a text. */
export async function countText(db: Db, datasetId: string, match: RankedMatch): Promise<number> {
  return (await findShare(db, datasetId, match)).found
}

function findShare(db: Db, datasetId: string, match: RankedMatch): Promise<TextShare> {
  const known = shares.get(match)
  if (known) return known
  const all = sql`select records from dataset_stats where dataset_id = ${datasetId}`
  const share = sql<TextShare>`select (${match.count}) as found, (${all}) as "all"`
    .execute(db)
    .then(({ rows: [row] }) => ({ found: row?.found ?? 0, all: row?.all ?? 0 }))
  shares.set(match, share)
  return share
}

/**
 * Choose a strategy for a query by the number of its text hits. With few hits, each of them is read and tested against the other filters.
 * When most records match, a page in the order of an index tests the text for each record on its way. In between, such a page compares the
 * records on its way with the list of hits.
 */
export async function weighText(db: Db, query: RecordQuery, { offset, limit }: Page): Promise<RecordQuery> {
  const text = rankedText(query)
  if (!text) return query
  const { found, all } = await findShare(db, query.datasetId, text.ranked)
  const isFew = found <= Math.max(MAX_NARROW, all * NARROW_PART)
  const others = query.filters.filter(({ on }) => on !== 'text')
  const narrowed = isFew ? { ...query, isNarrow: true } : query
  if (!isInOrderOfIndex(query)) return narrowed
  const isPending = isOwnPending({ ...query, filters: others })
  const answered = isPending ? await countOwn(db, query) : 0
  const share = (found / Math.max(1, all)) * (1 - answered / Math.max(1, all))
  const steps = (offset + limit) / Math.max(share, 1e-9)
  if (isFew && found * STEPS_PER_RECORD <= steps) return { ...narrowed, isRare: true }
  if (others.length > 0 && !isPending) return narrowed
  return { ...query, isWide: text.has !== undefined && areLookupsCheaper(steps, found) }
}

/** True when this many lookups of single records are quicker than reading all hits of a text. */
export function areLookupsCheaper(lookups: number, hits: number): boolean {
  return lookups * HITS_PER_LOOKUP <= hits
}

function isInOrderOfIndex({ sorts }: RecordQuery): boolean {
  return (
    sorts.length === 0 || (sorts.length === 1 && sorts[0]?.by.on === 'record' && sorts[0].by.property === 'inserted_at')
  )
}
