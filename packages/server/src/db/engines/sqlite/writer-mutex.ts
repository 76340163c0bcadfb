/** Maximum number of other transactions that an import waits for, so that it proceeds even while people answer without pause. */
const MOST_BEFORE_BULK = 10

/** A mutex for write transactions. Other transactions go before imports; otherwise first come, first served. */
export class WriterMutex {
  private readonly waiting: (() => void)[] = []
  private readonly waitingBulk: (() => void)[] = []
  private isTaken = false
  private sinceBulk = 0

  private isBulkHeld = false

  /** True while another transaction waits for its turn. */
  get isWanted(): boolean {
    return this.waiting.length > 0 || this.waitingBulk.length > 0
  }

  /** Resolves when it is this transaction's turn; `release` must follow. */
  async take(isBulk: boolean): Promise<void> {
    if (!this.isTaken && !(isBulk && this.isBulkHeld)) this.isTaken = true
    else await new Promise<void>((resolve) => (isBulk ? this.waitingBulk : this.waiting).push(resolve))
  }

  /** Pass the turn to the next transaction. */
  release(): void {
    const isBulkDue = !this.isBulkHeld && (this.waiting.length === 0 || this.sinceBulk >= MOST_BEFORE_BULK)
    const bulk = isBulkDue ? this.waitingBulk.shift() : undefined
    const next = bulk ?? this.waiting.shift()
    this.sinceBulk = bulk ? 0 : this.sinceBulk + 1
    this.isTaken = next !== undefined
    next?.()
  }

  /** Let no import start to write until `work` is done. Must not be called again meanwhile. */
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
