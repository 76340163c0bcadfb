import { type RawBuilder, sql } from 'kysely'

/** Ways to give lists of keys to prepared statements without a statement for each length. */

/** A list of keys as one value: an object with the keys as names, which both engines read by the same function. For conditions that exclude keys. */
export function keyText(keys: readonly number[]): string {
  return `{${keys.map((key) => `"${key}":0`).join()}}`
}

/** The keys of such a value, as a subquery for `in`. */
export function keyRows(keys: string): RawBuilder<number> {
  return sql<number>`(select cast(key as bigint) from json_each(${keys}))`
}

/**
 * A list that is made longer by repeating its last key, so that there are few lengths. For conditions that select rows by key: without
 * statistics PostgreSQL reads the whole table for a subquery.
 */
export function padded<Key>(keys: readonly Key[]): Key[] {
  const [last] = keys.slice(-1)
  if (last === undefined) return []
  return [...keys, ...Array.from({ length: paddedLength(keys.length) - keys.length }, () => last)]
}

/** The length of a list of so many keys when it is padded: the next power of two. */
export function paddedLength(keys: number): number {
  return 2 ** Math.ceil(Math.log2(keys))
}
