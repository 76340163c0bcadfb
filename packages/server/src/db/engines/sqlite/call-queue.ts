import { setImmediate } from 'node:timers/promises'
import type { SqliteWorker } from './worker-client'
import type { WriterMutex } from './writer-mutex'

interface Waiting {
  call: unknown
  resolve(outcome: unknown): void
  reject(cause: unknown): void
}

/**
 * A queue of writes for the writer thread. While one group is being written, the next one gathers; it is then sent as one message and
 * committed together. The more writes there are, the more share a commit.
 */
export class CallQueue {
  private waiting: Waiting[] = []
  private isDraining = false

  /** @param wrote - called after each group */
  constructor(
    private readonly writer: SqliteWorker,
    private readonly turns: WriterMutex,
    private readonly wrote: () => void,
  ) {}

  /** Resolves with the outcome of the call once it is committed and on disk. */
  run(call: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ call, resolve, reject })
      if (!this.isDraining) void this.drain()
    })
  }

  private async drain(): Promise<void> {
    this.isDraining = true
    while (this.waiting.length > 0) {
      await this.turns.take(false)
      // Calls that arrived in the same turn of the event loop join the group.
      await setImmediate()
      const group = this.waiting
      this.waiting = []
      const outcomes = this.writer.call(group.map(({ call }) => call))
      for (const [index, { resolve, reject }] of group.entries()) outcomes[index]?.then(resolve, reject)
      await Promise.allSettled(outcomes)
      this.turns.release()
      this.wrote()
    }
    this.isDraining = false
  }
}
