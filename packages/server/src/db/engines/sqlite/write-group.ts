import type { LocalConnection } from './local-connection'
import type { Answer, CallAsk, CallRunner } from './protocol'
import { sqliteError } from './sqlite-error'

/** Milliseconds after which a group is committed, so that the first call does not wait for too many others. */
const GROUP_MS = 15

export interface Done {
  answer: Answer
  transfer?: ArrayBuffer[]
}

/**
 * Run writes one after the other, as many as possible per transaction, which needs one sync of the disk. Each write is a savepoint of its
 * own and can fail alone. `settle` gets the answers of a group once it is committed.
 */
export async function runWrites(
  connection: LocalConnection,
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
async function runGroup(connection: LocalConnection, run: CallRunner, asks: readonly CallAsk[]): Promise<Done[]> {
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
    const { message, code } = sqliteError(cause)
    return asks.slice(0, 1).map(({ id }) => ({ answer: { id, failure: { message, code } } }))
  }
}

/** Run the calls again that were rolled back when the last one failed; the last one keeps its answer. */
async function redoBefore(
  connection: LocalConnection,
  run: CallRunner,
  asks: readonly CallAsk[],
  done: readonly Done[],
): Promise<Done[]> {
  const again: Done[] = []
  for (const ask of asks.slice(0, done.length - 1)) again.push(...(await runGroup(connection, run, [ask])))
  return [...again, ...done.slice(-1)]
}
