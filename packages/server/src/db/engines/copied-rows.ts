import { type Compilable, CompiledQuery } from 'kysely'
import type { Db } from '../tables'

/** A row of a `copy … to stdout (format binary)`: its columns as PostgreSQL sends them, without their names. */
export interface CopiedRow {
  columns: readonly (Uint8Array<ArrayBuffer> | null)[]
}

/**
 * Run a query of PostgreSQL as `copy (…) to stdout (format binary)`, for large binary values: `pg` reads all values of a `select` as texts,
 * which takes several times as long. The values need no text form in the database, either.
 */
export async function selectByCopy(db: Db, query: Compilable): Promise<readonly CopiedRow['columns'][]> {
  const { sql, parameters } = query.compile()
  const copy = CompiledQuery.raw(`copy (${sql}) to stdout (format binary)`, [...parameters])
  const { rows } = await db.getExecutor().executeQuery<CopiedRow>(copy)
  return rows.map(({ columns }) => columns)
}
