import { type RawBuilder, sql } from 'kysely'

/**
 * A list of keys as one value of a query, so that lists of all lengths share one prepared statement. It is an object with the keys as names,
 * which both engines read by the same function.
 */
export function keyText(keys: readonly number[]): string {
  return `{${keys.map((key) => `"${key}":0`).join()}}`
}

/** The keys of such a value, as a subquery for `in`. */
export function keyRows(keys: string): RawBuilder<number> {
  return sql<number>`(select cast(key as bigint) from json_each(${keys}))`
}
