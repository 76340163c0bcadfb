import { compareCodePoints } from '@postil/domain/search/index'
import type { ColumnSpec } from '../search-thread/columns/columns'
import { NumberColumn } from '../search-thread/columns/number-column'
import type { TermColumn } from '../search-thread/columns/term-column'
import { BREAK } from '../search-thread/fields/phrase-search'
import { greatest } from '../search-thread/fields/term-counts'
import {
  BLOCK_BYTES,
  type ColumnMeta,
  encodePostings,
  encodeTerms,
  encodeValues,
  type FrequentTerms,
  MAX_DOCS,
  TERMS_A_BLOCK,
} from './format'

export interface BuiltColumn {
  meta: Omit<ColumnMeta, 'stored'>
  /** Parts by kind and block, such as `f3`. */
  parts: [name: string, bytes: Uint8Array][]
}

/** Columns with more terms per document than this, on average, get postings; others are quick to scan. */
const FEW_TERMS = 4
/** The number of frequent terms that are known without reading the dictionary. Columns with fewer terms have counts for all of them. */
const FREQUENT_TERMS = 256
/** Maximum length of all of them together, since the description of a segment is kept in memory. */
const FREQUENT_LENGTH = 4096

/**
 * Encode a column of a new segment.
 *
 * @param order - for each document of the segment, its ordinal in the column
 * @returns undefined when no document has a value
 */
export function buildColumn(
  { kind }: ColumnSpec,
  column: TermColumn | NumberColumn,
  order: Int32Array,
): BuiltColumn | undefined {
  if (column instanceof NumberColumn) return buildNumbers(column, order)
  const { ranks, terms } = sortedTerms(column)
  const hasBreaks = kind === 'std' || kind === 'ws'
  const end = terms.length
  const values = collectValues(order, (ordinal, push) => {
    const found = column.termsOf(ordinal)
    for (const id of found) {
      if (id !== BREAK) push(ranks[id] ?? 0)
      else if (hasBreaks) push(end)
    }
    if (hasBreaks && column.isPresent(ordinal)) push(end)
  })
  const present = presentDocs(order, (ordinal) => column.isPresent(ordinal))
  if (present.count === 0) return undefined
  const isWide = kind !== 'cloud' && values.ids.length > order.length * FEW_TERMS
  const postings = isWide ? buildPostings(values, terms.length) : undefined
  const dictionary = dictionaryParts(terms)
  const blocks = valueParts(values, end)
  const isCloud = kind === 'cloud'
  const counts = isCloud || end <= FREQUENT_TERMS ? countsOfDistinct(values, end) : undefined
  return {
    meta: {
      isNumbers: false,
      terms: terms.length,
      ...dictionary.meta,
      blockDocs: blocks.blockDocs,
      ...(postings && { postings: postings.firsts }),
      hasCounts: isCloud && counts !== undefined,
      ...(counts && !isCloud && { counts: [...counts] }),
      ...(counts && { frequent: frequentTerms(counts, terms) }),
      hasGaps: present.count < order.length,
      hasBreaks,
    },
    parts: [
      ...dictionary.parts,
      ...blocks.parts,
      ...(postings?.parts ?? []),
      ...(isCloud && counts ? countParts(counts) : []),
      ...presenceParts(present, order.length),
    ],
  }
}

/** The column of keys, in which the n-th document has the n-th key. */
export function buildKeys(keys: readonly string[]): BuiltColumn {
  const { parts, meta: dictionary } = dictionaryParts(keys)
  const values = collectValues(Int32Array.from(keys.keys()), (ordinal, push) => push(ordinal))
  const blocks = valueParts(values, keys.length)
  const meta = {
    isNumbers: false,
    terms: keys.length,
    ...dictionary,
    blockDocs: blocks.blockDocs,
    hasCounts: false,
    hasGaps: false,
    hasBreaks: false,
  }
  return { meta, parts: [...parts, ...blocks.parts] }
}

