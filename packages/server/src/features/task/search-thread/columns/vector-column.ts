import type { NearestRows } from '../../../../search/vectors/nearest-rows'
import type { DocSet } from '../doc-set'
import { Int32List } from './lists'

const NONE = -1

/** One vector of each document, in single precision as in other search engines. */
export class VectorColumn {
  private rows = new Float32Array(0)
  /** The row of each document, or NONE. */
  private readonly rowOf = new Int32List()
  /** The document of each row. */
  private readonly docs = new Int32List()

  constructor(readonly dimensions: number) {}

  get size(): number {
    return this.rowOf.length
  }

  /**
   * Append the vector of the next document.
   *
   * @param bytes - float64, little endian; undefined for a document without this vector
   */
  append(bytes: Uint8Array | undefined): void {
    if (!bytes || bytes.byteLength !== this.dimensions * 8) {
      this.rowOf.push(NONE)
      return
    }
    this.reserve()
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const from = this.docs.length * this.dimensions
    for (let at = 0; at < this.dimensions; at += 1) this.rows[from + at] = view.getFloat64(at * 8, true)
    this.docs.push(this.rowOf.length)
    this.rowOf.push(this.docs.length - 1)
  }

  /** The vector of a document; undefined without one. */
  rowAt(ordinal: number): Float32Array | undefined {
    const row = this.rowOf.at(ordinal)
    return row === NONE ? undefined : this.rows.subarray(row * this.dimensions, (row + 1) * this.dimensions)
  }

  /**
   * Offer the documents of a set that have this vector to a search.
   *
   * @param base - added to a document's number to get its ordinal
   */
  offer(docs: DocSet, base: number, to: NearestRows): void {
    to.offer(this.rows.subarray(0, this.docs.length * this.dimensions), (row) => {
      const doc = this.docs.at(row)
      return docs.has(doc) ? base + doc : undefined
    })
  }

  get bytes(): number {
    return this.rows.byteLength + this.rowOf.data.byteLength + this.docs.data.byteLength
  }

  private reserve(): void {
    const needed = (this.docs.length + 1) * this.dimensions
    if (needed <= this.rows.length) return
    const larger = new Float32Array(Math.max(needed, this.rows.length * 2))
    larger.set(this.rows)
    this.rows = larger
  }
}
