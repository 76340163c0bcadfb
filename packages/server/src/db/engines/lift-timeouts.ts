import { sql } from 'kysely'
import type { Tx } from '../tables'
import { isPostgres } from './is-postgres'

/** Let the statements of this transaction take, and wait, as long as they need: a change of the schema of a large store. */
export async function liftTimeouts(tx: Tx): Promise<void> {
  if (!isPostgres(tx)) return
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local lock_timeout = 0`.execute(tx)
}
