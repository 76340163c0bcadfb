/**
 * The reference implementation of search: evaluates a query on all values of a record. Slow but simple; an engine with a different result
 * is wrong.
 */
import { exactTokens, tokenize } from '../text/tokenize'
import { type Bound, isTermLeaf, type Query, type QueryLeaf, type TermLeaf } from './ast'
import { findPhrase } from './phrase'
import type { SearchField } from './schema'
import { termTest } from './term-test'

/** A single value: text, a number, a date as milliseconds since 1970, or a flag. */
export type FieldValue = string | number | boolean

/** The values of a record by field. A field without values is absent, or its list is empty. */
export type SearchDocument = ReadonlyMap<string, readonly FieldValue[]>

/** Whether a record satisfies a query. */
export function matchesQuery(query: Query, document: SearchDocument): boolean {
  if ('field' in query) return matchesLeaf(query, document.get(query.field.source) ?? [])
  switch (query.type) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return query.of.every((part) => matchesQuery(part, document))
    case 'or':
      return query.of.some((part) => matchesQuery(part, document))
    case 'not':
      return !matchesQuery(query.of, document)
  }
}

function matchesLeaf(leaf: QueryLeaf, values: readonly FieldValue[]): boolean {
  if (isTermLeaf(leaf)) return values.some((value) => matchesTerms(leaf, termsOf(String(value), leaf.field)))
  switch (leaf.type) {
    case 'exists':
      return values.length > 0
    case 'flag':
      return values.includes(leaf.value)
    case 'range':
      return values.some((value) => typeof value === 'number' && isInside(value, leaf.min, leaf.max))
  }
}

/** The terms of one value, according to the kind of the field. */
function termsOf(value: string, field: SearchField): string[] {
  if (field.kind === 'kw') return [value]
  return (field.kind === 'ws' ? exactTokens(value) : tokenize(value)).map((token) => token.term)
}

function matchesTerms(leaf: TermLeaf, terms: readonly string[]): boolean {
  if (leaf.type === 'phrase') return !findPhrase(terms, leaf.terms, leaf.slop).next().done
  return terms.some(termTest(leaf))
}

function isInside(value: number, min: Bound<number> | undefined, max: Bound<number> | undefined): boolean {
  const above = !min || (min.inclusive ? value >= min.value : value > min.value)
  const below = !max || (max.inclusive ? value <= max.value : value < max.value)
  return above && below
}
