import { compareCodePoints } from '@postil/domain/search/index'
import type { ColumnSpec } from '../columns/columns'
import { NumberColumn } from '../columns/number-column'
import type { DatasetIndex, KeyPiece } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { Field, Piece } from '../fields/field'
import type { Cursor, SortKey } from '../protocol'
import { insertSorted } from './insert-sorted'

type SortValue = string | number | null

export function sortColumns(sort: readonly SortKey[]): ColumnSpec[] {
  return sort.map(({ field }) => ({ source: field.source, kind: field.kind }))
}

/** A page of a sorted walk: the first `count` documents after the cursor. */
export interface Walk {
  sort: readonly SortKey[]
  after?: Cursor | undefined
  count: number
}

/**
 * The documents of a set in order: by the sort keys (the least value of a document for ascending, the greatest for descending, documents
 * without a value last), then by key in code point order.
 */
export function takeSorted(index: DatasetIndex, docs: DocSet, { sort, after, count }: Walk): number[] {
  const fields = sort.map(({ field }) => index.field({ source: field.source, kind: field.kind }))
  const lists = index.keyPieces().map((piece, at) => {
    const taken =
      sort.length === 0
        ? takeByKey(piece, docs, after?.key, count)
        : takeByValues(piece, docs, { sort, after, count }, fields, at)
    return taken.map((doc) => piece.base + doc)
  })
  return mergeLists(
    index,
    sort,
    lists.filter((list) => list.length > 0),
    count,
  )
}

/** The cursor after a document, from which the next page continues. */
export function cursorAt(index: DatasetIndex, sort: readonly SortKey[], ordinal: number): Cursor {
  return { values: valuesAt(index, sort, ordinal), key: index.keyOf(ordinal) }
}

function takeByKey(piece: KeyPiece, all: DocSet, after: string | undefined, count: number): number[] {
  const docs = all.part(piece.base, piece.size)
  const { order } = piece
  const taken: number[] = []
  const end = order ? order.length : piece.size
  for (let at = after === undefined ? 0 : piece.placeBehind(after); at < end && taken.length < count; at += 1) {
    const doc = order ? (order[at] ?? 0) : at
    if (docs.has(doc)) taken.push(doc)
  }
  return taken
}

function takeByValues(
  piece: KeyPiece,
  all: DocSet,
  { sort, after, count }: Walk,
  fields: readonly Field[],
  at: number,
) {
  const docs = all.part(piece.base, piece.size)
  const parts = sort.map(({ order }, column) => {
    const found = fields[column]?.pieces[at]
    return {
      rankOf: found ? rankIn(found, order) : () => undefined,
      ranks: found?.sealed?.column.terms ?? 0,
      sign: order === 'asc' ? 1 : -1,
      piece: found,
    }
  })
  const behind = after && piece.placeBehind(after.key)
  const compareKeys = piece.order
    ? (one: number, other: number) => compareCodePoints(piece.keyOf(one), piece.keyOf(other))
    : (one: number, other: number) => one - other
  const compare = (one: number, other: number): number => {
    for (const { rankOf, sign } of parts) {
      const left = rankOf(one)
      const right = rankOf(other)
      if (left === right) continue
      if (left === undefined) return 1
      if (right === undefined) return -1
      return (left - right) * sign
    }
    return compareKeys(one, other)
  }
  const isBehindCursor = (doc: number): boolean => {
    if (!after || behind === undefined) return true
    for (const [column, { rankOf, sign, piece: found }] of parts.entries()) {
      const rank = rankOf(doc)
      const value = rank === undefined || !found ? null : valueWithRank(found, rank)
      const order = compareValues(value, after.values[column] ?? null, sign)
      if (order !== 0) return order > 0
    }
    return piece.order ? compareCodePoints(piece.keyOf(doc), after.key) > 0 : doc >= behind
  }
  const range = parts.reduce((product, { ranks }) => product * (ranks + 1), piece.size)
  if (!piece.order && range <= Number.MAX_SAFE_INTEGER) return takePacked(docs, parts, isBehindCursor, count)
  const taken: number[] = []
  docs.forEach((doc) => {
    if (isBehindCursor(doc)) insertSorted(taken, doc, compare, count)
  })
  return taken
}

interface Ranked {
  rankOf(doc: number): number | undefined
  /** The number of different ranks. */
  ranks: number
  sign: number
}

/**
 * The first of a segment's documents by their ranks, then by their own numbers. All numbers of a document are packed into one: plain numbers
 * are sorted many times faster than by a function that compares them, which matters for a page far behind.
 */
