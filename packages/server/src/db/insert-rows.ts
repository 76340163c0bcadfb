import type { InsertObject } from 'kysely'
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
  rows: readonly InsertObject<Tables, T>[],
): Promise<void> {
  for (const chunk of chunked(rows)) {
    if (chunk.length > FEW_ROWS) await tx.insertInto<keyof Tables & string>(table).values(chunk).execute()
    else await insertOf(table)(tx, { rows: chunk })
  }
}

function insertOf(table: keyof Tables & string) {
  let insert = inserts.get(table)
  if (!insert) {
    insert = prepared((tx: Tx, { rows }: { rows: readonly object[] }) =>
      tx.insertInto(table).values(rows as InsertObject<Tables, typeof table>[]),
    )
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
