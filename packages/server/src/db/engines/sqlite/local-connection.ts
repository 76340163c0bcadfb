import { type CompiledQuery, type DatabaseConnection, type Driver, Kysely, type QueryResult } from 'kysely'
import type { Tables } from '../../tables'
import type { Engine } from '../engine'
import { type Elsewhere, RunElsewhere } from '../run-elsewhere'
import { transactionsOf } from '../transactions'
import { dialectOver } from './dialect'
import type { Database, Statement } from './driver'
import type { WorkerOptions } from './protocol'
import { sqliteError } from './sqlite-error'

const STATEMENT_CACHE = 400

export interface Rows {
  rows: Record<string, unknown>[]
  changes: number
  lastId: number
}

/** The one connection of a thread of the store. Statements run at once and in the thread itself. */
export class LocalConnection implements DatabaseConnection {
  private readonly cache = new Map<string, Statement>()

  constructor(private readonly database: Database) {}

  /** True from `begin` until the end of the transaction, which SQLite itself brings about after some failures. */
  get isInTransaction(): boolean {
    // Some versions of Node's own SQLite do not tell.
    if (this.database.isTransaction !== undefined) return this.database.isTransaction
    try {
      this.database.exec('begin')
    } catch {
      return true
    }
    this.database.exec('rollback')
    return false
  }

  /** Throws `SqliteError`. */
  run(sql: string, params: readonly unknown[] = []): Rows {
    try {
      const statement = this.prepare(sql)
      const returnsRows = /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(sql)
      if (returnsRows) {
        const rows = statement.all(...params)
        return { rows, changes: rows.length, lastId: 0 }
      }
      const done = statement.run(...params)
      return { rows: [], changes: Number(done.changes), lastId: Number(done.lastInsertRowid) }
    } catch (cause) {
      throw sqliteError(cause)
    }
  }

  /** For Kysely. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, lastId } = this.run(query.sql, query.parameters.map(bindable))
    return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(lastId) }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered; pages are read by key instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page by key instead.')
  }

  private prepare(sql: string): Statement {
    let statement = this.cache.get(sql)
    if (statement) this.cache.delete(sql)
    else statement = this.database.prepare(sql)
    this.cache.set(sql, statement)
    if (this.cache.size > STATEMENT_CACHE) {
      const oldest = this.cache.keys().next().value
      if (oldest !== undefined) this.cache.delete(oldest)
    }
    return statement
  }
}

/** As SQLite takes it. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}

/** The store as handlers see it that run in one of its threads. What the thread cannot give them sends them elsewhere. */
export function localEngine(connection: LocalConnection, mode: WorkerOptions['mode']): Engine {
  const driver = new LocalDriver(connection)
  const dialect = dialectOver(driver)
  const db = new Kysely<Tables>({ dialect })
  const inSavepoint = transactionsOf(db, dialect, driver)
  const elsewhere = async (): Promise<never> => {
    throw new RunElsewhere('httpThread')
  }
  const longReadsIn: Elsewhere = mode === 'reader' ? 'heavyReader' : 'httpThread'
  return {
    kind: 'sqlite',
    db,
    healthDb: db,
    get heavyDb() {
      if (mode !== 'heavyReader') throw new RunElsewhere(longReadsIn)
      return db
    },
    // The writer opens and commits the transaction itself, for all calls that wait: each is a savepoint in it.
    transaction: mode === 'writer' ? (work) => inSavepoint(work) : elsewhere,
    withMigrationLock: elsewhere,
    snapshot: elsewhere,
    checkWritable: elsewhere,
    analyze: elsewhere,
    isClosed: false,
    close: elsewhere,
  }
}

class LocalDriver implements Driver {
  constructor(private readonly connection: LocalConnection) {}
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.connection
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(): Promise<void> {
    this.connection.run('savepoint one_call')
  }
  async commitTransaction(): Promise<void> {
    this.connection.run('release one_call')
  }
  async rollbackTransaction(): Promise<void> {
    this.connection.run('rollback to one_call')
    this.connection.run('release one_call')
  }
  async destroy(): Promise<void> {}
}
