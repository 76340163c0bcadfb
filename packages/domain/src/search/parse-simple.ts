/** The query language of feedback datasets: words, "phrases", prefix* and -exclusion. Every text is a query; none is an error. */
import { type Token, tokenize } from '../text/tokenize'
import type { FieldScope, Syntax, SyntaxClause } from './ast'

/** Most words of a query that count, far more than anyone types; the rest of a pasted page is ignored. */
export const MAX_SIMPLE_WORDS = 256

const ANYWHERE: FieldScope = { kind: 'default' }
// Keyboards and word processors curl quotes unasked.
const QUOTE = /["\u201C-\u201F\u2033\uFF02]/
const WHITE_SPACE = /\p{White_Space}/u

/**
 * Read a query: all its parts must be found, none of the excluded ones; without any word it finds nothing.
 *
 * @param most - how many of its words count
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

/** Cut a query at white space and quotes. A quote without its partner is punctuation, as in `5" screen`. */
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

/** Of a phrase, too, only so many words count: beyond some thousands PostgreSQL's own query would be nested too deeply. */
function lastThatCounts(words: readonly Token[]): Token | undefined {
  return words[MAX_SIMPLE_WORDS - 1]
}

/** What must not be found: the words of one chunk, side by side. */
function exclusionIn(text: string): Syntax[] {
  const words = wordsIn(text)
  const [first] = words
  if (!first || words.length === 1) return words
  if (!words.some((node) => node.type === 'prefix')) return phraseIn(text)
  return [{ type: 'clauses', clauses: words.map((node) => ({ conjunction: 'none', negated: false, node })) }]
}

/** Each word of a chunk by itself; words joined in a script without spaces stay one phrase. */
function wordsIn(text: string): Syntax[] {
  const runs: Token[][] = []
  for (const token of tokenize(text)) {
    const run = runs.at(-1)
    if (run && token.joined) run.push(token)
    // One character that stands for several words gives the same range several times.
    else if (run?.[0]?.start !== token.start) runs.push([token])
  }
  return runs.map((run, index) => {
    const start = run[0]?.start ?? 0
    const end = run.at(-1)?.end ?? 0
    const word = text.slice(start, end)
    if (run.length > 1) return wordsNode(text.slice(start, lastThatCounts(run)?.end ?? end), true)
    // The star closes the chunk, as in `foo*` and `foo*,`; in `2*3` it is a sign between two words.
    const isPrefix = index === runs.length - 1 && text.charAt(end) === '*'
    return isPrefix ? { type: 'prefix', scope: ANYWHERE, text: word } : wordsNode(word, false)
  })
}

function wordsNode(text: string, quoted: boolean): Syntax {
  return { type: 'words', scope: ANYWHERE, text, quoted, slop: 0 }
}
