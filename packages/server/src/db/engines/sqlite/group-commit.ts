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
 * The HTTP thread's queue of writes for the writer thread. While it has the turn to write, calls are sent as they come, so that the writer
 * finds the next group when it has committed one. When another transaction waits for its turn, calls gather until this queue has it again.
 */
export class CallQueue {
  private gathered: Waiting[] = []
  /** waiting: for the turn to write. */
  private turn: 'none' | 'waiting' | 'held' = 'none'
  private isSending = false
  private unanswered = 0

  /** @param wrote - called when the turn is passed on */
  constructor(
    private readonly writer: Pick<SqliteWorker, 'call'>,
    private readonly turns: WriterMutex,
    private readonly wrote: () => void,
  ) {}

  /** Resolves with the outcome of the call once it is committed and on disk. */
  run(call: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.gathered.push({ call, resolve, reject })
      if (this.turn === 'none') void this.takeTurn()
      else if (this.turn === 'held' && !this.turns.isWanted) this.sendSoon()
    })
  }

  private async takeTurn(): Promise<void> {
    this.turn = 'waiting'
    await this.turns.take(false)
    this.turn = 'held'
    this.sendSoon()
  }

  /** Send what was gathered, together with the calls that arrive in the same turn of the event loop. */
  private sendSoon(): void {
    if (this.isSending) return
    this.isSending = true
    setImmediate(() => {
      this.isSending = false
      const group = this.gathered
      this.gathered = []
      this.unanswered += group.length
      const outcomes = this.writer.call(group.map(({ call }) => call))
      for (const [index, { resolve, reject }] of group.entries())
        outcomes[index]?.then(resolve, reject).finally(() => this.noteAnswer())
    })
  }

  private noteAnswer(): void {
    this.unanswered -= 1
    if (this.unanswered > 0 || this.isSending) return
    this.turns.release()
    this.turn = 'none'
    this.wrote()
    if (this.gathered.length > 0) void this.takeTurn()
  }
}

/**
 * In the writer thread, run as many calls as fit into one transaction, which needs one sync of the disk, starting with the first. Each is a
 * savepoint of its own and can fail alone.
 *
 * @returns the answers to these calls, once they are committed
 */
export async function runGroup(connection: Connection, run: CallRunner, asks: readonly CallAsk[]): Promise<Done[]> {
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
