import { RowMemory } from './row-memory'
import { type Scored, TopList } from './top-list'

/** So much is copied and scored at a time. */
const PORTION_BYTES = 128 * 1024

/** The memory of the last search: most searches of a thread are for vectors of one length. */
let used: RowMemory | undefined

/** Finds the rows nearest to a vector by squared distance, among rows that are kept elsewhere and are offered in portions. */
export class NearestRows {
  private readonly memory: RowMemory
  private readonly top: TopList

  /** @param count - how many are wanted */
  constructor(
    private readonly target: Float32Array,
    count: number,
  ) {
    this.memory = used?.dimensions === target.length ? used : new RowMemory(target.length, 'squaredDistance')
    used = this.memory
    this.top = new TopList(count)
  }

  /**
   * Look at rows that lie one after the other. A row whose distance is no number is passed over.
   *
   * @param idOf - the number by which a row is known; undefined when it may not be found
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

  /** The nearest first; of two that are as near the smaller number. Scores are squared distances, below zero. */
  sorted(): Scored[] {
    return this.top.sorted()
  }
}
