/** Some documents with consecutive ordinals, over which a query is evaluated in one step. */
export interface DocRange {
  /** A multiple of 32. */
  base: number
  size: number
}

/** A set of documents by ordinal, as a bitmap. Sets that are combined must have the same size. */
export class DocSet {
  private readonly words: Int32Array

  constructor(
    /** The number of ordinals. */
    readonly size: number,
    words?: Int32Array,
  ) {
    this.words = words ?? new Int32Array((size + 31) >>> 5)
  }

  add(ordinal: number): void {
    this.words[ordinal >>> 5] = (this.words[ordinal >>> 5] ?? 0) | (1 << (ordinal & 31))
  }

  has(ordinal: number): boolean {
    return (((this.words[ordinal >>> 5] ?? 0) >>> (ordinal & 31)) & 1) === 1
  }

  /** A copy of the set, optionally larger. */
  copy(size = this.size): DocSet {
    const copied = new DocSet(size)
    copied.words.set(this.words)
    return copied
  }

  remove(ordinal: number): void {
    this.words[ordinal >>> 5] = (this.words[ordinal >>> 5] ?? 0) & ~(1 << (ordinal & 31))
  }

  /**
   * A part of the set with ordinals of its own. It is a view: changes to it change this set.
   *
   * @param from - a multiple of 32
   */
  part(from: number, size: number): DocSet {
    return new DocSet(size, this.words.subarray(from >>> 5, (from + size + 31) >>> 5))
  }

  /**
   * Whether the set contains no document in a range.
   *
   * @param from - a multiple of 32, as is `to` unless it is the end
   */
  isEmptyBetween(from: number, to: number): boolean {
    for (let at = from >>> 5; at < (to + 31) >>> 5; at += 1) if (this.words[at] !== 0) return false
    return true
  }

  /** Add the documents of a bitmap of 16-bit words. */
  uniteBits(bits: Uint16Array): void {
    for (let at = 0; at < bits.length; at += 1)
      this.words[at >>> 1] = (this.words[at >>> 1] ?? 0) | ((bits[at] ?? 0) << ((at & 1) << 4))
  }

  /** Add the documents of a bitmap of 32-bit words. */
  uniteWords(words: Int32Array): void {
    for (let at = 0; at < words.length; at += 1) this.words[at] = (this.words[at] ?? 0) | (words[at] ?? 0)
  }

  /** Add every document. */
  fill(): this {
    const full = this.size >>> 5
    this.words.fill(-1, 0, full)
    for (let ordinal = full << 5; ordinal < this.size; ordinal += 1) this.add(ordinal)
    return this
  }

  /** The bitmap as bytes, for storage. */
  toBytes(): Uint8Array {
    return new Uint8Array(this.words.slice().buffer)
  }

  /** Keep only documents that are in the other set, too. */
  intersect(other: DocSet): this {
    for (let at = 0; at < this.words.length; at += 1) this.words[at] = (this.words[at] ?? 0) & (other.words[at] ?? 0)
    return this
  }

  subtract(other: DocSet): this {
    for (let at = 0; at < this.words.length; at += 1) this.words[at] = (this.words[at] ?? 0) & ~(other.words[at] ?? 0)
    return this
  }

  unite(other: DocSet): this {
    for (let at = 0; at < this.words.length; at += 1) this.words[at] = (this.words[at] ?? 0) | (other.words[at] ?? 0)
    return this
  }

  count(): number {
    let total = 0
    for (const word of this.words) total += bitCount(word)
    return total
  }

  /**
   * Call with the ordinals in ascending order, optionally of a range only.
   *
   * @param from - a multiple of 32, as is `to` unless it is the end
   */
  forEach(visit: (ordinal: number) => void, from = 0, to = this.size): void {
    const end = (to + 31) >>> 5
    for (let at = from >>> 5; at < end; at += 1) {
      let word = this.words[at] ?? 0
      while (word !== 0) {
        const lowest = word & -word
        visit((at << 5) + (31 - Math.clz32(lowest)))
        word ^= lowest
      }
    }
  }
}

function bitCount(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555)
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333)
  return (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}
