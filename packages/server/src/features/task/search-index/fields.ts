import { matchesQuery, type QueryLeaf, termTest } from '@postil/domain/search/index'
import { cloudWords } from '@postil/domain/task-records/word-cloud'
import { type ColumnPart, costOfCount, countSample, countValues, partOf } from '../segments/column/column-counts'
import type { SealedColumn } from '../segments/column/sealed-column'
import type { FoundColumn } from '../segments/segment'
import type { ColumnSpec } from './columns'
import type { DocRange } from './doc-set'
import { DocSet } from './doc-set'
import { Float64List } from './lists'
import { NumberColumn } from './number-column'
import { hasPhrase } from './phrase-search'
import { TermColumn } from './term-column'
import { CountedTerms, type TermCounts } from './term-counts'

/** A column of documents with consecutive ordinals: those of a segment, or those of the tail, which is newer than all segments. */
export interface Piece {
  base: number
  size: number
  sealed?: FoundColumn | undefined
  tail?: TermColumn | NumberColumn
}

/** One field of all documents of a dataset, as a list of pieces. */
export class Field {
  constructor(
    readonly spec: ColumnSpec,
    readonly pieces: readonly Piece[],
  ) {}

  /**
   * Add all documents of a range that satisfy a condition on this field, including dead ones.
   *
   * @param into - the documents of the range, numbered from its start
   */
  collect(leaf: QueryLeaf, range: DocRange, into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      if (base < range.base || base + size > range.base + range.size) continue
      const part = into.part(base - range.base, size)
      if (sealed?.isWhole) collectWhole(sealed.column, leaf, part)
      else if (sealed) sealed.column.collect(leaf, part)
      else if (tail) collectInTail(tail, leaf, part)
    }
  }

  collectPresent(into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = into.part(base, size)
      if (sealed) sealed.column.collectPresent(part)
      else tail?.collectPresent(part)
    }
  }

  /** The piece that contains a document, and its index there. */
  at(ordinal: number): { piece: Piece; doc: number } | undefined {
    const piece = this.pieces.find(({ base, size }) => ordinal >= base && ordinal < base + size)
    return piece && { piece, doc: ordinal - piece.base }
  }
}

/** Up to this number of documents a word cloud is counted exactly; beyond it, a sample is counted. */
const COUNTED_EXACTLY = 20_000
/** And only up to this number of blocks (32 MB), among which few documents of a large dataset may be scattered. */
const BLOCKS_COUNTED = 500

/** A field of words or keywords. */
export class TermField extends Field {
  /** Add all documents that contain a term. */
  collectTerm(term: string, into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = into.part(base, size)
      if (sealed) {
        const id = sealed.column.idOf(term)
        if (id !== undefined) sealed.column.collectIds([id], part)
      } else if (tail instanceof TermColumn) {
        const id = tail.idOf(term)
        if (id !== undefined) tail.collect([id], part)
      }
    }
  }

  /** The terms of all values of a document. */
  termsOf(ordinal: number): string[] {
    const found = this.at(ordinal)
    if (found?.piece.tail instanceof TermColumn) return found.piece.tail.valuesOf(found.doc).flat()
    const terms: string[] = []
    const column = found?.piece.sealed?.column
    column?.forEachId(found?.doc ?? 0, (id) => terms.push(column.termAt(id)))
    return terms
  }

  /**
   * The terms of some documents with their counts.
   *
   * @param eachOnce - count the documents with a term instead of its occurrences
   */
  counted(docs: DocSet, eachOnce: boolean): CountedTerms {
    return new CountedTerms(this.pieces.map((piece) => countPiece(piece, docs.part(piece.base, piece.size), eachOnce)))
  }

  /**
   * The terms of some documents with their counts, for a word cloud. With many documents only a sample is counted and extrapolated, and
   * `isSample` is set.
   *
   * @param most - about how many blocks are read at most: one of each segment, and so many in total
   * @param step - counts one piece, with a field made for it
   */
  sampled(
    docs: DocSet,
    most = BLOCKS_COUNTED,
    step: PieceStep = (_, count) => count(this),
  ): { terms: CountedTerms; isSample: boolean } {
    const stride = this.strideOf(docs, most)
    const counts = this.pieces.map((piece, at) => {
      const found = step(at, (field) => field.countPart(at, docs, stride))
      if (!(found instanceof Int32Array)) return found
      return piece.sealed ? ofSealed(piece.sealed.column, found) : NO_COUNTS
    })
    return { terms: new CountedTerms(counts), isSample: stride > 1 }
  }

  /** Which blocks are counted: every one (1), or every n-th. */
  private strideOf(docs: DocSet, most: number): number {
    const cost = { docs: 0, blocks: 0 }
    const size = { docs: 0, blocks: 0 }
    for (const { base, size: length, sealed } of this.pieces) {
      const part = docs.part(base, length)
      if (sealed) add(cost, costOfCount(sealed.column.blocks, part))
      if (sealed) add(size, partOf(sealed.column.blocks, part))
    }
    if (cost.docs <= COUNTED_EXACTLY && cost.blocks <= most) return 1
    return Math.max(2, Math.ceil(size.docs / COUNTED_EXACTLY), Math.ceil(size.blocks / most))
  }

  /** Count every n-th block of a piece. The counts of a segment refer to none of its parts. */
  private countPart(at: number, docs: DocSet, stride: number): TermCounts | Int32Array {
    const piece = this.pieces[at]
    if (!piece) return NO_COUNTS
    const part = docs.part(piece.base, piece.size)
    const { sealed } = piece
    if (!sealed || (sealed.isWhole && stride === 1)) return countPiece(piece, part, true)
    if (stride === 1) return countValues(sealed.column.blocks, part, true)
    const counts = new Int32Array(sealed.column.terms + 1)
    const all = part.count()
    const seen = countSample(sealed.column.blocks, part, stride, counts)
    for (let id = 0; id < counts.length; id += 1) counts[id] = Math.round(((counts[id] ?? 0) * all) / Math.max(1, seen))
    return counts
  }
}