function buildNumbers(column: NumberColumn, order: Int32Array): BuiltColumn | undefined {
  const distinct = new Set<number>()
  for (const ordinal of order)
    column.forEachValue(ordinal, (value) => {
      distinct.add(value)
    })
  if (distinct.size === 0) return undefined
  const numbers = Float64Array.from(distinct).sort()
  const places = new Map([...numbers].map((value, place) => [value, place]))
  const values = collectValues(order, (ordinal, push) =>
    column.forEachValue(ordinal, (value) => push(places.get(value) ?? 0)),
  )
  const has = (ordinal: number) => column.extreme(ordinal, 'min') !== undefined
  const present = presentDocs(order, has)
  const blocks = valueParts(values, numbers.length)
  return {
    meta: {
      isNumbers: true,
      terms: numbers.length,
      firsts: [],
      blockDocs: blocks.blockDocs,
      hasCounts: false,
      hasGaps: present.count < order.length,
      hasBreaks: false,
    },
    parts: [['d0', new Uint8Array(numbers.buffer)], ...blocks.parts, ...presenceParts(present, order.length)],
  }
}

/** The terms that occur in documents, in code point order, and the rank of each term id among them. */
function sortedTerms(column: TermColumn): { ranks: Int32Array; terms: string[] } {
  const used = new Uint8Array(column.terms.length)
  for (let ordinal = 0; ordinal < column.size; ordinal += 1)
    column.forEachTerm(ordinal, (id) => {
      used[id] = 1
    })
  const ids = new Map<string, number>()
  for (const [id, term] of column.terms.entries()) if (used[id]) ids.set(term, id)
  const terms = sortedByCodePoints([...ids.keys()])
  const ranks = new Int32Array(column.terms.length)
  for (const [rank, term] of terms.entries()) ranks[ids.get(term) ?? 0] = rank
  return { ranks, terms }
}

/** JavaScript's own order is faster, and differs only for characters outside the basic multilingual plane. */
function sortedByCodePoints(texts: string[]): string[] {
  return texts.some((text) => /[\ud800-\udfff]/.test(text)) ? texts.sort(compareCodePoints) : texts.sort()
}

interface Values {
  ids: Uint32Array
  starts: Uint32Array
}

function collectValues(order: Int32Array, read: (ordinal: number, push: (id: number) => void) => void): Values {
  let ids = new Uint32Array(order.length + 1024)
  const starts = new Uint32Array(order.length + 1)
  let length = 0
  const push = (id: number) => {
    if (length === ids.length) {
      const larger = new Uint32Array(ids.length * 2)
      larger.set(ids)
      ids = larger
    }
    ids[length] = id
    length += 1
  }
  for (const [doc, ordinal] of order.entries()) {
    read(ordinal, push)
    starts[doc + 1] = length
  }
  return { ids: ids.subarray(0, length), starts }
}

function valueParts({ ids, starts }: Values, greatest: number) {
  const docs = starts.length - 1
  const bytesADoc = 4 + (ids.length / docs) * (greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4)
  let blockDocs = MAX_DOCS
  // A document with exactly one value takes only the size of that value.
  const isSingle = ids.length === docs
  while (!isSingle && blockDocs > 256 && blockDocs * bytesADoc > 2 * BLOCK_BYTES) blockDocs /= 2
  const parts: BuiltColumn['parts'] = []
  for (let from = 0; from < docs; from += blockDocs) {
    const to = Math.min(docs, from + blockDocs)
    const first = starts[from] ?? 0
    const some = starts.slice(from, to + 1).map((start) => start - first)
    parts.push([`f${parts.length}`, encodeValues(ids.subarray(first, starts[to]), some, greatest)])
  }
  return { blockDocs, parts }
}

function dictionaryParts(terms: readonly string[]): {
  meta: Pick<ColumnMeta, 'firsts' | 'blockStarts'>
  parts: BuiltColumn['parts']
} {
  const starts: number[] = []
  const parts: BuiltColumn['parts'] = []
  for (let from = 0; from < terms.length; ) {
    let to = from
    for (let bytes = 0; to < terms.length && to - from < TERMS_A_BLOCK && bytes < BLOCK_BYTES; to += 1)
      bytes += Buffer.byteLength(terms[to] ?? '')
    parts.push([`d${parts.length}`, encodeTerms(terms.slice(from, to))])
    starts.push(from)
    from = to
  }
  const firsts = starts.map((start) => (start === 0 ? '' : shortestAbove(terms[start - 1] ?? '', terms[start] ?? '')))
  const isUniform = starts.every((start, block) => start === block * TERMS_A_BLOCK)
  return { meta: { firsts, ...(!isUniform && { blockStarts: starts }) }, parts }
}

