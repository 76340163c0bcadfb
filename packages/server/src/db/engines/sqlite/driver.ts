import { createRequire } from 'node:module'

/** The part of `node:sqlite` that we use; `@photostructure/sqlite` has the same interface. */
export interface Database {
  readonly isTransaction?: boolean
  exec(sql: string): void
  prepare(sql: string): Statement
  close(): void
}

export interface Statement {
  all(...params: unknown[]): Record<string, unknown>[]
  run(...params: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  columns?(): { name: string }[]
  setReadBigInts(enabled: boolean): void
}

type DatabaseClass = new (file: string, options?: { readOnly?: boolean }) => Database

/** Load Node's own SQLite if it exists and has full-text search, otherwise the package with the same API. */
export function loadSqlite(): DatabaseClass {
  const require = createRequire(import.meta.url)
  try {
    const own: DatabaseClass = withoutWarning(() => require('node:sqlite')).DatabaseSync
    const probe = new own(':memory:')
    probe.exec('create virtual table probe using fts5(text)')
    probe.close()
    return own
  } catch {
    // Node 20 has no node:sqlite, and some builds leave out FTS5.
    return require('@photostructure/sqlite').DatabaseSync
  }
}

/** Node 22 warns in each thread that its own SQLite is new, which would be the first lines that a server prints. */
function withoutWarning<T>(load: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}

/** No bytes, as a view of some: others become NULL in Node 22 after they were sent to another thread. */
const NO_BYTES = new Uint8Array(new ArrayBuffer(8), 0, 0)

/** Convert a value to a type that SQLite accepts. */
export function bindable(value: unknown): unknown {
  if (value instanceof Uint8Array && value.length === 0) return NO_BYTES
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}

/** Whether a transaction is open on this connection. */
export function isInTransaction(database: Database): boolean {
  // Some versions of Node's own SQLite lack this property.
  if (database.isTransaction !== undefined) return database.isTransaction
  try {
    database.exec('begin')
  } catch {
    return true
  }
  database.exec('rollback')
  return false
}
