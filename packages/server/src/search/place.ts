import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { Db } from '../db/tables'
import type { RecordTables } from './compile-filters'
import { isNumberSort, isTimeOrder, keyOf, sortsOf } from './compile-sorts'
import { isOwnPending } from './count-kept'
import { isOwnOrder, type Place, type RecordQuery } from './record-query'

/** A record of a page, with its position. */
export interface Placed {
  pk: number
  place: Place
}

/** Whether a position belongs to the order of this query, as paged by `findPage`. Positions by score are used by ranked searches only. */
export function isPlaceOf(query: RecordQuery, place: Place): boolean {
  if (place.in === 'score') return false
  if (place.in === 'mixed') return isOwnPending(query) && (place.after === undefined || isPlaceOf(query, place.after))
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
 * The condition that `records as r` comes after a position in the order of the query's sorts, where records without a value come last. A
 * sort by time alone becomes a row comparison, for which engines use an index.
 */
export function isBehind(
  db: Db,
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
      const key = keyOf(db, eb, query, sort)
      const value = keys[at] ?? null
      if (value === null) return eb.and([eb(key, 'is', null), behindInRest])
      const isAfter = eb(key, sort.order === 'asc' ? '>' : '<', value)
      const isLast = sort.by.on === 'record' ? [] : [eb(key, 'is', null)]
      return eb.or([isAfter, ...isLast, eb.and([eb(key, '=', value), behindInRest])])
    },
    eb.and([eb('r.pk', '>', pk)]),
  )
}

/** The hits after a position in a ranked list, best first. */
export function hitsBehind<Hit extends { pk: number; score: number }>(hits: readonly Hit[], place: Place): Hit[] {
  if (place.in !== 'score') return [...hits]
  return hits.filter(({ pk, score }) => score < place.score || (score === place.score && pk > place.pk))
}
