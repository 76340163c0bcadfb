import {
  bitmapLength,
  type ColumnMeta,
  decodeValues,
  PostingsBlock,
  TERMS_A_BLOCK,
  TermBlock,
  type ValueBlock,
} from '../format'
import type { PartSource } from '../part-cache'

/** Decoded data of a part: null when it must be fetched first, undefined when it was not requested yet. */
type Known<T> = T | null | undefined

/**
 * The stored blocks of one column of a segment, for one attempt to answer a query. Each is decoded once. A block that is missing in `parts`
 * is requested there and is undefined in this attempt.
 */
export class ColumnBlocks {
  private readonly termBlocks: Known<TermBlock>[] = []
  private readonly valueBlocks: Known<ValueBlock>[] = []
  private readonly postingsBlocks: Known<PostingsBlock>[] = []
  private numberList: Known<Float64Array>

  constructor(
    private readonly segment: string,
    readonly meta: ColumnMeta,
    /** The number of documents in the segment. */
    readonly size: number,
    private readonly parts: PartSource,
  ) {}

  /** A block of the dictionary: terms with consecutive ids. */
  terms(block: number): TermBlock | undefined {
    if (block >= this.meta.firsts.length) return undefined
    return this.decoded(this.termBlocks, 'd', block, (bytes) => new TermBlock(bytes))
  }

  /** The values of `meta.blockDocs` consecutive documents. */
  values(block: number): ValueBlock | undefined {
    const docs = Math.min(this.meta.blockDocs, this.size - block * this.meta.blockDocs)
    return this.decoded(this.valueBlocks, 'f', block, (bytes) => decodeValues(bytes, docs))
  }

  /** The documents that have each of some consecutive terms. */
  postings(block: number): PostingsBlock | undefined {
    return this.decoded(this.postingsBlocks, 'p', block, (bytes) => new PostingsBlock(bytes, bitmapLength(this.size)))
  }

  /** All numbers in ascending order, by id. */
  numbers(): Float64Array | undefined {
    if (this.numberList === undefined) {
      const bytes = this.part('d0')
      this.numberList = bytes ? new Float64Array(bytes.buffer, bytes.byteOffset, this.meta.terms) : null
    }
    return this.numberList ?? undefined
  }

  /** Whether the number of documents that have each term is stored. Then no document has a term twice. */
  get isCounted(): boolean {
    return this.meta.hasCounts || this.meta.counts !== undefined
  }

  /** The number of documents that have each term, if they are stored. */
  counts(): ArrayLike<number> | undefined {
    if (this.meta.counts) return this.meta.counts
    const bytes = this.part('n0')
    return bytes && new Uint32Array(bytes.buffer, bytes.byteOffset, this.meta.terms)
  }

  /** A bitmap of the documents that have a value, if some have none (`meta.hasGaps`). */
  present(): Int32Array | undefined {
    const bytes = this.part('e0')
    return bytes && new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  }

  /** The index of the dictionary block that contains a term. */
  blockOfTerm(id: number): number {
    const { blockStarts } = this.meta
    if (!blockStarts) return Math.floor(id / TERMS_A_BLOCK)
    let low = 0
    let high = blockStarts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((blockStarts[middle] ?? 0) <= id) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  /** The id of the first term of a dictionary block. */
  firstTermOf(block: number): number {
    return this.meta.blockStarts?.[block] ?? block * TERMS_A_BLOCK
  }

  private decoded<T>(
    known: Known<T>[],
    kind: 'd' | 'f' | 'p',
    block: number,
    decode: (bytes: Uint8Array) => T,
  ): T | undefined {
    const found = known[block]
    if (found !== undefined) return found ?? undefined
    const bytes = this.part(`${kind}${block}`)
    const decoded = bytes ? decode(bytes) : undefined
    known[block] = decoded ?? null
    return decoded
  }

  private part(name: string): Uint8Array | undefined {
    return this.parts.get(`${this.segment}/${this.meta.stored}/${name}`)
  }
}
