import { RowMemory } from './row-memory'
import { type Scored, TopList } from './top-list'

/** Number of bytes that are copied and scored at a time. */
const PORTION_BYTES = 128 * 1024

/** The memory of the last search, which is reused: most searches of a thread are for vectors of one length. */
let used: RowMemory | undefined

/** Finds the rows nearest to a vector by squared distance. The rows are stored elsewhere and passed in portions. */
export class NearestRows {
  private readonly memory: RowMemory
  private readonly top: TopList

  /** @param count - maximum number of rows to find */
  constructor(
    private readonly target: Float32Array,
    count: number,
  ) {
    this.memory = used?.dimensions === target.length ? used : new RowMemory(target.length, 'squaredDistance')
    used = this.memory
    this.top = new TopList(count)
  }

  /**
   * Score a contiguous array of rows. Rows whose distance is NaN are skipped.
   *
   * @param idOf - the id of a row by its index in `rows`; undefined for a row to leave out
   */
  offer(rows: Float32Array, idOf: (row: number) => number | undefined): void {
    const { memory, top, target } = this
    // Another search may have used the memory since the last portion.
    memory.target().set(target)
    const portion = Math.max(1, Math.floor(PORTION_BYTES / target.byteLength)) * target.length
    for (let from = 0; from < rows.length; from += portion) {
      const some = rows.subarray(from, from + portion)
      const first = from / target.length
      memory.writeRows(some)
      memory.forEachScore(some.length / target.length, (row, score) => {
        if (!(score >= top.least)) return
        const id = idOf(first + row)
        if (id !== undefined) top.add(id, score)
      })
    }
  }

  /** The rows found, nearest first; ties by the smaller id. Scores are negative squared distances. */
  sorted(): Scored[] {
    return this.top.sorted()
  }
}
