/**
 * The two trees of a query. Both query languages are parsed to `Syntax`, which keeps the query as written: untokenised words, and clauses
 * with the operators before them. `resolveQuery` turns it into a `Query` for the fields of a dataset: Boolean algebra over stored terms,
 * the only form that the matcher, the highlighter and the SQL compilers use.
 */
import type { SearchField } from './schema'

/** The fields that a part of a query applies to. A pattern is a field name with `*` in it. */
export type FieldScope = { kind: 'default' } | { kind: 'named'; name: string } | { kind: 'pattern'; pattern: string }

/** A piece of a wildcard pattern: letters, exactly one character, or any number of them. */
export type WildcardPart = { kind: 'literal'; text: string } | { kind: 'one' } | { kind: 'any' }

/** One end of a range as written. */
export interface WrittenBound {
  text: string
  inclusive: boolean
}

/** Permitted edits of a fuzzy word: a number, automatic by word length, or a minimum similarity from 0 to 1 (Lucene's older syntax). */
export type WrittenFuzziness =
  | { kind: 'edits'; edits: number }
  | { kind: 'auto' }
  | { kind: 'similarity'; least: number }

/** The syntax tree of a query. */
export type Syntax =
  | { type: 'all' }
  | { type: 'none' }
  | { type: 'words'; scope: FieldScope; text: string; quoted: boolean; slop: number }
  | { type: 'prefix'; scope: FieldScope; text: string }
  | { type: 'wildcard'; scope: FieldScope; parts: readonly WildcardPart[] }
  | { type: 'fuzzy'; scope: FieldScope; text: string; fuzziness: WrittenFuzziness }
  | { type: 'regex'; scope: FieldScope; source: string }
  | { type: 'range'; scope: FieldScope; lower?: WrittenBound; upper?: WrittenBound }
  | { type: 'exists'; scope: FieldScope }
  | { type: 'clauses'; clauses: readonly SyntaxClause[] }

/** A part of a query with the operators written before it. */
export interface SyntaxClause {
  conjunction: 'none' | 'and' | 'or'
  negated: boolean
  node: Syntax
}

/** One end of a range of terms or numbers. Dates are numbers: milliseconds since 1970. */
export interface Bound<Value> {
  value: Value
  inclusive: boolean
}

/** The condition that a record must satisfy. */
export type Query =
  | { type: 'all' }
  | { type: 'none' }
  | { type: 'and'; of: readonly Query[] }
  | { type: 'or'; of: readonly Query[] }
  | { type: 'not'; of: Query }
  | QueryLeaf

/** A condition on one field. */
export type QueryLeaf =
  | TermLeaf
  | { type: 'range'; field: SearchField; min?: Bound<number>; max?: Bound<number> }
  | { type: 'flag'; field: SearchField; value: boolean }
  | { type: 'exists'; field: SearchField }

/** A condition on the terms of a field of kind std, ws or kw. */
export type TermLeaf = PhraseLeaf | WordLeaf

export interface PhraseLeaf {
  type: 'phrase'
  field: SearchField
  terms: readonly string[]
  slop: number
}

/** A condition on a single term. For std fields patterns are folded in the same way as the terms. */
export type WordLeaf =
  | { type: 'term'; field: SearchField; term: string }
  | { type: 'prefix'; field: SearchField; prefix: string }
  | { type: 'wildcard'; field: SearchField; parts: readonly WildcardPart[] }
  | { type: 'fuzzy'; field: SearchField; term: string; maxEdits: number }
  | { type: 'regex'; field: SearchField; source: string }
  | { type: 'termRange'; field: SearchField; min?: Bound<string>; max?: Bound<string> }

/** Whether a query is a condition on the terms of one field. */
export function isTermLeaf(query: Query): query is TermLeaf {
  return 'field' in query && query.type !== 'range' && query.type !== 'flag' && query.type !== 'exists'
}

/** The conjunction of conditions, simplified: flattened and without trivial conditions. */
export function allOf(queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.type === 'and' ? query.of : query.type === 'all' ? [] : [query]))
  if (of.some((query) => query.type === 'none')) return { type: 'none' }
  const [first] = of
  if (!first) return { type: 'all' }
  return of.length === 1 ? first : { type: 'and', of }
}

/** The disjunction of conditions, simplified: flattened and without trivial conditions. */
export function anyOf(queries: readonly Query[]): Query {
  const of = queries.flatMap((query) => (query.type === 'or' ? query.of : query.type === 'none' ? [] : [query]))
  if (of.some((query) => query.type === 'all')) return { type: 'all' }
  const [first] = of
  if (!first) return { type: 'none' }
  return of.length === 1 ? first : { type: 'or', of }
}

/** The negation of a condition, simplified. */
export function noneOf(query: Query): Query {
  if (query.type === 'all') return { type: 'none' }
  if (query.type === 'none') return { type: 'all' }
  return query.type === 'not' ? query.of : { type: 'not', of: query }
}
