import type { Query } from '@postil/domain/search/index'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Tx } from '../tables'

/** The words of one field of a record, in order. */
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

/** The words of one record in the form in which the engine stores them. */
export interface StoredWords {
  pk: number
  words: string
  /** PostgreSQL: the distinct words, as the text of an array. */
  terms?: string
}

/** The records that match a text query, as SQL conditions. They are all of the fields' dataset, unless the query only excludes words. */
export interface TextMatch {
  /** True for matching records; evaluated by looking up all of them first. */
  among(pk: Expression<number | undefined>): Expression<SqlBool>
  /**
   * True for a matching record; evaluated by a lookup per record, which is quicker for a few records. Absent when that takes as long as
   * finding all.
   */
  has?(pk: Expression<number | undefined>): Expression<SqlBool>
  /** Absent for a query that only excludes words: it also matches records of other datasets, and all are equally relevant. */
  ranked?: RankedMatch
}

export interface RankedMatch {
  /** A select of the number of matches, as `count`. */
  count: RawBuilder<{ count: number }>
  /** A select of all matches, as `pk` and `relevance` (greater is better). */
  hits: RawBuilder<{ pk: number; relevance: number }>
}

/** Stores and searches the words of records on one engine. The rows are deleted with their records. */
export interface TextStore {
  /** Convert the words of a record to their stored form. Needs no connection, so that a large record can be converted in another thread. */
  prepare(record: RecordWords): StoredWords
  /** Add the words of records that have none yet. */
  insert(tx: Tx, records: readonly StoredWords[]): Promise<void>
  /** Remove the words of records; records without words are ignored. */
  remove(tx: Tx, pks: readonly number[]): Promise<void>
  /** @param numberOf - the number of a field by its name; undefined for a field without words */
  match(query: Query, numberOf: (field: string) => number | undefined): TextMatch
}

/**
 * The condition for records that match a query, with as few index lookups as possible.
 *
 * @param lookUp - the condition for a query or a part of it by one index lookup; undefined for what the index cannot answer
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
