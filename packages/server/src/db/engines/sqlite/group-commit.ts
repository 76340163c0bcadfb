import { setImmediate } from 'node:timers/promises'
import type { Answer, CallAsk, CallRunner, Connection } from './protocol'
import { sqliteError } from './sqlite-error'
import type { SqliteWorker } from './worker-client'
import type { WriterMutex } from './writer-mutex'

/** Milliseconds after which a group is committed, so that the first call does not wait for too many others. */
const GROUP_MS = 15

interface Waiting {
  call: unknown
  resolve(outcome: unknown): void
  reject(cause: unknown): void
}

export interface Done {
  answer: Answer
  transfer?: ArrayBuffer[]
}

/**
 * The HTTP thread's queue of writes for the writer thread. While one group is being written, the next one gathers; it is then sent as one
 * message and committed together. The more writes there are, the more share a commit.
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

/**
 * In the writer thread, run writes one after the other, as many as possible per transaction, which needs one sync of the disk. Each write is
 * a savepoint of its own and can fail alone. `settle` gets the answers of a group once it is committed.
 */
export async function runWrites(
  connection: Connection,
  run: CallRunner,
  asks: readonly CallAsk[],
  settle: (group: Done[]) => void,
): Promise<void> {
  for (let waiting = asks; waiting.length > 0; ) {
    const done = await runGroup(connection, run, waiting)
    settle(done)
    waiting = waiting.slice(done.length)
  }
}

/**
 * Run as many calls as fit into one transaction, starting with the first.
 *
 * @returns the answers to these calls
 */
async function runGroup(connection: Connection, run: CallRunner, asks: readonly CallAsk[]): Promise<Done[]> {
  const done: Done[] = []
  const startedMs = performance.now()
  try {
    connection.run('begin immediate')
    for (const { id, call } of asks) {
      const { outcome, transfer } = await run(call)
      done.push({ answer: { id, outcome }, transfer })
      // After some failures, such as a full disk, SQLite rolls back the whole transaction.
      if (!connection.isInTransaction) return redoBefore(connection, run, asks, done)
      if (performance.now() - startedMs > GROUP_MS) break
    }
    connection.run('commit')
    return done
  } catch (cause) {
    if (connection.isInTransaction) connection.run('rollback')
    const [first] = asks
    // One of the calls may have made the commit of all fail, so each is run again in a transaction of its own.
    if (done.length > 1 && first) return runGroup(connection, run, [first])
    return asks.slice(0, 1).map(({ id }) => ({ answer: failureOf(id, cause) }))
  }
}

/** Run the calls again that were rolled back when the last one failed; the last one keeps its answer. */
async function redoBefore(
  connection: Connection,
  run: CallRunner,
  asks: readonly CallAsk[],
  done: readonly Done[],
): Promise<Done[]> {
  const again: Done[] = []
  for (const ask of asks.slice(0, done.length - 1)) again.push(...(await runGroup(connection, run, [ask])))
  return [...again, ...done.slice(-1)]
}

/** The answer to a statement or a call that failed. */
export function failureOf(id: number, cause: unknown): Answer {
  const { message, code } = sqliteError(cause)
  return { id, failure: { message, code } }
}
