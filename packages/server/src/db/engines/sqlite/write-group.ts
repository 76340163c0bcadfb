import type { LocalConnection } from './local-connection'
import type { Answer, CallAsk, CallRunner } from './protocol'
import { sqliteError } from './sqlite-error'

/** A group that has worked for so long is committed, so that the first call need not wait for many others. */
const GROUP_MS = 15

export interface Done {
  answer: Answer
  transfer?: ArrayBuffer[]
}

/**
 * Run writes one after the other, as many as possible in one transaction with one sync of the disk. Each is a savepoint of its own, which can
 * fail alone; `settle` gets the answers of a group once it is committed.
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

/** @returns the answers of as many of the calls, from the first on, as one transaction took */
async function runGroup(connection: LocalConnection, run: CallRunner, asks: readonly CallAsk[]): Promise<Done[]> {
  const done: Done[] = []
  const startedMs = performance.now()
  try {
    connection.run('begin immediate')
    for (const { id, call } of asks) {
      const { outcome, transfer } = await run(call)
      done.push({ answer: { id, outcome }, transfer })
      // After some failures, such as a full disk, SQLite has rolled back everything.
      if (!connection.isInTransaction) return redoBefore(connection, run, asks, done)
      if (performance.now() - startedMs > GROUP_MS) break
    }
    connection.run('commit')
    return done
  } catch (cause) {
    if (connection.isInTransaction) connection.run('rollback')
    const [first] = asks
    // What one of them did may have kept all from being committed: each is tried again alone.
    if (done.length > 1 && first) return runGroup(connection, run, [first])
    const { message, code } = sqliteError(cause)
    return asks.slice(0, 1).map(({ id }) => ({ answer: { id, failure: { message, code } } }))
  }
}

/** Do again what was lost with the failure of the last call, whose own answer stands. */
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
