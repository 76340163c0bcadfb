/** An import waits for so many other transactions at most, so that it goes on beside people who answer without pause. */
const MOST_BEFORE_BULK = 10

/** Whose turn it is to write: others before imports, and each in the order they came. */
export class WriterTurns {
  private readonly waiting: (() => void)[] = []
  private readonly waitingBulk: (() => void)[] = []
  private isTaken = false
  private sinceBulk = 0

  private isBulkHeld = false

  /** Resolves when it is this transaction's turn; `release` must follow. */
  async take(isBulk: boolean): Promise<void> {
    if (!this.isTaken && !(isBulk && this.isBulkHeld)) this.isTaken = true
    else await new Promise<void>((resolve) => (isBulk ? this.waitingBulk : this.waiting).push(resolve))
  }

  /** Gives the turn to the next in line. */
  release(): void {
    const isBulkDue = !this.isBulkHeld && (this.waiting.length === 0 || this.sinceBulk >= MOST_BEFORE_BULK)
    const bulk = isBulkDue ? this.waitingBulk.shift() : undefined
    const next = bulk ?? this.waiting.shift()
    this.sinceBulk = bulk ? 0 : this.sinceBulk + 1
    this.isTaken = next !== undefined
    next?.()
  }

  /** Let no import begin to write until some work is done; one at a time. */
  async withoutBulk<T>(work: () => Promise<T>): Promise<T> {
    this.isBulkHeld = true
    try {
      return await work()
    } finally {
      this.isBulkHeld = false
      if (!this.isTaken) this.release()
    }
  }
}
