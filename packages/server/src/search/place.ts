import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { RecordTables } from './compile-filters'
import { isNumberSort, isTimeOrder, keyOf, sortsOf } from './compile-sorts'
import { isOwnOrder, type RecordQuery } from './record-query'

/** A value that records are sorted by; null for records without one. */
export type SortKey = string | number | null

/**
 * Where a record stands in the order of a query: what a page is followed by, also after that record was answered, changed or deleted.
 * `own`: in a user's own order; `sort`: behind records with these keys, equal ones in the order of insertion; `score`: in a list of hits,
 * of which so many were seen up to here.
 */
export type Place =
  | { in: 'own'; id: string }
  | { in: 'sort'; keys: SortKey[]; pk: number }
  | { in: 'score'; score: number; pk: number; seen: number }

/** A record of a page, and its place. */
export interface Placed {
  pk: number
  place: Place
}

/** Whether a place is one in the order of this query, which has a page by keys; places by score are the search's own. */
export function isPlaceOf(query: RecordQuery, place: Place): boolean {
  if (place.in === 'score') return false
  if (isOwnOrder(query)) return place.in === 'own'
  const sorts = sortsOf(query)
  if (place.in === 'own' || place.keys.length !== sorts.length) return false
  return sorts.every((sort, at) => {
    const key = place.keys[at] ?? null
    if (key === null) return sort.by.on !== 'record'
    return typeof key === (isNumberSort(sort) ? 'number' : 'string')
  })
}

/**
 * The condition on `records as r` to stand behind a place in the order of the query's sorts, where records without a value come last. A sort by
 * time alone is compared as a row, which engines look up in an index.
 */
export function isBehind(
  eb: ExpressionBuilder<RecordTables, 'r'>,
  query: RecordQuery,
  { keys, pk }: Extract<Place, { in: 'sort' }>,
): ExpressionWrapper<RecordTables, 'r', SqlBool> {
  const sorts = sortsOf(query)
  const [first] = sorts
  if (isTimeOrder(sorts) && first?.by.on === 'record') {
    const sign = sql.raw(first.order === 'asc' ? '>' : '<')
    return eb.and([sql<SqlBool>`(${sql.ref(`r.${first.by.property}`)}, r.pk) ${sign} (${keys[0]}, ${pk})`])
  }
  return sorts.reduceRight(
    (behindInRest, sort, at) => {
      const key = keyOf(eb, query, sort)
      const value = keys[at] ?? null
      if (value === null) return eb.and([eb(key, 'is', null), behindInRest])
      const isAfter = eb(key, sort.order === 'asc' ? '>' : '<', value)
      const isLast = sort.by.on === 'record' ? [] : [eb(key, 'is', null)]
      return eb.or([isAfter, ...isLast, eb.and([eb(key, '=', value), behindInRest])])
    },
    eb.and([eb('r.pk', '>', pk)]),
  )
}

/** The rest of a list of hits, best first, behind a place in it. */
export function hitsBehind<Hit extends { pk: number; score: number }>(hits: readonly Hit[], place: Place): Hit[] {
  if (place.in !== 'score') return [...hits]
  return hits.filter(({ pk, score }) => score < place.score || (score === place.score && pk > place.pk))
}
