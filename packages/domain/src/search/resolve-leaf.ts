/** Interprets one part of a query for one field: depending on the field's kind, words are tokenised, or numbers and dates are parsed. */
import { foldText } from '../text/fold-text'
import { exactTokens, type Token, tokenize } from '../text/tokenize'
import {
  allOf,
  type Bound,
  type Query,
  type Syntax,
  type WildcardPart,
  type WrittenBound,
  type WrittenFuzziness,
} from './ast'
import { parseDate } from './dates'
import { QueryPartError } from './errors'
import { autoEdits, MAX_EDITS } from './fuzzy'
import type { SearchField } from './schema'

/** Maximum slop of a phrase. With more, the words could be almost anywhere, and the search would take long. */
const MAX_SLOP = 1000

/** The parts of a query that are conditions on the values of a field. */
export type SyntaxLeaf = Extract<Syntax, { type: 'words' | 'prefix' | 'wildcard' | 'fuzzy' | 'regex' | 'range' }>

/**
 * Interpret a part of a query for one field.
 *
 * @returns undefined when tokenising leaves no words
 * @throws QueryPartError when the condition is not possible for the field's type
 */
export function readLeaf(node: SyntaxLeaf, field: SearchField, nowMs: number): Query | undefined {
  switch (field.kind) {
    case 'std':
    case 'ws':
    case 'kw':
      return readText(node, field)
    case 'number':
    case 'date':
      return readNumber(node, field, nowMs)
    case 'boolean':
      return readBoolean(node, field)
    case 'presence':
      return { type: 'none' }
  }
}

function readText(node: SyntaxLeaf, field: SearchField): Query | undefined {
  const fold = (text: string) => (field.kind === 'std' ? foldText(text) : text)
  switch (node.type) {
    case 'words':
      return field.kind === 'kw'
        ? { type: 'term', field, term: node.text }
        : readWords(node.text, node.quoted, node.slop, field)
    case 'prefix':
      return readPrefix(node.text, field, fold)
    case 'wildcard':
      return { type: 'wildcard', field, parts: node.parts.map((part) => foldPart(part, fold)) }
    case 'fuzzy':
      return readFuzzy(fold(node.text), node.fuzziness, field)
    case 'regex':
      return { type: 'regex', field, source: node.source }
    case 'range':
      return { type: 'termRange', field, min: textBound(node.lower, fold), max: textBound(node.upper, fold) }
  }
}

function readWords(text: string, quoted: boolean, slop: number, field: SearchField): Query | undefined {
  const tokens = tokensOf(text, field)
  if (tokens.length === 0) return undefined
  if (quoted) return phrase(field, tokens, slop)
  const runs: Token[][] = []
  for (const token of tokens) {
    const run = runs.at(-1)
    if (run && token.joined) run.push(token)
    else runs.push([token])
  }
  return allOf(runs.map((run) => phrase(field, run, 0)))
}

/** In a script without spaces a word is a phrase of tokens, and the star after it has no effect. */
function readPrefix(text: string, field: SearchField, fold: (text: string) => string): Query | undefined {
  const tokens = field.kind === 'std' ? tokenize(text) : []
  if (tokens.some((token) => token.joined)) return readWords(text, false, 0, field)
  return { type: 'prefix', field, prefix: fold(text) }
}

function readFuzzy(term: string, fuzziness: WrittenFuzziness, field: SearchField): Query {
  const maxEdits = editsOf(term, fuzziness)
  return maxEdits === 0 ? { type: 'term', field, term } : { type: 'fuzzy', field, term, maxEdits }
}

function editsOf(term: string, fuzziness: WrittenFuzziness): number {
  switch (fuzziness.kind) {
    case 'auto':
      return autoEdits(term)
    case 'edits':
      return Math.min(fuzziness.edits, MAX_EDITS)
    case 'similarity':
      return Math.min(Math.floor((1 - fuzziness.least) * Array.from(term).length), MAX_EDITS)
  }
}

function phrase(field: SearchField, tokens: readonly Token[], slop: number): Query {
  const [first] = tokens
  if (first && tokens.length === 1) return { type: 'term', field, term: first.term }
  return { type: 'phrase', field, terms: tokens.map((token) => token.term), slop: Math.min(slop, MAX_SLOP) }
}

function tokensOf(text: string, field: SearchField): Token[] {
  return field.kind === 'ws' ? exactTokens(text) : tokenize(text)
}

function foldPart(part: WildcardPart, fold: (text: string) => string): WildcardPart {
  return part.kind === 'literal' ? { kind: 'literal', text: fold(part.text) } : part
}

function textBound(bound: WrittenBound | undefined, fold: (text: string) => string): Bound<string> | undefined {
  return bound && { value: fold(bound.text), inclusive: bound.inclusive }
}

function readNumber(node: SyntaxLeaf, field: SearchField, nowMs: number): Query {
  const span = (text: string) => (field.kind === 'date' ? dateSpan(text, nowMs) : numberSpan(text))
  if (node.type === 'words') return { type: 'range', field, ...span(node.text) }
  if (node.type !== 'range') throw new QueryPartError(`${field.name} holds ${field.kind}s, not words`)
  const { lower, upper } = node
  // A bound such as `2020` is a whole year: `>=` starts at its beginning, `>` after its end.
  const min = lower && (lower.inclusive ? span(lower.text).min : flip(span(lower.text).max))
  const max = upper && (upper.inclusive ? span(upper.text).max : flip(span(upper.text).min))
  return { type: 'range', field, min, max }
}

interface NumberSpan {
  min: Bound<number>
  max: Bound<number>
}

function numberSpan(text: string): NumberSpan {
  if (!/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text)) throw new QueryPartError(`${text} is no number`)
  const bound = { value: Number(text), inclusive: true }
  return { min: bound, max: bound }
}

function dateSpan(text: string, nowMs: number): NumberSpan {
  const span = parseDate(text, nowMs)
  if (!span) throw new QueryPartError(`${text} is no date`)
  return { min: { value: span.from, inclusive: true }, max: { value: span.before, inclusive: false } }
}

/** The complement of a bound: inclusive becomes exclusive and vice versa. */
function flip({ value, inclusive }: Bound<number>): Bound<number> {
  return { value, inclusive: !inclusive }
}

function readBoolean(node: SyntaxLeaf, field: SearchField): Query {
  if (node.type !== 'words' || (node.text !== 'true' && node.text !== 'false')) {
    throw new QueryPartError(`${field.name} is either true or false`)
  }
  return { type: 'flag', field, value: node.text === 'true' }
}
