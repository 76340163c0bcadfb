/** Finds the matches of a query in a text. Uses the same tokeniser as the index, so exactly the matched words are marked. */

import type { TextRange } from '../spans/ranges'
import { exactTokens, type Token, tokenize } from '../text/tokenize'
import { isTermLeaf, type Query, type TermLeaf } from './ast'
import { findPhrase } from './phrase'
import { termTest } from './term-test'

/**
 * The ranges of the words that a query matches in one value of a field. Conditions on other fields and negated conditions are ignored. The
 * words of a phrase are marked only where they form the phrase.
 *
 * @param source - name of the field that contains the text
 * @returns UTF-16 ranges, in order, not overlapping
 */
export function highlightRanges(text: string, query: Query, source: string): TextRange[] {
  const leaves = wantedLeaves(query).filter((leaf) => leaf.field.source === source)
  const words = leaves.filter((leaf) => leaf.field.kind === 'std')
  const parts = leaves.filter((leaf) => leaf.field.kind === 'ws')
  const marked = [...markTokens(words, tokenize, text), ...markTokens(parts, exactTokens, text)]
  return joinRanges(marked, () => false)
}

/**
 * The keywords of a record as the classic API reports them: the distinct matches of the query, spelled as in the text. Matches separated
 * only by white space are one keyword.
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

/** Whether a query can match a word at all: not when all its conditions are negated, or about something else than words. */
export function canMark(query: Query): boolean {
  return wantedLeaves(query).length > 0
}

/** The conditions on terms in a query, without negated ones. */
function wantedLeaves(query: Query): TermLeaf[] {
  if (query.type === 'and' || query.type === 'or') return query.of.flatMap(wantedLeaves)
  return isTermLeaf(query) ? [query] : []
}

function markTokens(leaves: readonly TermLeaf[], read: (text: string) => Token[], text: string): Token[] {
  if (leaves.length === 0) return []
  const tokens = read(text)
  const terms = tokens.map((token) => token.term)
  const marks = new Uint8Array(terms.length)
  for (const leaf of leaves) markTerms(leaf, terms, marks)
  return tokens.filter((_, index) => marks[index])
}

function markTerms(leaf: TermLeaf, terms: readonly string[], marks: Uint8Array): void {
  if (leaf.type === 'phrase') {
    for (const found of findPhrase(terms, leaf.terms, leaf.slop)) for (const index of found) marks[index] = 1
    return
  }
  const test = leaf.type === 'term' ? termTest(leaf) : onceEach(termTest(leaf))
  for (let index = 0; index < terms.length; index += 1) if (test(terms[index] ?? '')) marks[index] = 1
}

/** A test that tries each distinct term only once: long texts repeat most of their terms. */
function onceEach(test: (term: string) => boolean): (term: string) => boolean {
  const known = new Map<string, boolean>()
  return (term) => {
    const isMatch = known.get(term) ?? test(term)
    known.set(term, isMatch)
    return isMatch
  }
}

/** Sort ranges, and join those that overlap or are separated only by a gap for which `isGap` is true. */
function joinRanges(ranges: readonly TextRange[], isGap: (from: number, to: number) => boolean): TextRange[] {
  const joined: TextRange[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const last = joined.at(-1)
    if (last && (start < last.end || isGap(last.end, start))) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}
