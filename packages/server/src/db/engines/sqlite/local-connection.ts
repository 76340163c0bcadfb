import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely'
import type { Database, Statement } from './driver'
import { sqliteError } from './sqlite-error'

const STATEMENT_CACHE = 400

interface Prepared {
  statement: Statement
  returnsRows: boolean
}

export interface Rows {
  rows: Record<string, unknown>[]
  changes: number
  lastId: number
}

/** The only connection of a thread of the store. Statements run synchronously in the thread itself. */
export class LocalConnection implements DatabaseConnection {
  private readonly cache = new Map<string, Prepared>()

  constructor(private readonly database: Database) {}

  /** True from `begin` until the end of the transaction. After some failures SQLite ends it by itself. */
  get isInTransaction(): boolean {
    // Some versions of Node's own SQLite lack this property.
    if (this.database.isTransaction !== undefined) return this.database.isTransaction
    try {
      this.database.exec('begin')
    } catch {
      return true
    }
    this.database.exec('rollback')
    return false
  }

  /** Run one statement. Throws `SqliteError`. */
  run(sql: string, params: readonly unknown[] = []): Rows {
    try {
      const { statement, returnsRows } = this.prepare(sql)
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

  /** Kysely's interface to `run`. */
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes, lastId } = this.run(query.sql, query.parameters.map(bindable))
    return { rows: rows as R[], numAffectedRows: BigInt(changes), insertId: BigInt(lastId) }
  }

  // biome-ignore lint/correctness/useYield: streaming is not offered; pages are read by key instead.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Streaming is not supported: page by key instead.')
  }

  private prepare(sql: string): Prepared {
    let prepared = this.cache.get(sql)
    if (prepared) this.cache.delete(sql)
    else
      prepared = {
        statement: this.database.prepare(sql),
        returnsRows: /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i.test(sql),
      }
    this.cache.set(sql, prepared)
    if (this.cache.size > STATEMENT_CACHE) {
      const oldest = this.cache.keys().next().value
      if (oldest !== undefined) this.cache.delete(oldest)
    }
    return prepared
  }
}

/** Convert a value to a type that SQLite accepts. */
export function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}
