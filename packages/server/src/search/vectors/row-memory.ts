import moduleBytes from './vector-scores.wat'

/** How near a row is to the target; the greater the nearer. */
export type Metric = 'dot' | 'squaredDistance'

const MEMORY_PAGE = 65_536
/** Rows scored at a time: their scores stay in the processor's nearest memory. */
const BLOCK = 1024
const SCORES_BYTES = BLOCK * Float64Array.BYTES_PER_ELEMENT
/** Rows start at multiples of so many bytes: two steps of four single-precision numbers. */
const ROW_ALIGNMENT = 32
/** Memory for rows grows by half of what there is, and by so many bytes at least. */
const GROW_BYTES = 2 ** 20

/**
 * Vectors of one length in single precision, one after the other, so that a search reads memory straight through; and the code that scores
 * them. In front of them lie the vector searched for (the target) and the scores of one block. All views are void once `reserve` is called.
 */
export class RowMemory {
  private readonly stride: number
  private readonly memory: WebAssembly.Memory
  private readonly score: ScoreRows
  /** Of two distances the smaller is the better score. */
  private readonly sign: 1 | -1

  constructor(
    readonly dimensions: number,
    metric: Metric,
  ) {
    this.stride = Math.ceil((dimensions * 4) / ROW_ALIGNMENT) * ROW_ALIGNMENT
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(this.placeOf(1) / MEMORY_PAGE) })
    this.score = scoreRowsIn(this.memory, metric)
    this.sign = metric === 'dot' ? 1 : -1
  }

  /** Memory in use. */
  get bytes(): number {
    return this.memory.buffer.byteLength
  }

  /** Make room for so many rows. */
  reserve(rows: number): void {
    const missing = this.placeOf(rows) - this.bytes
    if (missing > 0) this.memory.grow(Math.ceil(Math.max(missing, this.bytes / 2, GROW_BYTES) / MEMORY_PAGE))
  }

  /** The vector searched for, to be written. */
  target(): Float32Array {
    return new Float32Array(this.memory.buffer, 0, this.dimensions)
  }

  /** A row, to be written. */
  row(at: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.placeOf(at), this.dimensions)
  }

  /** Write rows that lie one after the other, from the first row on. */
  writeRows(values: Float32Array): void {
    const { dimensions } = this
    const rows = values.length / dimensions
    this.reserve(rows)
    if (this.stride === dimensions * 4) {
      new Float32Array(this.memory.buffer, this.placeOf(0), values.length).set(values)
      return
    }
    const all = new Float32Array(this.memory.buffer)
    const step = this.stride / 4
    for (let row = 0, to = this.placeOf(0) / 4; row < rows; row += 1, to += step)
      for (let at = 0; at < dimensions; at += 1) all[to + at] = values[row * dimensions + at] ?? 0
  }

  /** Call with the score of each of the first rows. */
  forEachScore(rows: number, visit: (row: number, score: number) => void): void {
    const scores = new Float64Array(this.memory.buffer, this.stride, BLOCK)
    for (let first = 0; first < rows; first += BLOCK) {
      const count = Math.min(BLOCK, rows - first)
      this.score(this.placeOf(first), count, this.stride, 0, this.stride)
      for (let at = 0; at < count; at += 1) visit(first + at, (scores[at] ?? 0) * this.sign)
    }
  }

  scoreOf(row: number): number {
    this.score(this.placeOf(row), 1, this.stride, 0, this.stride)
    return (new Float64Array(this.memory.buffer, this.stride, 1)[0] ?? 0) * this.sign
  }

  /** Where a row begins, in bytes. */
  private placeOf(row: number): number {
    return this.stride + SCORES_BYTES + row * this.stride
  }
}

type ScoreRows = (
  /** Where the rows begin, in bytes. */
  rows: number,
  /** How many there are; may be 0. */
  count: number,
  /** Bytes of a row, a multiple of {@link ROW_ALIGNMENT}. */
  stride: number,
  /** Where the target is. */
  target: number,
  /** Where the results go, one double-precision number per row. */
  out: number,
) => void

let compiled: WebAssembly.Module | undefined

/**
 * Scores rows in this memory: WebAssembly has instructions for four numbers at a time, and JavaScript has not. The build translates its text
 * to bytes (`scripts/lib/build/wat-plugin.mjs`).
 */
function scoreRowsIn(memory: WebAssembly.Memory, metric: Metric): ScoreRows {
  compiled ??= new WebAssembly.Module(moduleBytes)
  const score = new WebAssembly.Instance(compiled, { env: { memory } }).exports[metric]
  if (typeof score !== 'function') throw new Error(`The module exports no function ${metric}.`)
  return (rows, count, stride, target, out) => {
    score(rows, count, stride, target, out)
  }
}
