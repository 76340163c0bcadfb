import { parentPort, workerData } from 'node:worker_threads'
import { largeBuffers } from '../../../workers/large-buffers'
import { lowerThreadPriority } from '../../../workers/thread-priority'
import { followClock, nowMicros } from '../../clock'
import { becomeStoreThread } from '../run-elsewhere'
import { WRITER_CHECKPOINT_PAGES } from './checkpoints'
import { type Database, loadSqlite } from './driver'
import { FileWatch } from './file-identity'
import { LocalConnection } from './local-connection'
import type { Answer, Ask, CallAsk, CallRunner, FromWorker, Hello, ToWorker, WorkerOptions } from './protocol'
import { sqliteError } from './sqlite-error'
import { holdStoreLock, lockFileOf } from './store-lock'
import { type Done, runWrites } from './write-group'

/** Answers of a reader thread are sent in one message as long as they take at most this many milliseconds together. */
const REPLY_MS = 4

/** Loads the code that runs calls. Loaded with the first call, since it is most of the server, which costs memory and start-up time. */
export type LoadRunner = (connection: LocalConnection, options: WorkerOptions) => Promise<CallRunner>

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
    store = open(options)
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

interface OpenStore {
  database: Database
  /** Kept in a field: a database without references is closed by the garbage collector, which would release the lock. */
  lock: Database | undefined
  files: FileWatch
}

function open({ file, mode, opened: expected }: WorkerOptions): OpenStore {
  const Sqlite = loadSqlite()
  let lock: Database | undefined
  if (mode === 'writer') {
    lock = new Sqlite(lockFileOf(file))
    holdStoreLock(lock)
  }
  const database = new Sqlite(file)
  database.exec('pragma busy_timeout = 5000')
  if (mode === 'writer')
    database.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = ${WRITER_CHECKPOINT_PAGES}`,
    )
  else database.exec('pragma query_only = on')
  database.exec('pragma cache_size = -8000; pragma temp_store = memory; pragma mmap_size = 268435456')
  // The first read creates the -wal and -shm of a new store.
  database.prepare('select count(*) from sqlite_schema').all()
  const files = expected ? FileWatch.ofReader(file, expected) : FileWatch.ofWriter(file, database)
  return { database, lock, files }
}

function failureOf(id: number, cause: unknown): Answer {
  const { message, code } = sqliteError(cause)
  return { id, failure: { message, code } }
}
