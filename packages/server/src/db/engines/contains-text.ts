import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../tables'
import { isPostgres } from './is-postgres'

/** The column's text has this one somewhere in it, letter for letter. */
export function containsText(db: Db, column: Expression<string | null>, text: string): Expression<SqlBool> {
  return isPostgres(db) ? sql<SqlBool>`strpos(${column}, ${text}) > 0` : sql<SqlBool>`instr(${column}, ${text}) > 0`
}
