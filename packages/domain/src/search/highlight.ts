/** What to mark in a text that a query found. Uses the tokeniser of the index, so what is marked is what was matched. */

import type { TextRange } from '../spans/ranges'
import { exactTokens, type Token, tokenize } from '../text/tokenize'
import type { Query, TermLeaf } from './ast'
import { findPhrase } from './phrase'
import { termTest } from './term-test'

/**
 * The words a query matches in one value of a field, in order and apart from each other. Only parts of the query that speak of this field
 * count, and none that are negated; a phrase marks its words only where they form the phrase.
 *
 * @param source - the field whose value the text is
 * @returns UTF-16 ranges
 */
export function highlightRanges(text: string, query: Query, source: string): TextRange[] {
  const leaves = wantedLeaves(query).filter((leaf) => leaf.field.source === source)
  const words = leaves.filter((leaf) => leaf.field.kind === 'std')
  const parts = leaves.filter((leaf) => leaf.field.kind === 'ws')
  const marked = [...markTokens(words, tokenize, text), ...markTokens(parts, exactTokens, text)]
  return joinRanges(marked, () => false)
}

/**
 * The keywords of a record as the classic API reports them: what the query matched, in the text's own spelling, neighbours with only white
 * space between them as one, each once.
 *
 * @param texts - the values of the record's text fields, with their field names
 */
export function searchKeywords(texts: Iterable<readonly [source: string, text: string]>, query: Query): string[] {
  const keywords = new Set<string>()
  for (const [source, text] of texts) {
    const ranges = joinRanges(highlightRanges(text, query, source), (from, to) =>
      /^\p{White_Space}*$/u.test(text.slice(from, to)),
    )
    for (const { start, end } of ranges) keywords.add(text.slice(start, end))
  }
  return [...keywords]
}

/** The conditions on terms that a query asks for, without those it excludes. */
function wantedLeaves(query: Query): TermLeaf[] {
  switch (query.type) {
    case 'and':
    case 'or':
      return query.of.flatMap(wantedLeaves)
    case 'phrase':
    case 'term':
    case 'prefix':
    case 'wildcard':
    case 'fuzzy':
    case 'regex':
    case 'termRange':
      return [query]
    case 'all':
    case 'none':
    case 'not':
    case 'range':
    case 'flag':
    case 'exists':
      return []
  }
}

function markTokens(leaves: readonly TermLeaf[], read: (text: string) => Token[], text: string): Token[] {
  if (leaves.length === 0) return []
  const tokens = read(text)
  const terms = tokens.map((token) => token.term)
  const marked = new Set<number>()
  for (const leaf of leaves) for (const index of indexesFor(leaf, terms)) marked.add(index)
  return tokens.filter((_, index) => marked.has(index))
}

function indexesFor(leaf: TermLeaf, terms: readonly string[]): number[] {
  if (leaf.type === 'phrase') return [...findPhrase(terms, leaf.terms, leaf.slop)].flat()
  const test = termTest(leaf)
  // A long text has far fewer different terms than terms.
  const known = new Map<string, boolean>()
  return terms.flatMap((term, index) => {
    const matches = known.get(term) ?? test(term)
    known.set(term, matches)
    return matches ? [index] : []
  })
}

/** Put ranges in order and join those that overlap, or that nothing but a permitted gap parts. */
function joinRanges(ranges: readonly TextRange[], isGap: (from: number, to: number) => boolean): TextRange[] {
  const joined: TextRange[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1)
    if (last && (start < last.end || isGap(last.end, start))) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
