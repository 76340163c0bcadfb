import moduleBytes from './dot-products.wat'
import type { Nearest, NearestAsk, VectorPage } from './protocol'
import { TopList } from './top-list'

const MEMORY_PAGE = 65_536
/** Rows scored at a time: their scores stay in the processor's nearest memory. */
const BLOCK = 1024
/** Memory for rows grows by half of what there is, and by so many bytes at least. */
const GROW_BYTES = 2 ** 20

/**
 * The vectors of one settings, in memory: single precision, each of length 1 so that a dot product is a cosine, one after the other so that
 * a search reads memory straight through. In front of them lie the vector searched for and the scores of one block.
 */
export class VectorRows {
  /** Everything committed up to here is in. */
  version = -1
  private readonly stride: number
  private readonly memory: WebAssembly.Memory
  private readonly dot: DotProducts
  private readonly pks: number[] = []
  private readonly rowOf = new Map<number, number>()

  constructor(readonly dimensions: number) {
    this.stride = Math.ceil((dimensions * 4) / ROW_ALIGNMENT) * ROW_ALIGNMENT
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.placeOf(BLOCK) / MEMORY_PAGE) })
    this.dot = dotProductsIn(this.memory)
  }

  /** Memory in use, about. */
  get bytes(): number {
    return this.memory.buffer.byteLength + this.pks.length * 60
  }

  /** Take in a page; a record that is in already gets its new vector. Vectors of another length are passed over. */
  put({ pks, bytes }: VectorPage): void {
    const width = bytes.byteLength / Math.max(1, pks.length)
    const perNumber = width / this.dimensions
    if (perNumber !== 8 && perNumber !== 4) return
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const values = new Float64Array(this.dimensions)
    this.reserve(this.pks.length + pks.length)
    for (const [index, pk] of pks.entries()) {
      for (let at = 0; at < values.length; at += 1) {
        const from = index * width + at * perNumber
        values[at] = perNumber === 8 ? view.getFloat64(from, true) : view.getFloat32(from, true)
      }
      this.write(this.placeOf(this.rowFor(pk)), values, 1)
    }
  }

  /** The records nearest to a target, or farthest from it; the earlier record first where two are as near. */
  find({ target, order, count, among, without }: NearestAsk): Nearest {
    const sign = order === 'nearest' ? 1 : -1
    this.write(0, target, sign)
    const gone = new Set(without)
    const top = new TopList(count)
    const offer = (row: number, score: number) => {
      const pk = this.pks[row]
      if (pk !== undefined && score >= top.least && !gone.has(pk)) top.add(pk, score)
    }
    if (among === undefined) this.scoreAll(offer)
    else this.scoreSome(among, offer)
    const best = top.sorted()
    return { pks: best.map(({ pk }) => pk), cosines: best.map(({ score }) => score * sign) }
  }

  private scoreAll(offer: (row: number, score: number) => void): void {
    const scores = new Float32Array(this.memory.buffer, this.stride, BLOCK)
    for (let first = 0; first < this.pks.length; first += BLOCK) {
      const count = Math.min(BLOCK, this.pks.length - first)
      this.dot(this.placeOf(first), count, this.stride, 0, this.stride)
      for (let at = 0; at < count; at += 1) offer(first + at, scores[at] ?? 0)
    }
  }

  private scoreSome(pks: string, offer: (row: number, score: number) => void): void {
    const scores = new Float32Array(this.memory.buffer, this.stride, 1)
    for (const pk of parsePks(pks)) {
      const row = this.rowOf.get(pk)
      if (row === undefined) continue
      this.dot(this.placeOf(row), 1, this.stride, 0, this.stride)
      offer(row, scores[0] ?? 0)
    }
  }

  private rowFor(pk: number): number {
    const known = this.rowOf.get(pk)
    if (known !== undefined) return known
    const row = this.pks.length
    this.pks.push(pk)
    this.rowOf.set(pk, row)
    return row
  }

  /**
   * Write a vector with length 1, in its direction or against it; zeros stay zeros. The largest number is taken out first, so that no square
   * overflows.
   */
  private write(place: number, values: Float64Array, sign: 1 | -1): void {
    const room = new Float32Array(this.memory.buffer, place, this.dimensions)
    let largest = 0
    for (const value of values) largest = Math.max(largest, Math.abs(value))
    let squares = 0
    for (const value of values) squares += largest === 0 ? 0 : (value / largest) ** 2
    const length = Math.sqrt(squares)
    for (const [at, value] of values.entries()) room[at] = largest === 0 ? 0 : (sign * (value / largest)) / length
  }

  /** Where a row begins, in bytes. */
  private placeOf(row: number): number {
    return this.stride + BLOCK * 4 + row * this.stride
  }

  private reserve(rows: number): void {
    const { byteLength } = this.memory.buffer
    const missing = this.placeOf(rows) - byteLength
    if (missing > 0) this.memory.grow(Math.ceil(Math.max(missing, byteLength / 2, GROW_BYTES) / MEMORY_PAGE))
  }
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

/** Rows start at multiples of so many bytes: two steps of four single-precision numbers. */
const ROW_ALIGNMENT = 32

type DotProducts = (
  /** Where the rows begin, in bytes. */
  rows: number,
  /** How many there are; may be 0. */
  count: number,
  /** Bytes of a row, a multiple of {@link ROW_ALIGNMENT}. */
  stride: number,
  /** Where the vector is. */
  unit: number,
  /** Where the results go, one single-precision number per row. */
  out: number,
) => void

let compiled: WebAssembly.Module | undefined

/**
 * Dot products over numbers in this memory: WebAssembly has instructions for four numbers at a time, and JavaScript has not. The build
 * translates its text to bytes (`scripts/lib/build/wat-plugin.mjs`).
 */
function dotProductsIn(memory: WebAssembly.Memory): DotProducts {
  compiled ??= new WebAssembly.Module(moduleBytes)
  const { dot } = new WebAssembly.Instance(compiled, { env: { memory } }).exports
  if (typeof dot !== 'function') throw new Error('The module exports no function.')
  return (rows, count, stride, unit, out) => {
    dot(rows, count, stride, unit, out)
  }
}
