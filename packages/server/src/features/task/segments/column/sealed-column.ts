import { type Bound, compareCodePoints, type QueryLeaf } from '@postil/domain/search/index'
import type { DocSet } from '../../search-thread/doc-set'
import { boundsOf, collectTerms } from '../../search-thread/fields/collect-terms'
import { BREAK, hasPhrase } from '../../search-thread/fields/phrase-search'
import type { ColumnMeta, FrequentTerms, ValueBlock } from '../format'
import type { PartSource } from '../part-cache'
import { ColumnBlocks } from './column-blocks'

/**
 * One column of a segment, for one attempt to answer a query. It requests its data from `parts`. While something is missing there, results
 * are incomplete, and the query is evaluated again.
 */
export class SealedColumn {
  readonly blocks: ColumnBlocks

  constructor(
    segment: string,
    readonly meta: ColumnMeta,
    /** The number of documents in the segment. */
    readonly size: number,
    parts: PartSource,
  ) {
    this.blocks = new ColumnBlocks(segment, meta, size, parts)
  }

  /** The number of distinct values. */
  get terms(): number {
    return this.meta.terms
  }

  termAt(id: number): string {
    return this.knownTermAt(id) ?? ''
  }

  /** The term with this id; undefined while its block is not loaded. */
  knownTermAt(id: number): string | undefined {
    const { ids, terms } = this.meta.frequent ?? NO_TERMS
    const place = placeIn(ids, (other) => other - id)
    if (ids[place] === id) return terms[place]
    const block = this.blocks.blockOfTerm(id)
    return this.blocks.terms(block)?.at(id - this.blocks.firstTermOf(block))
  }

  numberAt(id: number): number {
    return this.blocks.numbers()?.[id] ?? Number.NaN
  }

  /** The id of a term; undefined when it does not exist, or while its block is not loaded. */
  idOf(term: string): number | undefined {
    const { ids, terms } = this.meta.frequent ?? NO_TERMS
    const place = placeIn(terms, (other) => compareCodePoints(other, term))
    if (terms[place] === term) return ids[place]
    if (ids.length === this.terms) return undefined
    const id = this.placeOf(term)
    return id !== undefined && id < this.terms && this.termAt(id) === term ? id : undefined
  }

  /** The id of the first term that is not less than this one; undefined while its block is not loaded. */
  placeOf(term: string): number | undefined {
    const next = placeIn(this.meta.firsts, (first) => (compareCodePoints(first, term) <= 0 ? -1 : 1))
    if (next === 0) return 0
    const block = this.blocks.terms(next - 1)
    if (!block) return undefined
    let from = 0
    let to = block.count
    while (from < to) {
      const middle = (from + to) >> 1
      if (compareCodePoints(block.at(middle), term) < 0) from = middle + 1
      else to = middle
    }
    return this.blocks.firstTermOf(next - 1) + from
  }

  /** Call with the id of each value of a document, in order. */
  forEachId(doc: number, visit: (id: number) => void): void {
    const { ids, from, to } = this.idsOf(doc)
    for (let at = from; at < to; at += 1) {
      const id = ids[at] ?? this.terms
      if (id < this.terms) visit(id)
    }
  }

  /** Call with each number of some documents. */
  forEachNumber(docs: DocSet, visit: (value: number) => void): void {
    const numbers = this.blocks.numbers()
    const { blockDocs } = this.meta
    for (let block = 0; block * blockDocs < this.size; block += 1) {
      const first = block * blockDocs
      const end = Math.min(this.size, first + blockDocs)
      if (docs.isEmptyBetween(first, end)) continue
      const values = this.blocks.values(block)
      if (!values || !numbers) continue
      const { ids, starts } = values
      docs.forEach(
        (doc) => {
          const to = starts ? (starts[doc - first + 1] ?? 0) : doc - first + 1
          for (let at = starts ? (starts[doc - first] ?? 0) : doc - first; at < to; at += 1)
            visit(numbers[ids[at] ?? 0] ?? 0)
        },
        first,
        end,
      )
    }
  }

  /** Add all documents that have a value to a set. */
  collectPresent(into: DocSet): void {
    if (!this.meta.hasGaps) {
      into.fill()
      return
    }
    const present = this.blocks.present()
    if (present) into.uniteWords(present)
  }

  /** Add all documents that satisfy a condition on this column to a set. */
  collect(leaf: QueryLeaf, into: DocSet): void {
    const bounds = boundsOf(leaf)
    if (leaf.type === 'exists') this.collectPresent(into)
    else if (!bounds) collectTerms(this, leaf, into)
    else if (this.meta.isNumbers) this.collectNumbers(bounds.min, bounds.max, into)
  }

