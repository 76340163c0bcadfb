import { sql } from 'kysely'
import type { RankedMatch, TextMatch } from '../db/engines/text-store'
import type { Db } from '../db/tables'
import { countOwn, isOwnPending } from './count-kept'
import type { Page, RecordQuery } from './record-query'

/** Up to so many hits each is asked by itself for what other filters want. */
const MAX_NARROW = 2000
/** In a large dataset up to this part of it: there, reading all records with some value takes longer than so many lookups. */
const NARROW_PART = 1 / 20
/** Looking one record up in the word index takes as long as reading so many of its hits in a row. */
const HITS_PER_LOOKUP = 100
/** Reading one record takes as long as so many steps in the order of an index. */
const STEPS_PER_RECORD = 5

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

/** How many records a text finds, and how many its dataset has. */
interface TextShare {
  found: number
  all: number
}

/** A match lives as long as its request, which asks for its count more than once. */
const shares = new WeakMap<RankedMatch, Promise<TextShare>>()

/** How many records a text finds. */
export async function countText(db: Db, datasetId: string, match: RankedMatch): Promise<number> {
  return (await findShare(db, datasetId, match)).found
}

function findShare(db: Db, datasetId: string, match: RankedMatch): Promise<TextShare> {
  const known = shares.get(match)
  if (known) return known
  const all = sql`select records from dataset_stats where dataset_id = ${datasetId}`
  const share = sql<TextShare>`select (${match.count}) as found, (${all}) as "all"`
    .execute(db)
    .then(({ rows: [row] }) => ({ found: Number(row?.found ?? 0), all: Number(row?.all ?? 0) }))
  shares.set(match, share)
  return share
}

/**
 * The query with what its text finds taken into account. Few hits: each is read, other filters looked up for it. Most records: a page in the
 * order of an index looks up the text of each record on its way. In between, such a page tests what it meets against the list of hits.
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

/** True when looking so many records up one by one is quicker than reading all hits of a text. */
export function areLookupsCheaper(lookups: number, hits: number): boolean {
  return lookups * HITS_PER_LOOKUP <= hits
}

function isInOrderOfIndex({ sorts }: RecordQuery): boolean {
  return (
    sorts.length === 0 || (sorts.length === 1 && sorts[0]?.by.on === 'record' && sorts[0].by.property === 'inserted_at')
  )
}