/** Computes something of one piece of a field. */
type PieceStep = <T>(at: number, compute: (field: TermField) => T) => T

const NO_COUNTS: TermCounts = { counts: new Int32Array(0), term: () => '', idOf: () => undefined }

function add(sum: ColumnPart, part: ColumnPart): void {
  sum.docs += part.docs
  sum.blocks += part.blocks
}

/** A field of numbers. */
export class NumberField extends Field {
  /** All values of some documents. */
  valuesOf(docs: DocSet): Float64Array {
    const values = new Float64List(docs.count())
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = docs.part(base, size)
      const push = (value: number) => {
        values.push(value)
      }
      if (sealed) sealed.column.forEachNumber(part, push)
      else if (tail instanceof NumberColumn)
        part.forEach((doc) => {
          tail.forEachValue(doc, push)
        })
    }
    return values.data.subarray(0, values.length)
  }

  /** The distinct values of some documents in ascending order, with the number of documents that have each. */
  counted(docs: DocSet): CountedNumbers {
    const lists = this.pieces.flatMap(({ base, size, sealed, tail }): CountedNumbers[] => {
      const part = docs.part(base, size)
      if (sealed) return [new ListedNumbers(sealed.column.numbers(), countValues(sealed.column.blocks, part, true))]
      return tail instanceof NumberColumn ? [countInTail(tail, part)] : []
    })
    return new MergedNumbers(lists)
  }
}

/** Distinct numbers with their counts, iterated in ascending order without an object for each, since there may be a million. */
export interface CountedNumbers {
  readonly value: number
  /** The number of documents with the value. */
  readonly count: number
  /** Advance to the next value; false when there is none. */
  next(): boolean
}

function countInTail(column: NumberColumn, docs: DocSet): CountedNumbers {
  const counts = new Map<number, number>()
  const seen = new Set<number>()
  docs.forEach((doc) => {
    seen.clear()
    column.forEachValue(doc, (value) => {
      if (!seen.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1)
      seen.add(value)
    })
  })
  const values = Float64Array.from(counts.keys()).sort()
  return new ListedNumbers(
    values,
    Int32Array.from(values, (value) => counts.get(value) ?? 0),
  )
}

/** Values with their counts, some of which may be 0 and are skipped. */
class ListedNumbers implements CountedNumbers {
  private at = -1

  constructor(
    private readonly values: Float64Array,
    private readonly counts: Int32Array,
  ) {}

  get value(): number {
    return this.values[this.at] ?? Number.NaN
  }

  get count(): number {
    return this.counts[this.at] ?? 0
  }

  next(): boolean {
    do this.at += 1
    while (this.at < this.values.length && this.counts[this.at] === 0)
    return this.at < this.values.length
  }
}

/** Merges ascending lists: a heap with the list on top whose current value is the least. */
class MergedNumbers implements CountedNumbers {
  value = Number.NaN
  count = 0
  private readonly heap: CountedNumbers[]

  constructor(lists: readonly CountedNumbers[]) {
    this.heap = lists.filter((list) => list.next()).sort((one, other) => one.value - other.value)
  }

