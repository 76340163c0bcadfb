import type { Nearest, NearestAsk, VectorPage } from './protocol'
import { RowMemory } from './row-memory'
import { TopList } from './top-list'

/** The vectors of one vectors settings, in memory: normalized to length 1, so that a dot product is a cosine. */
export class VectorRows {
  /** All changes committed up to this version are included. */
  version = -1
  private readonly memory: RowMemory
  private readonly pks: number[] = []
  private readonly rowOf = new Map<number, number>()

  constructor(readonly dimensions: number) {
    this.memory = new RowMemory(dimensions, 'dot')
  }

  /** Approximate size in memory, in bytes. */
  get bytes(): number {
    return this.memory.bytes + this.pks.length * 60
  }

  /** Add a page of vectors, replacing those of records that have one already. Vectors of another length are skipped. */
  put({ pks, bytes }: VectorPage): void {
    const width = bytes.byteLength / Math.max(1, pks.length)
    const perNumber = width / this.dimensions
    if (perNumber !== 8 && perNumber !== 4) return
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const values = new Float64Array(this.dimensions)
    this.memory.reserve(this.pks.length + pks.length)
    for (const [index, pk] of pks.entries()) {
      for (let at = 0; at < values.length; at += 1) {
        const from = index * width + at * perNumber
        values[at] = perNumber === 8 ? view.getFloat64(from, true) : view.getFloat32(from, true)
      }
      writeUnit(this.memory.row(this.rowFor(pk)), values, 1)
    }
  }

  /** Find the records nearest to a target, or farthest from it; ties by the smaller pk. */
  find({ target, order, count, among, without }: NearestAsk): Nearest {
    const sign = order === 'nearest' ? 1 : -1
    writeUnit(this.memory.target(), target, sign)
    const gone = new Set(without)
    const top = new TopList(count)
    const offer = (row: number, score: number) => {
      const pk = this.pks[row]
      if (pk !== undefined && score >= top.least && !gone.has(pk)) top.add(pk, score)
    }
    if (among === undefined) this.memory.forEachScore(this.pks.length, offer)
    else this.scoreSome(among, offer)
    const best = top.sorted()
    return { pks: best.map(({ id }) => id), cosines: best.map(({ score }) => score * sign) }
  }

  private scoreSome(pks: string, offer: (row: number, score: number) => void): void {
    for (const pk of parsePks(pks)) {
      const row = this.rowOf.get(pk)
      if (row !== undefined) offer(row, this.memory.scoreOf(row))
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
}

/**
 * Write a vector normalized to length 1, in its direction or the opposite one; a zero vector stays zero. Values are divided by the largest
 * first, so that no square overflows.
 */
function writeUnit(room: Float32Array, values: Float64Array, sign: 1 | -1): void {
  let largest = 0
  for (const value of values) largest = Math.max(largest, Math.abs(value))
  let squares = 0
  for (const value of values) squares += largest === 0 ? 0 : (value / largest) ** 2
  const length = Math.sqrt(squares)
  for (const [at, value] of values.entries()) room[at] = largest === 0 ? 0 : (sign * (value / largest)) / length
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
