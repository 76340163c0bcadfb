/** An id with a score. */
export interface Scored {
  id: number
  score: number
}

/** Keeps the best entries of many: a heap with the worst of them on top, which is replaced first. */
export class TopList {
  private readonly heap: Scored[] = []

  constructor(private readonly size: number) {}

  /** Entries with a lower score cannot get in. */
  get least(): number {
    return this.heap.length < this.size ? Number.NEGATIVE_INFINITY : (this.heap[0]?.score ?? Number.POSITIVE_INFINITY)
  }

  add(id: number, score: number): void {
    const added = { id, score }
    const worst = this.heap[0]
    if (this.heap.length < this.size) {
      this.heap.push(added)
      this.rise(this.heap.length - 1)
    } else if (worst && isWorse(worst, added)) {
      this.heap[0] = added
      this.sink()
    }
  }

  /** The entries, best first; ties by the smaller id. */
  sorted(): Scored[] {
    return this.heap.toSorted((one, other) => other.score - one.score || one.id - other.id)
  }

  private rise(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1
      if (!this.swapIfWorse(at, parent)) return
      at = parent
    }
  }

  private sink(): void {
    for (let at = 0; ; ) {
      const left = at * 2 + 1
      const right = left + 1
      const one = this.heap[left]
      const other = this.heap[right]
      if (!one) return
      const child = other && isWorse(other, one) ? right : left
      if (!this.swapIfWorse(child, at)) return
      at = child
    }
  }

  /** Swap a child with its parent if the child is worse. Returns whether they were swapped. */
  private swapIfWorse(child: number, parent: number): boolean {
    const below = this.heap[child]
    const above = this.heap[parent]
    if (!below || !above || !isWorse(below, above)) return false
    this.heap[child] = above
    this.heap[parent] = below
    return true
  }
}

function isWorse(one: Scored, other: Scored): boolean {
  return one.score < other.score || (one.score === other.score && one.id > other.id)
}
