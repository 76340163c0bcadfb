import type { DocSet } from '../search-thread/doc-set'

/**
 * The binary parts of a segment. All numbers are little endian, as on every machine that runs Node.
 *
 * - `d<block>`: a block of the dictionary: the distinct terms of a column in code point order, or all its numbers, ascending
 * - `f<block>`: the values of some documents, each as an index into the dictionary
 * - `p<block>`: postings: for some terms, the documents that contain them
 * - `n0`: for each term, the number of documents that contain it
 * - `e0`: the documents that have any value
 */

/** The description of a column, which is available without reading its parts. */
export interface ColumnMeta {
  /** The column under whose name the parts are stored: equal columns share them. */
  stored: string
  isNumbers: boolean
  /** The number of distinct values. */
  terms: number
  /** For each block of the dictionary, a text that is not greater than its first term, but greater than all terms of the block before. */
  firsts: string[]
  /** The id of the first term of each block; absent when each block but the last has `TERMS_A_BLOCK` terms. */
  blockStarts?: number[]
  /** The number of documents in a block of values. */
  blockDocs: number
  /** The first term of each block of postings; absent without postings, when values are scanned instead. */
  postings?: number[]
  /** `n0` is stored. */
  hasCounts: boolean
  /** For each term, the number of documents that contain it, if there are few terms. */
  counts?: number[]
  /** The most frequent terms, which need not be read from the dictionary. */
  frequent?: FrequentTerms
  /** Some documents have no value; `e0` lists those that have. */
  hasGaps: boolean
  /** The end of each value is marked by the number after the last term. */
  hasBreaks: boolean
}

/** Some terms of a column, in code point order. */
export interface FrequentTerms {
  /** Ascending. */
  ids: number[]
  terms: string[]
}

/** The description of a segment, which is available without reading its parts. */
export interface SegmentMeta {
  columns: Record<string, ColumnMeta>
  vectors: Record<string, VectorMeta>
  /** Deletions up to this version are marked as dead in this segment and in those before it; absent: up to its last row. */
  deletionsTo?: number
}

/**
 * Vectors of a segment are stored in single precision, in blocks `v<block>` of the column `vector:<name>`. The first number is NaN for
 * documents without the vector.
 */
export interface VectorMeta {
  dimensions: number
  blockDocs: number
  /** The blocks that contain at least one vector. */
  blocks: number[]
}

/** The column of record keys. A document's number is the index of its key in the dictionary. */
export const KEY_COLUMN = 'kw:id'

export const MAX_DOCS = 65_536
/** Maximum number of terms in a block of the dictionary; blocks with long terms have fewer. */
export const TERMS_A_BLOCK = 1024
/** Approximate size of a part. */
export const BLOCK_BYTES = 64 * 1024

/** Typed arrays need aligned buffers, which the database drivers do not guarantee. */
export function aligned(bytes: Uint8Array): Uint8Array {
  return bytes.byteOffset % 8 === 0 ? bytes : bytes.slice()
}

/** A block of terms, with access by index. */
export class TermBlock {
  private readonly offsets: Uint32Array
  private readonly text: Buffer
  /** All terms in one string, when each byte is one character. */
  private readonly ascii: string | undefined

  constructor(bytes: Uint8Array) {
    const [count = 0, isAscii] = new Uint32Array(bytes.buffer, bytes.byteOffset, 2)
    this.offsets = new Uint32Array(bytes.buffer, bytes.byteOffset + 8, count + 1)
    const start = 8 + (count + 1) * 4
    this.text = Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
    this.ascii = isAscii === 1 ? this.text.toString('latin1') : undefined
  }

  get count(): number {
    return this.offsets.length - 1
  }

  at(index: number): string {
    const from = this.offsets[index] ?? 0
    const to = this.offsets[index + 1] ?? from
    return this.ascii === undefined ? this.text.toString('utf8', from, to) : this.ascii.slice(from, to)
  }
}

export function encodeTerms(terms: readonly string[]): Uint8Array {
  const text = Buffer.from(terms.join(''))
  const isAscii = text.length === terms.reduce((sum, term) => sum + term.length, 0)
  const start = 8 + (terms.length + 1) * 4
  const bytes = new Uint8Array(start + text.length)
  new Uint32Array(bytes.buffer, 0, 2).set([terms.length, isAscii ? 1 : 0])
  const offsets = new Uint32Array(bytes.buffer, 8, terms.length + 1)
  let end = 0
  for (const [index, term] of terms.entries()) {
    end += isAscii ? term.length : Buffer.byteLength(term)
    offsets[index + 1] = end
  }
  bytes.set(text, start)
  return bytes
}