function takePacked(
  docs: DocSet,
  parts: readonly Ranked[],
  isWanted: (doc: number) => boolean,
  count: number,
): number[] {
  const packed = new Float64Array(docs.count())
  let found = 0
  docs.forEach((doc) => {
    if (!isWanted(doc)) return
    let number = 0
    for (const { rankOf, ranks, sign } of parts) {
      const rank = rankOf(doc)
      // Documents without a value come last in both directions.
      number = number * (ranks + 1) + (rank === undefined ? ranks : sign === 1 ? rank : ranks - 1 - rank)
    }
    packed[found] = number * docs.size + doc
    found += 1
  })
  return Array.from(packed.subarray(0, found).sort().subarray(0, count), (number) => number % docs.size)
}

/** The rank of a document within its piece: its number, or the rank of its term. */
function rankIn({ sealed, tail }: Piece, order: 'asc' | 'desc'): (doc: number) => number | undefined {
  const isLeast = order === 'asc'
  const best = (visitAll: (doc: number, visit: (rank: number) => void) => void) => (doc: number) => {
    let found: number | undefined
    visitAll(doc, (rank) => {
      if (found === undefined || (isLeast ? rank < found : rank > found)) found = rank
    })
    return found
  }
  if (sealed) return best((doc, visit) => sealed.column.forEachId(doc, visit))
  if (tail instanceof NumberColumn) return (doc) => tail.extreme(doc, isLeast ? 'min' : 'max')
  const ranks = tail?.ranks()
  return best((doc, visit) => tail?.forEachTerm(doc, (id) => visit(ranks?.[id] ?? 0)))
}

function valueWithRank({ sealed, tail }: Piece, rank: number): SortValue {
  if (sealed) return sealed.column.meta.isNumbers ? sealed.column.numberAt(rank) : sealed.column.termAt(rank)
  if (tail instanceof NumberColumn) return rank
  return tail?.terms[tail.sorted()[rank] ?? 0] ?? null
}

function valuesAt(index: DatasetIndex, sort: readonly SortKey[], ordinal: number): SortValue[] {
  return sort.map(({ field, order }) => {
    const found = index.field({ source: field.source, kind: field.kind }).at(ordinal)
    const rank = found && rankIn(found.piece, order)(found.doc)
    return found && rank !== undefined ? valueWithRank(found.piece, rank) : null
  })
}

function compareValues(one: SortValue, other: SortValue, sign: number): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  if (typeof one === 'number' && typeof other === 'number') return (one - other) * sign
  return compareCodePoints(String(one), String(other)) * sign
}

/** Merge sorted lists. Keys are read only of heads with equal values, and of items likely to become heads soon. */
function mergeLists(index: DatasetIndex, sort: readonly SortKey[], lists: number[][], count: number): number[] {
  const [only] = lists
  if (!only) return []
  if (lists.length === 1) return only.slice(0, count)
  const ahead = Math.ceil((2 * count) / lists.length) + 8
  const heads = lists.map((list): Head => ({ list, at: 0, values: valuesAt(index, sort, list[0] ?? 0) }))
  const keyOf = (head: Head): string => {
    if (head.key !== undefined) return head.key
    head.key = index.knownKeyOf(head.list[head.at] ?? 0)
    // All heads are visited before the attempt is repeated, so that their missing parts are loaded together.
    if (head.key === undefined) for (const next of head.list.slice(head.at, head.at + ahead)) index.knownKeyOf(next)
    return head.key ?? ''
  }
  const taken: number[] = []
  while (heads.length > 0 && taken.length < count && !index.isIncomplete) {
    let first = 0
    for (let at = 1; at < heads.length; at += 1) {
      const [one, other] = [heads[at], heads[first]]
      if (one && other && compareHeads(sort, one, other, keyOf) < 0) first = at
    }
    const head = heads[first]
    if (!head) break
    taken.push(head.list[head.at] ?? 0)
    head.at += 1
    head.key = undefined
    if (head.at < head.list.length) head.values = valuesAt(index, sort, head.list[head.at] ?? 0)
    else heads.splice(first, 1)
  }
  return taken
}

/** The next item of a sorted list, with its values and, once it was needed, its key. */
interface Head {
  list: readonly number[]
  at: number
  values: SortValue[]
  key?: string | undefined
}

function compareHeads(sort: readonly SortKey[], one: Head, other: Head, keyOf: (head: Head) => string): number {
  for (const [at, { order }] of sort.entries()) {
    const compared = compareValues(one.values[at] ?? null, other.values[at] ?? null, order === 'asc' ? 1 : -1)
    if (compared !== 0) return compared
  }
  return compareCodePoints(keyOf(one), keyOf(other))
}
