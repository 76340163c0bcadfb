import { sql } from 'kysely'
import type { Tx } from '../tables'
import { isPostgres } from './is-postgres'

/** Disable the statement and lock time-outs of this transaction: a schema change of a large store takes long. */
export async function liftTimeouts(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}
