import { parentPort, workerData } from 'node:worker_threads'
import { letOthersGoFirst } from '../../../workers/let-others-go-first'
import { WRITER_CHECKPOINT_PAGES } from './checkpoints'
import { type Database, loadSqlite, type Statement } from './driver'
import { assertSameFiles, type FileIdentity, identityOf, ReplacedError } from './file-identity'
import type { Answer, Ask, Hello, WorkerOptions } from './protocol'
import { holdStoreLock, lockFileOf } from './store-lock'

/**
 * One thread with one SQLite connection. The writer owns the only writing connection and, for as long as the process lives, a lock file
 * beside the database, so that a second server on the same folder is refused instead of interleaving.
 */
const STATEMENT_CACHE = 400
/** SQLite's codes for a file that cannot be read or written: READONLY, IOERR, FULL, CANTOPEN, NOTADB. */
const UNAVAILABLE = new Set([8, 10, 13, 14, 26])
const FULL = 13
/** SQLite's extended code for a write that failed: also the answer to a quota or a limit on file sizes. */
const WRITE_FAILED = 778
const options: WorkerOptions = workerData
const port = parentPort
if (!port) throw new Error('The SQLite worker runs in a worker thread only.')

if (options.mode === 'heavyReader') letOthersGoFirst()

const cache = new Map<string, Statement>()
let db: Database | undefined
/** Kept here until the end: a database that nothing refers to is closed with the next garbage collection, and its lock is gone. */
let lock: Database | undefined
let opened: FileIdentity = []

try {
  const Sqlite = loadSqlite()
  if (options.mode === 'writer') {
    lock = new Sqlite(lockFileOf(options.file))
    holdStoreLock(lock)
  }
  db = new Sqlite(options.file)
  db.exec('pragma busy_timeout = 5000')
  if (options.mode === 'writer')
    db.exec(
      `pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on; pragma wal_autocheckpoint = ${WRITER_CHECKPOINT_PAGES}`,
    )
  else db.exec('pragma query_only = on')
  db.exec('pragma cache_size = -8000; pragma temp_store = memory; pragma mmap_size = 268435456')
  // The first read makes the -wal and -shm of a new store.
  db.prepare('select count(*) from sqlite_schema').all()
  opened = options.opened ?? identityOf(options.file)
  assertSameFiles(options.file, opened)
  hello({ ready: true, opened })
} catch (cause) {
  const message = cause instanceof Error ? cause.message : String(cause)
  hello({ ready: false, message, inUse: /locked|busy/i.test(message) })
}

port.on('message', (message: Ask[] | 'close') => {
  if (message === 'close') {
    cache.clear()
    db?.close()
    lock?.close()
    port.close()
    return
  }
  port.postMessage(message.map(answer))
})

function answer({ id, sql, params }: Ask): Answer {
  try {
    assertSameFiles(options.file, opened)
    const statement = prepare(sql)
    const returnsRows = /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(sql)
    if (returnsRows) {
      const rows = statement.all(...params)
      return { id, rows, changes: rows.length, lastId: 0 }
    }
    const done = statement.run(...params)
    return { id, rows: [], changes: Number(done.changes), lastId: Number(done.lastInsertRowid) }
  } catch (cause) {
    return { id, failure: describe(cause) }
  }
}

function prepare(sql: string): Statement {
  if (!db) throw new Error('The database is not open.')
  let statement = cache.get(sql)
  if (statement) cache.delete(sql)
  else statement = db.prepare(sql)
  cache.set(sql, statement)
  if (cache.size > STATEMENT_CACHE) {
    const oldest = cache.keys().next().value
    if (oldest !== undefined) cache.delete(oldest)
  }
  return statement
}

function describe(cause: unknown): { message: string; code: string } {
  const message = cause instanceof Error ? cause.message : String(cause)
  if (/UNIQUE constraint failed|PRIMARY KEY/i.test(message)) return { message, code: 'SQLITE_CONSTRAINT_UNIQUE' }
  if (cause instanceof ReplacedError) return { message, code: 'SQLITE_REPLACED' }
  const extended = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) : 0
  const number = extended & 0xff
  if (number === FULL || extended === WRITE_FAILED) return { message, code: 'SQLITE_FULL' }
  return { message, code: UNAVAILABLE.has(number) ? 'SQLITE_UNAVAILABLE' : 'SQLITE_ERROR' }
}

function hello(message: Hello): void {
  port?.postMessage(message)
}