  /**
   * The ids of the terms that pass a test.
   *
   * @param prefix - only terms with this prefix are tested
   */
  matching(test: (term: string) => boolean, prefix?: string): number[] {
    const found: number[] = []
    const first = prefix === undefined ? 0 : (this.placeOf(prefix) ?? this.terms)
    const { firsts } = this.meta
    for (let at = this.blocks.blockOfTerm(first); at < firsts.length; at += 1) {
      const block = this.blocks.terms(at)
      const start = this.blocks.firstTermOf(at)
      // If a block is missing, the following ones are requested as well, so that all are fetched together.
      for (let place = Math.max(0, first - start); block && place < block.count; place += 1) {
        const term = block.at(place)
        if (test(term)) found.push(start + place)
        else if (prefix !== undefined) return found
      }
      const next = firsts[at + 1]
      if (prefix !== undefined && next !== undefined && !next.startsWith(prefix) && !prefix.startsWith(next)) break
    }
    return found
  }

  /** Add every document that has one of these terms. */
  collectIds(wanted: readonly number[], into: DocSet): void {
    if (wanted.length === 0) return
    const { postings } = this.meta
    if (!postings) {
      const isWanted = new Uint8Array(this.terms + 1)
      for (const id of wanted) isWanted[id] = 1
      this.scan(into, (id) => isWanted[id] === 1)
      return
    }
    let block = -1
    for (const id of wanted) {
      while (block + 1 < postings.length && (postings[block + 1] ?? 0) <= id) block += 1
      this.blocks.postings(block)?.collect(id - (postings[block] ?? 0), into)
    }
  }

  /** All numbers in ascending order, by id; empty while they are not loaded. */
  numbers(): Float64Array {
    return this.blocks.numbers() ?? NO_NUMBERS
  }

  private collectNumbers(min: Bound<number> | undefined, max: Bound<number> | undefined, into: DocSet): void {
    const numbers = this.blocks.numbers()
    if (!numbers) return
    const from = min ? placeOfNumber(numbers, min.value, !min.inclusive) : 0
    const to = max ? placeOfNumber(numbers, max.value, max.inclusive) : numbers.length
    if (from < to) this.scan(into, (id) => id >= from && id < to)
  }

  hasPhrase(doc: number, phrase: readonly number[], slop: number): boolean {
    if (!this.meta.hasBreaks) return phrase.length === 1
    const { ids, from, to } = this.idsOf(doc)
    const values = Int32Array.from(ids.subarray(from, to), (id) => (id < this.terms ? id : BREAK))
    return hasPhrase(values, phrase, slop)
  }

  private scan(into: DocSet, isWanted: (id: number) => boolean): void {
    const { blockDocs } = this.meta
    for (let block = 0; block * blockDocs < this.size; block += 1) {
      const values = this.blocks.values(block)
      if (!values) continue
      const { ids, starts } = values
      const first = block * blockDocs
      if (!starts) {
        for (let at = 0; at < ids.length; at += 1) if (isWanted(ids[at] ?? 0)) into.add(first + at)
        continue
      }
      for (let doc = 0; doc + 1 < starts.length; doc += 1)
        for (let at = starts[doc] ?? 0; at < (starts[doc + 1] ?? 0); at += 1)
          if (isWanted(ids[at] ?? 0)) {
            into.add(first + doc)
            break
          }
    }
  }

  private idsOf(doc: number): { ids: ValueBlock['ids']; from: number; to: number } {
    const block = Math.floor(doc / this.meta.blockDocs)
    const values = this.blocks.values(block)
    if (!values) return { ids: NO_IDS, from: 0, to: 0 }
    const at = doc - block * this.meta.blockDocs
    const { ids, starts } = values
    return starts ? { ids, from: starts[at] ?? 0, to: starts[at + 1] ?? 0 } : { ids, from: at, to: at + 1 }
  }
}

const NO_IDS = new Uint8Array(0)
const NO_NUMBERS = new Float64Array(0)
const NO_TERMS: FrequentTerms = { ids: [], terms: [] }

/** The index of the first number that is at least `value`, or with `isAbove` greater than it. */
function placeOfNumber(ascending: Float64Array, value: number, isAbove: boolean): number {
  return placeIn(ascending, (there) => (isAbove && there === value ? -1 : there - value))
}

/** The index of the first item of an ascending list for which `compare` is not negative. */
function placeIn<T>(ascending: ArrayLike<T>, compare: (item: T) => number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = ascending[middle]
    if (item !== undefined && compare(item) < 0) low = middle + 1
    else high = middle
  }
  return low
}
