import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { nowMicros } from '../clock'
import type { Db } from '../tables'
import { isPostgres } from './is-postgres'

/** A condition: the column contains this text, case-sensitive. */
export function containsText(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`strpos(${column}, ${text}) > 0` : sql<SqlBool>`instr(${column}, ${text}) > 0`
}

/**
 * The time in microseconds by a clock that all servers of a store share: on PostgreSQL the database's, since the servers' own clocks may
 * differ.
 */
export function storeTime(db: Db): RawBuilder<number> {
  return isPostgres(db) ? sql`cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)` : sql`${nowMicros()}`
}

/** A text by its name in an object that is stored as JSON; null if there is none. */
export function jsonText(db: Db, json: Expression<unknown>, name: string): RawBuilder<string | null> {
  return isPostgres(db)
    ? sql`cast(${json} as json) ->> ${sql.lit(name)}`
    : sql`json_extract(${json}, ${sql.lit(`$.${name}`)})`
}

/** A whole number by its name in an object that is stored as JSON; null if there is none. */
export function jsonNumber(db: Db, json: Expression<unknown>, name: string): RawBuilder<number | null> {
  return isPostgres(db) ? sql`cast(${jsonText(db, json, name)} as bigint)` : sql`${jsonText(db, json, name)}`
}

/** The length of a list by its name in an object that is stored as JSON; null if there is none. */
export function jsonLength(db: Db, json: Expression<unknown>, name: string): RawBuilder<number | null> {
  return isPostgres(db)
    ? sql`json_array_length(cast(${json} as json) -> ${sql.lit(name)})`
    : sql`json_array_length(${json}, ${sql.lit(`$.${name}`)})`
}
