import { statSync } from 'node:fs'
import type { WriterMutex } from './writer-mutex'

/** Milliseconds between a write and the checkpoint after it. The write is already durable in the log. */
const DELAY_MS = 250
/** Minimum size of the log: a smaller one is not worth the syncs of a checkpoint. */
const LEAST_BYTES = 4 * 1024 * 1024
/** From this many pages on (8 MB), the log is copied to its end, so that SQLite can start it over. This has to pause imports. */
const LARGE_PAGES = 2000
/** Number of pages in the log (64 MB) at which SQLite makes the writer itself run a checkpoint. */
export const WRITER_CHECKPOINT_PAGES = 16_000

/**
 * Runs checkpoints, which copy pages from SQLite's write-ahead log into the store, in another thread than the writer's. By default SQLite
 * runs them in the commit that fills the log, which adds two syncs and makes every answer wait.
 */
export class Checkpoints {
  private timer: NodeJS.Timeout | undefined
  private isRunning = false
  private isStopped = false
  private isDue = false

  /**
   * @param storeFile - path of the store
   * @param copy - runs a checkpoint that waits for no lock; resolves with the number of pages in the log, which may be fewer than its file
   *   has room for
   * @param turns - the queue of write transactions
   */
  constructor(
    private readonly storeFile: string,
    private readonly copy: () => Promise<number>,
    private readonly turns: WriterMutex,
  ) {}

  /** Call this after each transaction that may have written. */
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
    // If this fails, the writer's own checkpoint comes later, and its commit reports the error.
    await this.copyMost().catch(() => {})
    this.isRunning = false
    if (this.isDue) this.noteWrite()
  }

  private async copyMost(): Promise<void> {
    if ((await this.copy()) < LARGE_PAGES) return
    await this.turns.withoutBulk(async () => {
      await this.copy()
      // Only the answers saved during that copy are left in the log.
      await this.turns.take(false)
      await this.copy().finally(() => this.turns.release())
    })
  }
}
