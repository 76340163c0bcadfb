import { type Compilable, CompiledQuery, type Insertable, type QueryResult } from 'kysely'
import { isPostgres } from './engines/is-postgres'
import { prepared } from './prepared'
import type { Tables, Tx } from './tables'

/** Below the limits for one statement: 32,766 parameters on SQLite, 65,535 on PostgreSQL. */
const MAX_PARAMETERS = 30_000
/** Larger inserts are not cached: every number of rows makes a statement of its own, and large numbers are rarely the same. */
const FEW_ROWS = 8

const inserts = new Map<keyof Tables, (tx: Tx, params: { rows: readonly object[] }) => Promise<unknown>>()

/** Insert any number of rows, many per statement. */
export async function insertRows<T extends keyof Tables & string>(
  tx: Tx,
  table: T,
  rows: readonly Insertable<Tables[T]>[],
): Promise<void> {
  for (const chunk of chunked(rows)) {
    if (chunk.length > FEW_ROWS) await insertMany(tx, chunk, (some) => insertInto(tx, table, some))
    else await insertOf(table)(tx, { rows: chunk })
  }
}

/**
 * Insert many rows by one statement. It is compiled for the first row only and extended to all of them: Kysely makes an object of each
 * value, which is much garbage in an import. Rows with different columns are left to Kysely.
 *
 * @param build - the statement that inserts some rows
 */
export async function insertMany<Row extends object, Result>(
  tx: Tx,
  rows: readonly Row[],
  build: (rows: readonly Row[]) => Compilable<Result>,
): Promise<QueryResult<Result>> {
  const columns = Object.keys(rows[0] ?? {})
  const parameters = parametersOf(rows, columns)
  const { sql, ...one } = build(rows.slice(0, 1)).compile()
  const isNumbered = isPostgres(tx)
  const mark = isNumbered ? (at: number) => `$${at + 1}` : () => '?'
  const tuple = (row: number) => `(${columns.map((_, column) => mark(row * columns.length + column)).join(', ')})`
  const first = tuple(0)
  const [before, after, ...more] = sql.split(` values ${first}`)
  if (!parameters || after === undefined || more.length > 0 || one.parameters.length !== columns.length)
    return tx.getExecutor().executeQuery(build(rows).compile())
  const values = rows.map((_, row) => (isNumbered ? tuple(row) : first)).join(', ')
  return tx.getExecutor().executeQuery(CompiledQuery.raw(`${before} values ${values}${after}`, parameters))
}

/** The values of all rows, one row after the other; undefined when a row has other columns or an undefined value. */
function parametersOf(rows: readonly object[], columns: readonly string[]): unknown[] | undefined {
  const parameters: unknown[] = []
  for (const row of rows as readonly Record<string, unknown>[]) {
    let column = 0
    for (const name in row) {
      if (name !== columns[column] || row[name] === undefined) return undefined
      parameters.push(row[name])
      column += 1
    }
    if (column !== columns.length) return undefined
  }
  return parameters
}

function insertInto(tx: Tx, table: keyof Tables & string, rows: readonly object[]) {
  return tx.insertInto(table).values(rows as Insertable<Tables[typeof table]>[])
}

function insertOf(table: keyof Tables & string) {
  let insert = inserts.get(table)
  if (!insert) {
    insert = prepared((tx: Tx, { rows }: { rows: readonly object[] }) => insertInto(tx, table, rows))
    inserts.set(table, insert)
  }
  return insert
}

/** Split rows into chunks that fit into one statement each. */
export function chunked<Row extends object>(rows: readonly Row[]): Row[][] {
  const columns = Object.keys(rows[0] ?? {}).length
  const size = Math.max(1, Math.floor(MAX_PARAMETERS / Math.max(1, columns)))
  const chunks: Row[][] = []
  for (let start = 0; start < rows.length; start += size) chunks.push(rows.slice(start, start + size))
  return chunks
}