type Ids = Uint8Array | Uint16Array | Uint32Array

/** The values of some documents. Without `starts`, each document has exactly one. */
export interface ValueBlock {
  ids: Ids
  starts: Uint32Array | undefined
}

const VALUES_HEADER = 4

/**
 * Encode the values of some documents.
 *
 * @param starts - the offset of each document's values, and the end of the last one's
 */
export function encodeValues(ids: Uint32Array, starts: Uint32Array, greatest: number): Uint8Array {
  const docs = starts.length - 1
  const isSingle = ids.length === docs && starts.every((start, at) => start === at)
  const width = greatest < 0x100 ? 1 : greatest < 0x10000 ? 2 : 4
  const head = VALUES_HEADER + (isSingle ? 0 : starts.byteLength)
  const bytes = new Uint8Array(head + ids.length * width)
  bytes.set([width, isSingle ? 1 : 0])
  if (!isSingle) new Uint32Array(bytes.buffer, VALUES_HEADER, docs + 1).set(starts)
  idsOf(bytes, head, ids.length, width).set(ids)
  return bytes
}

/**
 * Decode the values of some documents.
 *
 * @param docs - the number of documents in the block
 */
export function decodeValues(bytes: Uint8Array, docs: number): ValueBlock {
  const [width = 1, isSingle] = bytes
  const starts = isSingle === 1 ? undefined : new Uint32Array(bytes.buffer, bytes.byteOffset + VALUES_HEADER, docs + 1)
  return { ids: idsOf(bytes, VALUES_HEADER + (starts?.byteLength ?? 0), starts?.[docs] ?? docs, width), starts }
}

function idsOf(bytes: Uint8Array, at: number, length: number, width: number): Ids {
  const from = bytes.byteOffset + at
  if (width === 1) return new Uint8Array(bytes.buffer, from, length)
  return width === 2 ? new Uint16Array(bytes.buffer, from, length) : new Uint32Array(bytes.buffer, from, length)
}

/** The documents of some terms: short lists as numbers, long ones as a bitmap of all documents of the segment. */
export class PostingsBlock {
  private readonly starts: Uint32Array
  private readonly data: Uint16Array

  constructor(
    bytes: Uint8Array,
    private readonly bitmapLength: number,
  ) {
    const [terms = 0] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1)
    this.starts = new Uint32Array(bytes.buffer, bytes.byteOffset + 4, terms + 1)
    this.data = new Uint16Array(bytes.buffer, bytes.byteOffset + 4 + this.starts.byteLength, this.starts[terms] ?? 0)
  }

  collect(index: number, into: DocSet): void {
    const from = this.starts[index] ?? 0
    const to = this.starts[index + 1] ?? from
    if (to - from === this.bitmapLength) into.uniteBits(this.data.subarray(from, to))
    else for (let at = from; at < to; at += 1) into.add(this.data[at] ?? 0)
  }
}

/** The length of a bitmap in 16-bit words. A list is stored as numbers only if it is shorter. */
export function bitmapLength(docs: number): number {
  return Math.max(1, (docs + 15) >>> 4)
}

export function encodePostings(lists: readonly Uint16Array[], docs: number): Uint8Array {
  const length = bitmapLength(docs)
  const data = lists.map((list) => (list.length < length ? list : bitmapOf(list, length)))
  const words = data.reduce((sum, list) => sum + list.length, 0)
  const bytes = new Uint8Array(8 + lists.length * 4 + words * 2)
  new Uint32Array(bytes.buffer, 0, 1)[0] = lists.length
  const starts = new Uint32Array(bytes.buffer, 4, lists.length + 1)
  const all = new Uint16Array(bytes.buffer, 8 + lists.length * 4, words)
  let end = 0
  for (const [index, list] of data.entries()) {
    all.set(list, end)
    end += list.length
    starts[index + 1] = end
  }
  return bytes
}

function bitmapOf(list: Uint16Array, length: number): Uint16Array {
  const bitmap = new Uint16Array(length)
  for (const doc of list) bitmap[doc >>> 4] = (bitmap[doc >>> 4] ?? 0) | (1 << (doc & 15))
  return bitmap
}
