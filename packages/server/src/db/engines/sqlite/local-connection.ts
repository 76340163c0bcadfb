import type { CompiledQuery, QueryResult } from 'kysely'
import { bindable, type Database, isInTransaction, type Statement } from './driver'
import type { Connection, Rows } from './protocol'
import { sqliteError } from './sqlite-error'

const STATEMENT_CACHE = 400

interface Prepared {
  statement: Statement
  returnsRows: boolean
}

/** The connection of a thread of the store, which keeps its statements compiled. */
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
