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

  /** Ordinals, ascending. */
  forEach(visit: (ordinal: number) => void): void {
    for (let at = 0; at < this.words.length; at += 1) {
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
