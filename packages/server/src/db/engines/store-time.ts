import { type RawBuilder, sql } from 'kysely'
import { nowMicros } from '../clock'
import type { Db } from '../tables'
import { isPostgres } from './is-postgres'

/**
 * The time in microseconds by a clock that all servers of a store share: on PostgreSQL the database's, since the servers' own clocks may
 * differ.
 */
export function storeTime(db: Db): RawBuilder<number> {
  return isPostgres(db) ? sql`cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)` : sql`${nowMicros()}`
}
