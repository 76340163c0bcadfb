import type { Nearest, NearestAsk, VectorPage } from './protocol'
import { TopList } from './top-list'

/** Rows are allocated in doubling steps from here. */
const FIRST_ROWS = 256

/**
 * The vectors of one settings, in memory: single precision, each of length 1 so that a dot product is a cosine, one after the other so that
 * a search reads memory straight through.
 */
export class VectorRows {
  /** Everything committed up to here is in. */
  version = -1
  private rows: Float32Array
  private pks = new Float64Array(FIRST_ROWS)
  private readonly rowOf = new Map<number, number>()
  private size = 0
  private scores = new Float32Array(0)

  constructor(readonly dimensions: number) {
    this.rows = new Float32Array(FIRST_ROWS * dimensions)
  }

  /** Memory in use, about. */
  get bytes(): number {
    return this.rows.byteLength + this.pks.byteLength + this.scores.byteLength + this.rowOf.size * 50
  }

  /** Take in a page; a record that is in already gets its new vector. Vectors of another length are passed over. */
  put({ pks, bytes }: VectorPage): void {
    let at = 0
    const perVector = bytes.byteLength / Math.max(1, pks.length)
    for (const pk of pks) {
      this.putOne(pk, bytes.subarray(at, at + perVector))
      at += perVector
    }
  }

  /** The records nearest to a target, or farthest from it; the earlier record first where two are as near. */
  find({ target, order, count, among, without }: NearestAsk): Nearest {
    const sign = order === 'nearest' ? 1 : -1
    const unit = unitOf(target, sign)
    const gone = new Set(without)
    const top = new TopList(count)
    const visit = (row: number, score: number) => {
      const pk = this.pks[row] ?? 0
      if (gone.size === 0 || !gone.has(pk)) top.add(pk, score)
    }
    if (among === undefined) {
      this.scoreAll(unit)
      const { scores, size } = this
      for (let row = 0; row < size; row += 1) {
        const score = scores[row] ?? 0
        if (score >= top.least) visit(row, score)
      }
    } else {
      for (const pk of parsePks(among)) {
        const row = this.rowOf.get(pk)
        if (row === undefined) continue
        const score = dot(this.rows, row * this.dimensions, unit)
        if (score >= top.least) visit(row, score)
      }
    }
    const best = top.sorted()
    return { pks: best.map(({ pk }) => pk), cosines: best.map(({ score }) => score * sign) }
  }

  private putOne(pk: number, bytes: Uint8Array): void {
    const { dimensions } = this
    const width = bytes.byteLength / dimensions
    if (width !== 8 && width !== 4) return
    let row = this.rowOf.get(pk)
    if (row === undefined) {
      row = this.size
      this.reserve(row + 1)
      this.size += 1
      this.rowOf.set(pk, row)
      this.pks[row] = pk
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const values = Float64Array.from({ length: dimensions }, (_, at) =>
      width === 8 ? view.getFloat64(at * 8, true) : view.getFloat32(at * 4, true),
    )
    this.rows.set(unitOf(values, 1), row * dimensions)
  }

  private scoreAll(unit: Float32Array): void {
    const { rows, size, dimensions } = this
    if (this.scores.length < size) this.scores = new Float32Array(this.pks.length)
    const { scores } = this
    for (let row = 0, at = 0; row < size; row += 1, at += dimensions) scores[row] = dot(rows, at, unit)
  }

  private reserve(rows: number): void {
    if (rows <= this.pks.length) return
    const room = this.pks.length * 2
    const larger = new Float32Array(room * this.dimensions)
    larger.set(this.rows)
    this.rows = larger
    const pks = new Float64Array(room)
    pks.set(this.pks)
    this.pks = pks
  }
}

/** Four sums side by side: the engine keeps them in registers, and none waits for another. */
function dot(rows: Float32Array, from: number, unit: Float32Array): number {
  const { length } = unit
  const whole = length - (length % 4)
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let at = 0
  for (; at < whole; at += 4) {
    a += (rows[from + at] ?? 0) * (unit[at] ?? 0)
    b += (rows[from + at + 1] ?? 0) * (unit[at + 1] ?? 0)
    c += (rows[from + at + 2] ?? 0) * (unit[at + 2] ?? 0)
    d += (rows[from + at + 3] ?? 0) * (unit[at + 3] ?? 0)
  }
  for (; at < length; at += 1) a += (rows[from + at] ?? 0) * (unit[at] ?? 0)
  return a + b + (c + d)
}

/** A vector of length 1 in its direction, or against it; zeros stay zeros. The largest number is taken out first, so that no square overflows. */
function unitOf(values: Float64Array, sign: 1 | -1): Float32Array {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  if (largest === 0) return new Float32Array(values.length)
  let squares = 0
  for (const value of values) squares += (value / largest) ** 2
  const length = Math.sqrt(squares)
  return Float32Array.from(values, (value) => (sign * (value / largest)) / length)
}

function* parsePks(text: string): Generator<number> {
  let pk = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 44) {
      yield pk
      pk = 0
    } else pk = pk * 10 + (code - 48)
  }
  if (text !== '') yield pk
}
