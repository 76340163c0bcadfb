import { statSync } from 'node:fs'
import { type Kysely, sql } from 'kysely'
import type { WriterMutex } from './writer-mutex'

/** Milliseconds between a write and the checkpoint after it. The write is already durable in the log. */
const DELAY_MS = 250
const PAGE_BYTES = 4096
/** Minimum number of pages (4 MB) that are in the log alone: fewer are not worth the syncs of a checkpoint. */
const LEAST_PAGES = 1024
/** From this many pages on (8 MB), the log is copied to its end, so that SQLite can start it over. This has to pause imports. */
const LARGE_PAGES = 2000
/** Number of pages in the log (64 MB) at which SQLite makes the writer itself run a checkpoint. */
export const WRITER_CHECKPOINT_PAGES = 16_000

/** The write-ahead log, in pages. */
export interface StoreLog {
  /** Number of pages that have not been copied into the store yet. */
  waiting(): Promise<number>
  /** Run a checkpoint that waits for no lock. Resolves with the number of pages in the log, which may be fewer than its file has room for. */
  copy(): Promise<number>
}

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
   * @param log - its log, read in another thread than the writer's
   * @param turns - the queue of write transactions
   */
  constructor(
    private readonly storeFile: string,
    private readonly log: StoreLog,
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
    // The file never gets shorter, so its size tells only that a log has not been that long yet. It spares small stores the other thread.
    const file = statSync(`${this.storeFile}-wal`, { throwIfNoEntry: false })
    if (!file || file.size < LEAST_PAGES * PAGE_BYTES) return
    this.isRunning = true
    // If this fails, the writer's own checkpoint comes later, and its commit reports the error.
    await this.copyMost().catch(() => {})
    this.isRunning = false
    if (this.isDue) this.noteWrite()
  }

  private async copyMost(): Promise<void> {
    if ((await this.log.waiting()) < LEAST_PAGES) return
    if ((await this.log.copy()) < LARGE_PAGES) return
    await this.turns.withoutBulk(async () => {
      await this.log.copy()
      // Only the answers saved during that copy are left in the log.
      await this.turns.take(false)
      await this.log.copy().finally(() => this.turns.release())
    })
  }
}

/** The log of the store that a connection reads. */
export function logOf<Tables>(db: Kysely<Tables>): StoreLog {
  const checkpoint = async (mode: 'noop' | 'passive') => {
    const { rows } = await sql<LogPages>`pragma wal_checkpoint(${sql.raw(mode)})`.execute(db)
    return rows[0] ?? { log: 0, checkpointed: 0 }
  }
  return {
    waiting: async () => {
      const { log, checkpointed } = await checkpoint('noop')
      return log - checkpointed
    },
    copy: async () => (await checkpoint('passive')).log,
  }
}

/** What SQLite says about a checkpoint: the pages in the log, and how many of them are in the store. */
interface LogPages {
  log: number
  checkpointed: number
}
