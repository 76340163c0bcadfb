import { PostgresAdapter } from 'kysely'
import type { Db } from '../tables'

/** Whether the engine behind this connection is PostgreSQL: for the few statements whose SQL differs between the engines. */
export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