/** The shortest prefix of a term that is greater than the term before it. Used since terms may be whole texts. */
function shortestAbove(before: string, term: string): string {
  let same = 0
  while (same < before.length && before.codePointAt(same) === term.codePointAt(same)) same += 1
  return term.slice(0, same) + String.fromCodePoint(term.codePointAt(same) ?? 0)
}

/** The distinct documents of each term, by a counting sort. */
function buildPostings(values: Values, terms: number) {
  const docs = values.starts.length - 1
  const counts = countDocs(values, terms)
  const lists = Array.from(counts, (count) => new Uint16Array(count))
  const filled = new Uint32Array(terms)
  eachTermOnce(values, terms, (id, doc) => {
    const at = filled[id] ?? 0
    const list = lists[id]
    if (list) list[at] = doc
    filled[id] = at + 1
  })
  const firsts: number[] = []
  const parts: BuiltColumn['parts'] = []
  for (let from = 0; from < terms; ) {
    let to = from
    for (let bytes = 0; to < terms && bytes < BLOCK_BYTES / 2; to += 1)
      bytes += 4 + Math.min((counts[to] ?? 0) * 2, docs / 8)
    firsts.push(from)
    parts.push([`p${parts.length}`, encodePostings(lists.slice(from, to), docs)])
    from = to
  }
  return { firsts, parts }
}

function countParts(counts: Uint32Array): BuiltColumn['parts'] {
  return [['n0', new Uint8Array(counts.buffer)]]
}

function frequentTerms(counts: Uint32Array, terms: readonly string[]): FrequentTerms {
  let length = 0
  const ids = greatest(counts, FREQUENT_TERMS).filter((id) => {
    length += terms[id]?.length ?? 0
    return length <= FREQUENT_LENGTH
  })
  ids.sort((one, other) => one - other)
  return { ids, terms: ids.map((id) => terms[id] ?? '') }
}

/** The number of documents of each term; undefined when a document has a term twice, since occurrences are counted as well. */
function countsOfDistinct(values: Values, terms: number): Uint32Array | undefined {
  const counts = countDocs(values, terms)
  return counts.reduce((sum, count) => sum + count, 0) === values.ids.length ? counts : undefined
}

function countDocs(values: Values, terms: number): Uint32Array {
  const counts = new Uint32Array(terms)
  eachTermOnce(values, terms, (id) => {
    counts[id] = (counts[id] ?? 0) + 1
  })
  return counts
}

function eachTermOnce({ ids, starts }: Values, terms: number, visit: (id: number, doc: number) => void): void {
  const last = new Int32Array(terms).fill(-1)
  for (let doc = 0; doc + 1 < starts.length; doc += 1)
    for (let at = starts[doc] ?? 0; at < (starts[doc + 1] ?? 0); at += 1) {
      const id = ids[at] ?? terms
      if (id === terms || last[id] === doc) continue
      last[id] = doc
      visit(id, doc)
    }
}

function presentDocs(order: Int32Array, has: (ordinal: number) => boolean): { bits: Int32Array; count: number } {
  const bits = new Int32Array((order.length + 31) >>> 5)
  let count = 0
  for (const [doc, ordinal] of order.entries())
    if (has(ordinal)) {
      bits[doc >>> 5] = (bits[doc >>> 5] ?? 0) | (1 << (doc & 31))
      count += 1
    }
  return { bits, count }
}

function presenceParts({ bits, count }: { bits: Int32Array; count: number }, docs: number): BuiltColumn['parts'] {
  return count < docs ? [['e0', new Uint8Array(bits.buffer)]] : []
}
