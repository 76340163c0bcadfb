import { statSync } from 'node:fs'
import type { WriterTurns } from './writer-turns'

/** How long after a write its pages may stay in the log alone. They are on disk there. */
const DELAY_MS = 250
/** A smaller log is not worth the syncs. */
const LEAST_BYTES = 4 * 1024 * 1024
/** A log of so many pages (8 MB) is copied to its end, so that SQLite begins it again. While imports write, that needs a pause. */
const LARGE_PAGES = 2000
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
   * @param copy - runs a checkpoint that waits for nobody; resolves with the pages in the log, which may be fewer than its file has room for
   * @param turns - of writing
   */
  constructor(
    private readonly storeFile: string,
    private readonly copy: () => Promise<number>,
    private readonly turns: WriterTurns,
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
    await this.copyMost().catch(() => {})
    this.isRunning = false
    if (this.isDue) this.noteWrite()
  }

  private async copyMost(): Promise<void> {
    if ((await this.copy()) < LARGE_PAGES) return
    await this.turns.withoutBulk(async () => {
      await this.copy()
      // Nothing is left but the answers that were saved during that copy.
      await this.turns.take(false)
      await this.copy().finally(() => this.turns.release())
    })
  }
}
