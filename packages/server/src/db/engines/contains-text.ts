import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../tables'
import { isPostgres } from './is-postgres'

/** A condition: the column contains this text, case-sensitive. */
export function containsText(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`strpos(${column}, ${text}) > 0` : sql<SqlBool>`instr(${column}, ${text}) > 0`
}
