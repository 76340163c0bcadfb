import type { Query } from '@postil/domain/search/index'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../tables'

/** The words of one field of a record, in their order. */
export interface FieldWords {
  /** The field's number in the index. */
  number: number
  terms: readonly string[]
}

/** The words of one record. */
export interface RecordWords {
  pk: number
  fields: readonly FieldWords[]
}

/** The words of one record in the form its engine stores them. */
export interface StoredWords {
  pk: number
  words: string
  /** PostgreSQL: the distinct words, as the text of an array. */
  terms?: string
}

/** Records found by a text query, in one engine's words. Only records of the fields' dataset are found, unless everything but something is. */
export interface TextMatch {
  /** True for the records found: these are all looked up first. */
  among(pk: Expression<number | undefined>): Expression<SqlBool>
  /** True for a record that is found: each is looked up by itself, which is quicker for a few. Absent where that takes as long as all. */
  has?(pk: Expression<number | undefined>): Expression<SqlBool>
  /** Absent for a query that only excludes: it finds other datasets' records too, and none is more to the point than another. */
  ranked?: RankedMatch
}

export interface RankedMatch {
  /** A select of how many are found, as `count`. */
  count: RawBuilder<{ count: number }>
  /** A select of all that are found, as `pk` and `relevance` (greater is better). */
  hits: RawBuilder<{ pk: number; relevance: number }>
}

/** How one engine keeps the words of records and finds them again. The rows go with their records when these are deleted. */
export interface TextStore {
  /** Bring the words of a record into the form they are stored in. Needs no connection: for a large record it is done in another thread. */
  prepare(record: RecordWords): StoredWords
  /** Add records that have no words yet. */
  insert(tx: Tx, records: readonly StoredWords[]): Promise<void>
  /** Take away the words of records, as far as they have any. */
  remove(tx: Tx, pks: readonly number[]): Promise<void>
  /** @param numberOf - the number of a field by its name; undefined for one that has no words */
  match(query: Query, numberOf: (field: string) => number | undefined): TextMatch
}

/**
 * The records of a query, with as few lookups as the index permits.
 *
 * @param lookUp - the records of a query or of a part of it, straight from the index; undefined for what the index cannot answer
 */
export function amongParts(query: Query, lookUp: (part: Query) => TextMatch['among'] | undefined): TextMatch['among'] {
  const found = lookUp(query)
  if (found) return found
  switch (query.type) {
    case 'all':
      return () => sql<SqlBool>`true`
    case 'not': {
      const inner = amongParts(query.of, lookUp)
      return (pk) => sql<SqlBool>`not ${inner(pk)}`
    }
    case 'and':
    case 'or': {
      const parts = query.of.map((part) => amongParts(part, lookUp))
      const word = query.type === 'and' ? sql` and ` : sql` or `
      return (pk) =>
        sql<SqlBool>`(${sql.join(
          parts.map((part) => part(pk)),
          word,
        )})`
    }
    default:
      return () => sql<SqlBool>`false`
  }
}
