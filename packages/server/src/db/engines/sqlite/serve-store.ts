import { parentPort, workerData } from 'node:worker_threads'
import type { CompiledQuery, QueryResult } from 'kysely'
import { largeBuffers } from '../../../workers/large-buffers'
import { lowerThreadPriority } from '../../../workers/thread-priority'
import { followClock, nowMicros } from '../../clock'
import { becomeStoreThread } from '../run-elsewhere'
import { bindable, type Database, isInTransaction, type Statement } from './driver'
import { type Done, failureOf, runWrites } from './group-commit'
import { type OpenStore, openDatabase } from './open-database'
import type { Ask, CallAsk, CallRunner, Connection, FromWorker, Hello, Rows, ToWorker, WorkerOptions } from './protocol'
import { sqliteError } from './sqlite-error'

/** Answers of a reader thread are sent in one message as long as they take at most this many milliseconds together. */
const REPLY_MS = 4
const STATEMENT_CACHE = 400

/** Loads the code that runs calls. Loaded with the first call, since it is most of the server, which costs memory and start-up time. */
export type LoadRunner = (connection: Connection, options: WorkerOptions) => Promise<CallRunner>

/**
 * Run this thread with one SQLite connection. The writer has the only connection that writes and, for as long as the process lives, locks a
 * file beside the database, so that a second server on the same folder is refused.
 */
export function serveStore(loadRunner: LoadRunner): void {
  const port = parentPort
  if (!port) throw new Error('The SQLite worker runs in a worker thread only.')
  const options: WorkerOptions = workerData
  becomeStoreThread()
  if (options.mode !== 'writer') lowerThreadPriority()
  const hello = (message: Hello) => port.postMessage(message)

  let store: OpenStore
  try {
    store = openDatabase(options)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    hello({ ready: false, message, inUse: /locked|busy/i.test(message) })
    return
  }
  hello({ ready: true, opened: store.files.opened })

  const connection = new LocalConnection(store.database)
  let loading: Promise<CallRunner> | undefined
  const runner = () => {
    loading ??= loadRunner(connection, options).catch((cause) => {
      // This call gets the error; the next one tries again.
      loading = undefined
      throw cause
    })
    return loading
  }
  const post = (group: readonly Done[]) => {
    const message: FromWorker = { answers: group.map(({ answer }) => answer), clock: nowMicros() }
    port.postMessage(
      message,
      group.flatMap(({ transfer }) => transfer ?? []),
    )
  }
  port.on('message', (message: ToWorker) => {
    switch (message.type) {
      case 'statements':
        return post(message.asks.map(runStatement))
      case 'calls':
        followClock(message.clock)
        return void runCalls(message.asks)
      case 'close':
        store.database.close()
        store.lock?.close()
        return port.close()
    }
  })

  function runStatement({ id, sql, params }: Ask): Done {
    try {
      store.files.assertSame()
      const found = connection.run(sql, params)
      const transfer = found.rows.flatMap((row) => largeBuffers(Object.values(row)))
      return { answer: { id, ...found }, transfer }
    } catch (cause) {
      return { answer: failureOf(id, cause) }
    }
  }

  async function runCalls(asks: CallAsk[]): Promise<void> {
    let left = asks
    const settle = (group: Done[]) => {
      post(group)
      left = left.slice(group.length)
    }
    try {
      const run = await runner()
      store.files.assertSame()
      if (options.mode === 'writer') return await runWrites(connection, run, asks, settle)
      let done: Done[] = []
      let settledMs = performance.now()
      for (const { id, call } of asks) {
        const { outcome, transfer } = await run(call)
        done.push({ answer: { id, outcome }, transfer })
        if (performance.now() - settledMs < REPLY_MS) continue
        settle(done)
        done = []
        settledMs = performance.now()
      }
      if (done.length > 0) settle(done)
    } catch (cause) {
      settle(left.map(({ id }) => ({ answer: failureOf(id, cause) })))
    }
  }
}

interface Prepared {
  statement: Statement
  returnsRows: boolean
}

export class LocalConnection implements Connection {
  /** In the order of use: the first is the least recently used. */
  private readonly cache = new Map<string, Prepared>()

  constructor(private readonly database: Database) {}

  get isInTransaction(): boolean {
    return isInTransaction(this.database)
  }

  run(sql: string, params: readonly unknown[] = []): Rows {
    try {
      const { statement, returnsRows } = this.prepare(sql)
      if (returnsRows) {
        const rows = statement.all(...params)
        return { rows, changes: rows.length }
      }
      return { rows: [], changes: Number(statement.run(...params).changes) }
    } catch (cause) {
      throw sqliteError(cause)
    }
  }

  /** Kysely's interface to `run`. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = this.run(query.sql, query.parameters.map(bindable))
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  streamQuery(): never {
    throw new Error('Streaming is not supported: page by key instead.')
  }

  private prepare(sql: string): Prepared {
    const prepared = this.cache.get(sql) ?? prepareOn(this.database, sql)
    this.cache.delete(sql)
    this.cache.set(sql, prepared)
    const [oldest = sql] = this.cache.size > STATEMENT_CACHE ? this.cache.keys() : []
    if (oldest !== sql) this.cache.delete(oldest)
    return prepared
  }
}

function prepareOn(database: Database, sql: string): Prepared {
  const statement = database.prepare(sql)
  const returnsRows = /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(sql)
  // `run` also returns the id of the last inserted row, which in the full-text index may be above 2^53: from Node 26 on, that is an error
  // unless it may be a BigInt.
  if (!returnsRows) statement.setReadBigInts(true)
  return { statement, returnsRows }
}
