import { sql } from 'kysely'
import type { Tx } from '../tables'
import { isPostgres } from './is-postgres'

/** An arbitrary constant that separates these advisory locks from others in the same database. */
const SEED = 7_046_030

/**
 * Let only one transaction at a time continue for each of these names, until it ends: for things without a row that could be locked. Locks
 * are taken in a fixed order, to avoid deadlocks. On SQLite write transactions run one after the other anyway.
 */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended(name, ${SEED}::bigint) as number from unnest(${[...names]}::text[]) as name order by number
    ) as ordered`.execute(tx)
}