  next(): boolean {
    const { heap } = this
    let [first] = heap
    if (!first) return false
    this.value = first.value
    this.count = 0
    while (first && first.value === this.value) {
      this.count += first.count
      if (!first.next()) {
        const last = heap.pop()
        if (last && last !== first) heap[0] = last
      }
      this.sink()
      first = heap[0]
    }
    return true
  }

  /** Restore the order of the heap after the list on top has advanced. */
  private sink(): void {
    const { heap } = this
    const [moved] = heap
    for (let at = 0; moved; ) {
      const left = at * 2 + 1
      const [one, other] = [heap[left], heap[left + 1]]
      if (!one) return
      const child = other && other.value < one.value ? left + 1 : left
      const least = child === left ? one : other
      if (!least || least.value >= moved.value) return
      heap[at] = least
      heap[child] = moved
      at = child
    }
  }
}

/** Add the documents that satisfy a condition on the terms of their values, for a column that contains only whole values. */
function collectWhole(column: SealedColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'exists') column.collectPresent(into)
  else {
    const { source } = leaf.field
    column.collectIds(
      column.matching((value) => matchesQuery(leaf, new Map([[source, [value]]]))),
      into,
    )
  }
}

function collectInTail(column: TermColumn | NumberColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'exists') column.collectPresent(into)
  else if (column instanceof NumberColumn) collectNumbers(column, leaf, into)
  else collectTerms(column, leaf, into)
}

function collectNumbers(column: NumberColumn, leaf: QueryLeaf, into: DocSet): void {
  if (leaf.type === 'range') column.collectRange(leaf.min, leaf.max, into)
  else if (leaf.type === 'flag') {
    const value = { value: leaf.value ? 1 : 0, inclusive: true }
    column.collectRange(value, value, into)
  }
}

function collectTerms(column: TermColumn, leaf: QueryLeaf, into: DocSet): void {
  switch (leaf.type) {
    case 'term': {
      const id = column.idOf(leaf.term)
      if (id !== undefined) column.collect([id], into)
      return
    }
    case 'phrase':
      collectPhrase(column, leaf, into)
      return
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
      column.collect(column.matching(termTest(leaf)), into)
      return
    case 'range':
    case 'flag':
    case 'exists':
      return
  }
}

function collectPhrase(
  column: TermColumn,
  { terms, slop }: Extract<QueryLeaf, { type: 'phrase' }>,
  into: DocSet,
): void {
  const ids: number[] = []
  for (const term of terms) {
    const id = column.idOf(term)
    if (id === undefined) return
    ids.push(id)
  }
  let candidates: DocSet | undefined
  for (const id of new Set(ids)) {
    const docs = new DocSet(into.size)
    column.collect([id], docs)
    candidates = candidates ? candidates.intersect(docs) : docs
  }
  candidates?.forEach((ordinal) => {
    if (hasPhrase(column.termsOf(ordinal), ids, slop)) into.add(ordinal)
  })
}

function countPiece({ sealed, tail }: Piece, docs: DocSet, eachOnce: boolean): TermCounts {
  if (sealed?.isWhole) return countWords(sealed.column, docs)
  if (sealed) return ofSealed(sealed.column, countValues(sealed.column.blocks, docs, eachOnce))
  if (!(tail instanceof TermColumn)) return NO_COUNTS
  return { counts: tail.count(docs, eachOnce), term: (id) => tail.terms[id] ?? '', idOf: (term) => tail.idOf(term) }
}

function ofSealed(column: SealedColumn, all: Int32Array): TermCounts {
  // Without the marker of ends of values, which is numbered like the term after the last one.
  const counts = all.subarray(0, column.terms)
  return { counts, term: (id) => column.termAt(id), idOf: (term) => column.idOf(term) }
}

/** Count the words of whole values, for the word cloud of a keyword field. */
function countWords(column: SealedColumn, docs: DocSet): TermCounts {
  const ids = new Map<string, number>()
  const counts: number[] = []
  docs.forEach((doc) => {
    const words = new Set<string>()
    column.forEachId(doc, (id) => {
      for (const word of cloudWords(column.termAt(id))) words.add(word)
    })
    for (const word of words) {
      const id = ids.get(word) ?? ids.size
      ids.set(word, id)
      counts[id] = (counts[id] ?? 0) + 1
    }
  })
  const terms = [...ids.keys()]
  return { counts: Int32Array.from(counts), term: (id) => terms[id] ?? '', idOf: (term) => ids.get(term) }
}
