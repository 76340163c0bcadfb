import { statSync } from 'node:fs'

/** How long after a write its pages may stay in the log alone. They are on disk there. */
const DELAY_MS = 250
/** A smaller log is not worth the syncs. */
const LEAST_BYTES = 4 * 1024 * 1024
/** Pages in the log (64 MB) at which the writer itself copies what is left. */
export const WRITER_CHECKPOINT_PAGES = 16_000

/**
 * Copies the pages of SQLite's write-ahead log into the store, on another thread than the writer's. Left to SQLite, the commit that fills the
 * log does it, with two more syncs, and every answer waits.
 */
export class Checkpoints {
  private timer: NodeJS.Timeout | undefined
  private isRunning = false
  private isStopped = false
  private isDue = false

  /**
   * @param storeFile - path of the store
   * @param copy - runs a checkpoint that waits for nobody
   */
  constructor(
    private readonly storeFile: string,
    private readonly copy: () => Promise<unknown>,
  ) {}

  /** To be called after each transaction that may have written. */
  noteWrite(): void {
    this.isDue = true
    if (this.timer || this.isRunning || this.isStopped) return
    this.timer = setTimeout(() => this.run(), DELAY_MS).unref()
  }

  stop(): void {
    this.isStopped = true
    clearTimeout(this.timer)
  }

  private async run(): Promise<void> {
    this.timer = undefined
    this.isDue = false
    const log = statSync(`${this.storeFile}-wal`, { throwIfNoEntry: false })
    if (!log || log.size < LEAST_BYTES) return
    this.isRunning = true
    // What fails here is left to the writer, whose commit then says why.
    await this.copy().catch(() => {})
    this.isRunning = false
    if (this.isDue) this.noteWrite()
  }
}
