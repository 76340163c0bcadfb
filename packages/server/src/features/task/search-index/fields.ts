import { compareCodePoints, matchesQuery, type QueryLeaf, termTest } from '@postil/domain/search/index'
import { cloudWords } from '@postil/domain/task-records/word-cloud'
import type { SealedColumn } from '../segments/sealed-column'
import type { FoundColumn } from '../segments/segment'
import type { ColumnSpec } from './columns'
import { DocSet } from './doc-set'
import { Float64List } from './lists'
import { NumberColumn } from './number-column'
import { hasPhrase } from './phrase-search'
import { TermColumn } from './term-column'

/** A column of some documents with neighbouring ordinals: of a segment, or of the records behind all segments. */
export interface Piece {
  base: number
  size: number
  sealed?: FoundColumn | undefined
  tail?: TermColumn | NumberColumn
}

/** One field of all documents of a dataset. */
export class Field {
  constructor(
    readonly spec: ColumnSpec,
    readonly pieces: readonly Piece[],
  ) {}

  /** Add every document that satisfies a condition on this field; dead ones too. */
  collect(leaf: QueryLeaf, into: DocSet): void {
    for (const { base, size, sealed, tail } of this.pieces) {
      const part = into.part(base, size)
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

  /** The piece that holds a document, and its place there. */
  at(ordinal: number): { piece: Piece; doc: number } | undefined {
    const piece = this.pieces.find(({ base, size }) => ordinal >= base && ordinal < base + size)
    return piece && { piece, doc: ordinal - piece.base }
  }
}

/** Terms with their counts, one after the other in code point order. No object is made for each: there may be a million. */
export interface CountedTerms {
  /** Of the present term. */
  readonly count: number
  /** Go on to the next term; false when there is none. */
  next(): boolean
  term(): string
}

/** A word cloud counts so many documents exactly, and of more a sample. */
const COUNTED_EXACTLY = 20_000

/** A field of words or keywords. */
export class TermField extends Field {
  /** Add every document that has a term. */
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

  /** The terms of a document, of all its values. */
  termsOf(ordinal: number): string[] {
    const found = this.at(ordinal)
    if (found?.piece.tail instanceof TermColumn) return found.piece.tail.valuesOf(found.doc).flat()
    const terms: string[] = []
    const column = found?.piece.sealed?.column
    column?.forEachId(found?.doc ?? 0, (id) => terms.push(column.termAt(id)))
    return terms
  }

  /**
   * The terms of some documents, in code point order, with their counts.
   *
   * @param eachOnce - count a document once for a term, however often it has it
   */
  counted(docs: DocSet, eachOnce: boolean): CountedTerms {
    return merge(this.pieces.map((piece) => countPiece(piece, docs.part(piece.base, piece.size), eachOnce)))
  }

  /** The same for a word cloud, whose documents are many: of those a sample is counted, and `isSample` is set. */
  sampled(docs: DocSet): { terms: CountedTerms; isSample: boolean } {
    const parts = this.pieces.map((piece) => ({ piece, docs: docs.part(piece.base, piece.size) }))
    const cost = parts.reduce((sum, { piece, docs: part }) => sum + (piece.sealed?.column.costOfCount(part) ?? 0), 0)
    if (cost <= COUNTED_EXACTLY) return { terms: this.counted(docs, true), isSample: false }
    const stride = Math.ceil(cost / COUNTED_EXACTLY)
    const samples = parts.map(({ piece, docs: part }) => {
      const { sealed } = piece
      if (!sealed) return countPiece(piece, part, true)
      const counts = new Int32Array(sealed.column.terms + 1)
      const all = part.count()
      const seen = sealed.column.countSample(part, stride, counts)
      for (const [id, count] of counts.entries()) counts[id] = Math.round((count * all) / Math.max(1, seen))
      return new SealedCounts(sealed.column, counts)
    })
    return { terms: merge(samples), isSample: true }
  }
}

/** A field of numbers. */
export class NumberField extends Field {
  /** Every value of some documents. */
  valuesOf(docs: DocSet): Float64Array {
    const values = new Float64List()
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

  /** How many of some documents have each value, by ascending value. */
  counted(docs: DocSet): CountedNumbers {
    return this.pieces
      .map(({ base, size, sealed, tail }): CountedNumbers => {
        const part = docs.part(base, size)
        if (sealed) return sealed.column.countNumbers(part)
        return tail instanceof NumberColumn ? countInTail(tail, part) : NOTHING
      })
      .reduce(addCounts, NOTHING)
  }
}

/** Numbers, ascending, and how many documents have each. */
export interface CountedNumbers {
  values: Float64Array
  counts: Float64Array
}

const NOTHING: CountedNumbers = { values: new Float64Array(0), counts: new Float64Array(0) }

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
  return { values, counts: values.map((value) => counts.get(value) ?? 0) }
}

function addCounts(one: CountedNumbers, other: CountedNumbers): CountedNumbers {
  if (one.values.length === 0) return other
  if (other.values.length === 0) return one
  const values = new Float64Array(one.values.length + other.values.length)
  const counts = new Float64Array(values.length)
  let length = 0
  for (let left = 0, right = 0; left < one.values.length || right < other.values.length; length += 1) {
    const first = one.values[left] ?? Number.POSITIVE_INFINITY
    const second = other.values[right] ?? Number.POSITIVE_INFINITY
    values[length] = Math.min(first, second)
    if (left < one.values.length && first <= second) counts[length] = one.counts[left] ?? 0
    if (right < other.values.length && second <= first)
      counts[length] = (counts[length] ?? 0) + (other.counts[right] ?? 0)
    if (first <= second) left += 1
    if (second <= first) right += 1
  }
  return { values: values.subarray(0, length), counts: counts.subarray(0, length) }
}

/** A condition on the terms of values, in a column that holds the values whole. */
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

function countPiece({ sealed, tail }: Piece, docs: DocSet, eachOnce: boolean): CountedTerms {
  if (sealed?.isWhole) return countWords(sealed.column, docs)
  if (sealed) return new SealedCounts(sealed.column, sealed.column.count(docs, eachOnce))
  return tail instanceof TermColumn ? new TailCounts(tail, tail.count(docs, eachOnce)) : new ListedCounts([])
}

/** Count the words of whole values: a word cloud of a field of keywords. */
function countWords(column: SealedColumn, docs: DocSet): CountedTerms {
  const counts = new Map<string, number>()
  docs.forEach((doc) => {
    const words = new Set<string>()
    column.forEachId(doc, (id) => {
      for (const word of cloudWords(column.termAt(id))) words.add(word)
    })
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  })
  return new ListedCounts([...counts].sort(([one], [other]) => compareCodePoints(one, other)))
}

/** Of these, only the terms that are asked for are read. */
class SealedCounts implements CountedTerms {
  count = 0
  private id = -1

  constructor(
    private readonly column: SealedColumn,
    private readonly counts: Int32Array,
  ) {}

  next(): boolean {
    const { counts } = this
    const end = this.column.terms
    let id = this.id + 1
    while (id < end && counts[id] === 0) id += 1
    this.id = id
    this.count = counts[id] ?? 0
    return id < end
  }

  term(): string {
    return this.column.termAt(this.id)
  }
}

class TailCounts implements CountedTerms {
  count = 0
  private at = -1
  private readonly order: Int32Array

  constructor(
    private readonly column: TermColumn,
    private readonly counts: Int32Array,
  ) {
    this.order = column.sorted()
  }

  next(): boolean {
    do {
      this.at += 1
      this.count = this.counts[this.order[this.at] ?? 0] ?? 0
    } while (this.at < this.order.length && this.count === 0)
    return this.at < this.order.length
  }

  term(): string {
    return this.column.terms[this.order[this.at] ?? 0] ?? ''
  }
}

class ListedCounts implements CountedTerms {
  private at = -1

  constructor(private readonly list: readonly [term: string, count: number][]) {}

  get count(): number {
    return this.list[this.at]?.[1] ?? 0
  }

  next(): boolean {
    this.at += 1
    return this.at < this.list.length
  }

  term(): string {
    return this.list[this.at]?.[0] ?? ''
  }
}

/** Sorted lists of terms as one, equal terms with their counts together. */
function merge(lists: CountedTerms[]): CountedTerms {
  const [only] = lists
  return lists.length === 1 && only ? only : new MergedCounts(lists)
}

class MergedCounts implements CountedTerms {
  count = 0
  private present = ''
  private readonly heads: { list: CountedTerms; term: string }[]

  constructor(lists: readonly CountedTerms[]) {
    this.heads = lists.flatMap((list) => (list.next() ? [{ list, term: list.term() }] : []))
  }

  next(): boolean {
    const { heads } = this
    const [first] = heads
    if (!first) return false
    let least = first.term
    for (const { term } of heads) if (term !== least && compareCodePoints(term, least) < 0) least = term
    this.present = least
    this.count = 0
    for (let at = heads.length - 1; at >= 0; at -= 1) {
      const head = heads[at]
      if (!head || head.term !== least) continue
      this.count += head.list.count
      if (head.list.next()) head.term = head.list.term()
      else heads.splice(at, 1)
    }
    return true
  }

  term(): string {
    return this.present
  }
}
