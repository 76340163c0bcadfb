/** The query language of feedback datasets: words, "phrases", prefix* and -exclusion. Any text is a valid query. */
import { type Token, tokenize } from '../text/tokenize'
import type { FieldScope, Syntax, SyntaxClause } from './ast'

/** Maximum number of words in a query, far more than anyone types. Further words, as of a pasted page, are ignored. */
export const MAX_SIMPLE_WORDS = 256

const ANYWHERE: FieldScope = { kind: 'default' }
// Includes typographic quotes, which keyboards and word processors insert automatically.
const QUOTE = /["\u201C-\u201F\u2033\uFF02]/
const WHITE_SPACE = /\p{White_Space}/u

/**
 * Parse a query. A record must match all parts and none of the excluded ones. A query without words finds nothing.
 *
 * @param most - maximum number of words; further words are ignored
 */
export function parseSimple(query: string, most = MAX_SIMPLE_WORDS): Syntax {
  const clauses: SyntaxClause[] = []
  const seen = new Set<string>()
  for (const { text, quoted, negated } of partsOf(query)) {
    for (const node of quoted ? phraseIn(text) : negated ? exclusionIn(text) : wordsIn(text)) {
      const key = JSON.stringify([negated, node])
      if (seen.has(key) || clauses.length >= most) continue
      seen.add(key)
      clauses.push({ conjunction: 'none', negated, node })
    }
  }
  return clauses.length === 0 ? { type: 'none' } : { type: 'clauses', clauses }
}

interface Part {
  text: string
  quoted: boolean
  negated: boolean
}

/** Split a query at white space and quotes. An unpaired quote is punctuation, as in `5" screen`. */
function partsOf(query: string): Part[] {
  const parts: Part[] = []
  let rest = query
  let negated = false
  while (rest !== '') {
    if (WHITE_SPACE.test(rest.charAt(0))) {
      negated = false
      rest = rest.slice(1)
      continue
    }
    if (QUOTE.test(rest.charAt(0))) {
      const end = rest.slice(1).search(QUOTE)
      if (end >= 0) parts.push({ text: rest.slice(1, end + 1), quoted: true, negated })
      if (end >= 0) negated = false
      rest = rest.slice(end < 0 ? 1 : end + 2)
      continue
    }
    const length = rest.search(/[\p{White_Space}"\u201C-\u201F\u2033\uFF02]/u)
    const chunk = length < 0 ? rest : rest.slice(0, length)
    const atStart = rest.length === query.length || WHITE_SPACE.test(query.charAt(query.length - rest.length - 1))
    const minus = atStart && /^-(?!-)/.test(chunk)
    if (minus) negated = true
    if (chunk !== '-') parts.push({ text: minus ? chunk.slice(1) : chunk, quoted: false, negated })
    if (chunk !== '-') negated = false
    rest = rest.slice(chunk.length)
  }
  return parts
}

function phraseIn(text: string): Syntax[] {
  const words = tokenize(text)
  return words.length === 0 ? [] : [wordsNode(text.slice(0, lastThatCounts(words)?.end), true)]
}

/** Phrases are limited to `MAX_SIMPLE_WORDS`, too: with some thousands of words PostgreSQL's query would be nested too deeply. */
function lastThatCounts(words: readonly Token[]): Token | undefined {
  return words[MAX_SIMPLE_WORDS - 1]
}

/** The meaning of an excluded chunk: its words as a phrase. */
function exclusionIn(text: string): Syntax[] {
  const words = wordsIn(text)
  const [first] = words
  if (!first || words.length === 1) return words
  if (!words.some((node) => node.type === 'prefix')) return phraseIn(text)
  return [{ type: 'clauses', clauses: words.map((node) => ({ conjunction: 'none', negated: false, node })) }]
}

/** The words of a chunk as separate conditions. Joined words, in a script without spaces, form one phrase. */
function wordsIn(text: string): Syntax[] {
  const runs: Token[][] = []
  for (const token of tokenize(text)) {
    const run = runs.at(-1)
    if (run && token.joined) run.push(token)
    // A character that folds to several words gives several tokens with the same range.
    else if (run?.[0]?.start !== token.start) runs.push([token])
  }
  return runs.map((run, index) => {
    const start = run[0]?.start ?? 0
    const end = run.at(-1)?.end ?? 0
    const word = text.slice(start, end)
    if (run.length > 1) return wordsNode(text.slice(start, lastThatCounts(run)?.end ?? end), true)
    // A star means a prefix only after the last word of a chunk, as in `foo*` and `foo*,`, but not in `2*3`.
    const isPrefix = index === runs.length - 1 && text.charAt(end) === '*'
    return isPrefix ? { type: 'prefix', scope: ANYWHERE, text: word } : wordsNode(word, false)
  })
}

function wordsNode(text: string, quoted: boolean): Syntax {
  return { type: 'words', scope: ANYWHERE, text, quoted, slop: 0 }
}
