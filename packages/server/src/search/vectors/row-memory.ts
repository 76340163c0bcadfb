import moduleBytes from './vector-scores.wat'

/** The similarity of a row to the target: the greater the score, the nearer the row. */
export type Metric = 'dot' | 'squaredDistance'

const MEMORY_PAGE = 65_536
/** A WebAssembly memory has 4 GiB at most. */
const MAX_PAGES = 65_536
/** Number of rows scored at a time: their scores fit into the processor's L1 cache. */
const BLOCK = 1024
const SCORES_BYTES = BLOCK * Float64Array.BYTES_PER_ELEMENT
/** Rows start at multiples of this many bytes: two SIMD steps of four single-precision numbers. */
const ROW_ALIGNMENT = 32
/** Memory for rows grows by half its size, and at least by this many bytes. */
const GROW_BYTES = 2 ** 20

/** The vectors do not fit into one memory. */
export class TooManyVectorsError extends Error {
  override name = 'TooManyVectorsError'
}

/**
 * Vectors of one length in single precision in contiguous memory, so that a search reads it sequentially, with the code that scores them.
 * The vectors are preceded by the target (the vector searched for) and the scores of one block. Calling `reserve` invalidates all views of
 * the memory.
 */
export class RowMemory {
  private readonly stride: number
  private readonly memory: WebAssembly.Memory
  private readonly score: ScoreRows
  /** Negative for distances, since the smaller distance is the better score. */
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

  /** Size of the memory in bytes. */
  get bytes(): number {
    return this.memory.buffer.byteLength
  }

  /** Grow the memory, if necessary, to this number of rows. Throws `TooManyVectorsError` when they need more than 4 GiB. */
  reserve(rows: number): void {
    const missing = this.placeOf(rows) - this.bytes
    if (missing <= 0) return
    const left = MAX_PAGES - this.bytes / MEMORY_PAGE
    if (Math.ceil(missing / MEMORY_PAGE) > left)
      throw new TooManyVectorsError(
        `More than 4 GiB of vectors cannot be searched: ${rows} of ${this.dimensions} numbers.`,
      )
    const wanted = Math.ceil(Math.max(missing, this.bytes / 2, GROW_BYTES) / MEMORY_PAGE)
    this.memory.grow(Math.min(wanted, left))
  }

  /** A writable view of the target. */
  target(): Float32Array {
    return new Float32Array(this.memory.buffer, 0, this.dimensions)
  }

  /** A writable view of one row. */
  row(at: number): Float32Array {
    return new Float32Array(this.memory.buffer, this.placeOf(at), this.dimensions)
  }

  /** Write a contiguous array of rows, starting at the first row. */
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

  /** Call `visit` with the score of each of the first `rows` rows. */
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

  /** Offset of a row in bytes. */
  private placeOf(row: number): number {
    return this.stride + SCORES_BYTES + row * this.stride
  }
}

type ScoreRows = (
  /** Offset of the first row in bytes. */
  rows: number,
  /** Number of rows; may be 0. */
  count: number,
  /** Bytes of a row, a multiple of {@link ROW_ALIGNMENT}. */
  stride: number,
  /** Offset of the target in bytes. */
  target: number,
  /** Offset of the results in bytes; one double-precision number per row. */
  out: number,
) => void

let compiled: WebAssembly.Module | undefined

/**
 * The function that scores rows in this memory, in WebAssembly, whose SIMD instructions process four numbers at a time. The build compiles
 * the module from its text form (`scripts/lib/build/wat-plugin.mjs`).
 */
function scoreRowsIn(memory: WebAssembly.Memory, metric: Metric): ScoreRows {
  compiled ??= new WebAssembly.Module(moduleBytes)
  const score = new WebAssembly.Instance(compiled, { env: { memory } }).exports[metric]
  if (typeof score !== 'function') throw new Error(`The module exports no function ${metric}.`)
  return (rows, count, stride, target, out) => {
    score(rows, count, stride, target, out)
  }
}
