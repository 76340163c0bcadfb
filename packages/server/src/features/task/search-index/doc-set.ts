/** A set of documents by ordinal, one bit each. All sets that meet must be of the same size. */
export class DocSet {
  private readonly words: Int32Array

  constructor(
    /** How many ordinals there are. */
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

  /** The same documents in a set of its own, larger if asked. */
  copy(size = this.size): DocSet {
    const copied = new DocSet(size)
    copied.words.set(this.words)
    return copied
  }

  remove(ordinal: number): void {
    this.words[ordinal >>> 5] = (this.words[ordinal >>> 5] ?? 0) & ~(1 << (ordinal & 31))
  }

  /** A part of the set, with ordinals of its own; a view: what is changed in it is changed here. @param from - a multiple of 32 */
  part(from: number, size: number): DocSet {
    return new DocSet(size, this.words.subarray(from >>> 5, (from + size + 31) >>> 5))
  }

  /** @param from - a multiple of 32, as `to` is unless it is the end */
  isEmptyBetween(from: number, to: number): boolean {
    for (let at = from >>> 5; at < (to + 31) >>> 5; at += 1) if (this.words[at] !== 0) return false
    return true
  }

  /** Add the documents of a bitmap of 16-bit words. */
  uniteBits(bits: Uint16Array): void {
    for (let at = 0; at < bits.length; at += 1)
      this.words[at >>> 1] = (this.words[at >>> 1] ?? 0) | ((bits[at] ?? 0) << ((at & 1) << 4))
  }

  /** Add the documents of a bitmap like this one. */
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

  /** The bits of the set, to be kept elsewhere. */
  toBytes(): Uint8Array {
    return new Uint8Array(this.words.slice().buffer)
  }

  /** Keep only what the other has too. */
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

  /** Ordinals, ascending; those of a range if asked. @param from - a multiple of 32, as `to` is unless it is the end */
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
