/** Finds the matches of a query in a text. Uses the same tokeniser as the index, so exactly the matched words are marked. */

import type { TextRange } from '../spans/ranges'
import { scanWords } from '../text/scan-words'
import { exactTokens } from '../text/tokenize'
import { isTermLeaf, type PhraseLeaf, type Query, type TermLeaf, type WordLeaf } from './ast'
import { findPhrase } from './phrase'
import type { FieldKind } from './schema'
import { termTest } from './term-test'

/**
 * The ranges of the words that a query matches in one value of a field. Conditions on other fields and negated conditions are ignored. The
 * words of a phrase are marked only where they form the phrase.
 *
 * @param source - name of the field that contains the text
 * @returns UTF-16 ranges, in order, not overlapping
 */
export function highlightRanges(text: string, query: Query, source: string): TextRange[] {
  return highlighter(query)(text, source)
}

/** The same for many texts: conditions are compiled once. */
function highlighter(query: Query): (text: string, source: string) => TextRange[] {
  const leaves = wantedLeaves(query)
  const bySource = new Map<string, Finder[]>()
  return (text, source) => {
    let finders = bySource.get(source)
    if (!finders) {
      const own = leaves.filter((leaf) => leaf.field.source === source)
      const ofKind = (kind: FieldKind) => own.filter((leaf) => leaf.field.kind === kind)
      finders = [wordFinder(ofKind('std'), scanWords), wordFinder(ofKind('ws'), scanExact)]
      bySource.set(source, finders)
    }
    return joinRanges(
      finders.flatMap((find) => find(text)),
      () => false,
    )
  }
}

/**
 * The keywords of some records as the classic API reports them: the distinct matches of the query, spelled as in the text. Matches separated
 * only by white space are one keyword.
 *
 * @param records - the values of each record's text fields, with their field names
 */
export function searchKeywords(
  records: readonly (readonly (readonly [source: string, text: string])[])[],
  query: Query,
): string[][] {
  const highlight = highlighter(query)
  return records.map((texts) => {
    const keywords = new Set<string>()
    for (const [source, text] of texts) {
      const isSpace = (from: number, to: number) => /^\p{White_Space}*$/u.test(text.slice(from, to))
      for (const { start, end } of joinRanges(highlight(text, source), isSpace)) keywords.add(text.slice(start, end))
    }
    return [...keywords]
  })
}

/** Whether a query can match a word at all: not when all its conditions are negated, or about something else than words. */
export function canMark(query: Query): boolean {
  return wantedLeaves(query).length > 0
}

/** Up to this number of UTF-16 units, plain words are found in about a millisecond, in Chinese in four. */
const QUICK_LENGTH = 20_000
const QUICK_CONDITIONS = 10

/** Whether keywords are found fast enough for the HTTP thread: only whole words and prefixes, in short texts. */
export function isQuickToMark(query: Query, records: readonly (readonly (readonly [string, string])[])[]): boolean {
  const leaves = wantedLeaves(query)
  if (leaves.length > QUICK_CONDITIONS) return false
  if (!leaves.every(({ type }) => type === 'term' || type === 'prefix')) return false
  const sources = new Set(leaves.map(({ field }) => field.source))
  const length = records.flat().reduce((sum, [source, text]) => sum + (sources.has(source) ? text.length : 0), 0)
  return length <= QUICK_LENGTH
}

/** The conditions on terms in a query, without negated ones. */
function wantedLeaves(query: Query): TermLeaf[] {
  if (query.type === 'and' || query.type === 'or') return query.of.flatMap(wantedLeaves)
  return isTermLeaf(query) ? [query] : []
}

/** Reports the words of a text in order. */
type Scan = (text: string, report: (term: string, start: number, end: number) => void) => void

const scanExact: Scan = (text, report) => {
  for (const { term, start, end } of exactTokens(text)) report(term, start, end)
}

/** Finds the words of a text to mark. */
type Finder = (text: string) => TextRange[]

function wordFinder(leaves: readonly TermLeaf[], scan: Scan): Finder {
  if (leaves.length === 0) return () => []
  const phrases = leaves.flatMap((leaf) => (leaf.type === 'phrase' ? [leaf] : []))
  const tests = leaves.flatMap((leaf) => (leaf.type === 'phrase' ? [] : [testOf(leaf)]))
  return (text) => {
    const marked: TextRange[] = []
    // Most words are not marked: only phrases need a list of them.
    const words: (TextRange & { term: string })[] = []
    scan(text, (term, start, end) => {
      if (tests.some((test) => test(term))) marked.push({ start, end })
      if (phrases.length > 0) words.push({ term, start, end })
    })
    return phrases.length === 0 ? marked : [...marked, ...markPhrases(phrases, words)]
  }
}

function markPhrases(phrases: readonly PhraseLeaf[], words: readonly (TextRange & { term: string })[]): TextRange[] {
  const terms = words.map(({ term }) => term)
  const marks = new Uint8Array(terms.length)
  for (const { terms: phrase, slop } of phrases)
    for (const found of findPhrase(terms, phrase, slop)) for (const index of found) marks[index] = 1
  return words.flatMap(({ start, end }, index) => (marks[index] ? [{ start, end }] : []))
}

function testOf(leaf: WordLeaf): (term: string) => boolean {
  return leaf.type === 'term' || leaf.type === 'prefix' ? termTest(leaf) : onceEach(termTest(leaf))
}

/** Maximum number of terms of which the result of a test is remembered. */
const TERMS_KEPT = 10_000

/** A test that tries most terms only once: long texts repeat most of their terms. */
function onceEach(test: (term: string) => boolean): (term: string) => boolean {
  const known = new Map<string, boolean>()
  return (term) => {
    const result = known.get(term)
    if (result !== undefined) return result
    const isMatch = test(term)
    if (known.size >= TERMS_KEPT) known.clear()
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
