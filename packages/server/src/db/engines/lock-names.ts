import { sql } from 'kysely'
import type { Tx } from '../tables'
import { isPostgres } from './is-postgres'

/** Any fixed number: keeps these locks apart from others of the same database. */
const SEED = 7_046_030

/**
 * Let one transaction at a time go on for each of these names, until it ends: for what has no row that could be locked. The locks are taken
 * in one order. On SQLite write transactions take turns anyway.
 */
export async function lockNames(tx: Tx, names: readonly string[]): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`
    select pg_advisory_xact_lock(number) from (
      select distinct hashtextextended(name, ${SEED}::bigint) as number from unnest(${[...names]}::text[]) as name order by number
    ) as ordered`.execute(tx)
}
