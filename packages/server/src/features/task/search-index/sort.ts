import { compareCodePoints } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns'
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'
import { insertSorted } from './insert-sorted'
import { NumberColumn } from './number-column'
import type { Cursor, SortKey } from './protocol'

export function sortColumns(sort: readonly SortKey[]): ColumnSpec[] {
  return sort.map(({ field }) => ({ source: field.source, kind: field.kind }))
}

/** Whatever comes before: the first `count` documents behind the cursor, in order. */
export interface Walk {
  sort: readonly SortKey[]
  after?: Cursor
  count: number
}

/**
 * The documents of a set in order: by the sort keys (least value for ascending, greatest for descending, without a value last), then by key
 * in code point order.
 */
export function takeSorted(index: DatasetIndex, docs: DocSet, { sort, after, count }: Walk): number[] {
  if (sort.length === 0) return takeByKey(index, docs, after?.key, count)
  const compare = comparator(index, sort)
  const taken: number[] = []
  docs.forEach((ordinal) => {
    if (after && compareToCursor(index, sort, ordinal, after) <= 0) return
    insertSorted(taken, ordinal, compare, count)
  })
  return taken
}

/** Where a page ended, for the next to go on from. */
export function cursorAt(index: DatasetIndex, sort: readonly SortKey[], ordinal: number): Cursor {
  return { values: sort.map((key) => sortValue(index, key, ordinal)), key: index.keyOf(ordinal) }
}

function takeByKey(index: DatasetIndex, docs: DocSet, after: string | undefined, count: number): number[] {
  const order = index.byKey()
  const taken: number[] = []
  for (
    let at = after === undefined ? 0 : placeBehind(index, order, after);
    at < order.length && taken.length < count;
    at += 1
  ) {
    const ordinal = order[at] ?? 0
    if (docs.has(ordinal)) taken.push(ordinal)
  }
  return taken
}

function placeBehind(index: DatasetIndex, order: Int32Array, key: string): number {
  let low = 0
  let high = order.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (compareCodePoints(index.keyOf(order[middle] ?? 0), key) <= 0) low = middle + 1
    else high = middle
  }
  return low
}

function comparator(index: DatasetIndex, sort: readonly SortKey[]): (one: number, other: number) => number {
  const parts = sort.map((key) => ({ numberOf: sortNumber(index, key), sign: key.order === 'asc' ? 1 : -1 }))
  return (one, other) => {
    for (const { numberOf, sign } of parts) {
      const left = numberOf(one)
      const right = numberOf(other)
      if (left === right) continue
      if (left === undefined) return 1
      if (right === undefined) return -1
      return (left - right) * sign
    }
    return compareCodePoints(index.keyOf(one), index.keyOf(other))
  }
}

/** A number by which documents are ordered: the value itself, or the rank of the term. */
function sortNumber(index: DatasetIndex, { field, order }: SortKey): (ordinal: number) => number | undefined {
  const column = index.column({ source: field.source, kind: field.kind })
  const which = order === 'asc' ? 'min' : 'max'
  if (column instanceof NumberColumn) return (ordinal) => column.extreme(ordinal, which)
  const ranks = column.ranksBy(compareCodePoints)
  return (ordinal) => {
    let found: number | undefined
    column.forEachTerm(ordinal, (id) => {
      const rank = ranks[id] ?? 0
      if (found === undefined || (which === 'min' ? rank < found : rank > found)) found = rank
    })
    return found
  }
}

function sortValue(index: DatasetIndex, { field, order }: SortKey, ordinal: number): string | number | null {
  const column = index.column({ source: field.source, kind: field.kind })
  const which = order === 'asc' ? 'min' : 'max'
  if (column instanceof NumberColumn) return column.extreme(ordinal, which) ?? null
  let found: string | undefined
  column.forEachTerm(ordinal, (id) => {
    const term = column.terms[id] ?? ''
    const isBetter =
      found === undefined || (which === 'min' ? compareCodePoints(term, found) < 0 : compareCodePoints(term, found) > 0)
    if (isBetter) found = term
  })
  return found ?? null
}

function compareToCursor(index: DatasetIndex, sort: readonly SortKey[], ordinal: number, after: Cursor): number {
  for (const [at, key] of sort.entries()) {
    const order = compareValues(sortValue(index, key, ordinal), after.values[at] ?? null, key.order === 'asc' ? 1 : -1)
    if (order !== 0) return order
  }
  return compareCodePoints(index.keyOf(ordinal), after.key)
}

function compareValues(one: string | number | null, other: string | number | null, sign: number): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * sign
  return compareCodePoints(String(one), String(other)) * sign
}
