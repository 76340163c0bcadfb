import pg, { type Connection } from 'pg'

/** A prepared statement of one connection. */
export interface NamedStatement {
  name: string
  text: string
  /** Set by its first result. */
  columns?: Columns
}

/** What `pg` keeps in a result to read rows: how PostgreSQL described the columns, their parsers, and a row without values. */
type Columns = Pick<PgQuery['_result'], 'fields' | '_parsers' | '_prebuiltEmptyResultObject'>

/** The parts of `pg.Query` that its types leave out. */
interface PgQuery extends pg.Query {
  name: string
  _accumulateRows: boolean
  _result: { fields: unknown; _parsers: unknown; _prebuiltEmptyResultObject: unknown }
  prepare(connection: Connection): void
  handleCommandComplete(message: object, connection: Connection): void
}

type WhenDone = (error: Error | undefined, result: pg.QueryResult) => void

const PgQuery = pg.Query as unknown as new (text: string, values: unknown[], whenDone: WhenDone) => PgQuery

/**
 * Runs a prepared statement. Its columns are described with its first result only: PostgreSQL takes as long to describe them as to look up a
 * row, and refuses the statement when they have changed.
 */
export class NamedQuery extends PgQuery {
  constructor(
    private readonly statement: NamedStatement,
    values: unknown[],
    whenDone: WhenDone,
  ) {
    super(statement.text, values, whenDone)
    this.name = statement.name
  }

  override prepare(connection: Connection): void {
    const { columns } = this.statement
    if (!columns) {
      super.prepare(connection)
      return
    }
    Object.assign(this._result, columns)
    this._accumulateRows = true
    super.prepare(withoutDescribe(connection))
  }

  override handleCommandComplete(message: object, connection: Connection): void {
    super.handleCommandComplete(message, connection)
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result
    this.statement.columns ??= { fields, _parsers, _prebuiltEmptyResultObject }
  }
}

const silent = new WeakMap<Connection, Connection>()

/** The connection, except that it does not ask for a description. */
function withoutDescribe(connection: Connection): Connection {
  const known = silent.get(connection) ?? Object.create(connection, { describe: { value: () => undefined } })
  silent.set(connection, known)
  return known
}
