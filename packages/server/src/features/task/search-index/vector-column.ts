import type { DocSet } from './doc-set'
import { Int32List } from './lists'

const NONE = -1

/** A document and how far its vector is from the one asked for. */
export interface Near {
  ordinal: number
  distance: number
}

/** One vector of all documents, in single precision as search engines keep them. */
export class VectorColumn {
  private rows = new Float32Array(0)
  private count = 0
  /** The row of each document, or NONE. */
  private readonly rowOf = new Int32List()

  constructor(readonly dimensions: number) {}

  get size(): number {
    return this.rowOf.length
  }

  /** @param bytes - float64, little endian; undefined for a document without this vector */
  append(bytes: Uint8Array | undefined): void {
    if (!bytes || bytes.byteLength !== this.dimensions * 8) {
      this.rowOf.push(NONE)
      return
    }
    this.reserve()
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const from = this.count * this.dimensions
    for (let at = 0; at < this.dimensions; at += 1) this.rows[from + at] = view.getFloat64(at * 8, true)
    this.rowOf.push(this.count)
    this.count += 1
  }

  /** The vector of a document. */
  rowAt(ordinal: number): Float32Array | undefined {
    const row = this.rowOf.at(ordinal)
    return row === NONE ? undefined : this.rows.subarray(row * this.dimensions, (row + 1) * this.dimensions)
  }

  has(ordinal: number): boolean {
    return this.rowOf.at(ordinal) !== NONE
  }

  /** The documents of a set that have this vector, nearest first (squared L2 distance; the earlier ordinal first on ties). */
  nearest(docs: DocSet, to: readonly number[], k: number): Near[] {
    const target = Float32Array.from(to)
    const { dimensions, rows } = this
    const found: Near[] = []
    docs.forEach((ordinal) => {
      const row = this.rowOf.at(ordinal)
      if (row === NONE) return
      const from = row * dimensions
      let distance = 0
      for (let at = 0; at < dimensions; at += 1) {
        const gap = (rows[from + at] ?? 0) - (target[at] ?? 0)
        distance += gap * gap
      }
      found.push({ ordinal, distance })
    })
    found.sort((one, other) => one.distance - other.distance || one.ordinal - other.ordinal)
    return found.slice(0, k)
  }

  get bytes(): number {
    return this.rows.byteLength + this.rowOf.data.byteLength
  }

  private reserve(): void {
    const needed = (this.count + 1) * this.dimensions
    if (needed <= this.rows.length) return
    const larger = new Float32Array(Math.max(needed, this.rows.length * 2))
    larger.set(this.rows)
    this.rows = larger
  }
}
