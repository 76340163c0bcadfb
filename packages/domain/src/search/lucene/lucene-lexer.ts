/** Splits a query of the classic language into tokens, by longest match as in Lucene's own grammar. */

import type { WildcardPart } from '../ast'
import { QueryPartError } from '../errors'

/** A token; `text` is as written, with escapes but without delimiters. */
export type LuceneToken =
  | { type: 'term' | 'pattern' | 'regex' | 'quoted' | 'bareOperator'; text: string }
  | { type: 'and' | 'or' | 'not' | 'plus' | 'minus' | 'open' | 'close' | 'colon' | 'end' }
  | { type: 'boost' }
  | { type: 'tilde'; text: string }
  | { type: 'rangeStart'; inclusive: boolean }

/** A token inside a range. */
export type RangeToken =
  | { type: 'bound'; text: string; quoted: boolean }
  | { type: 'to' }
  | { type: 'rangeEnd'; inclusive: boolean }

const SPACES = /[ \t\n\r\u3000]*/y
const WORD_START = String.raw`(?:[^ \t\n\r\u3000+\-!():^[\]"{}~*?\\/]|\\[\s\S])`
const WORD = new RegExp(`(?:${WORD_START}|[*?])(?:${WORD_START}|[-+*?])*`, 'uy')
const QUOTED = /"((?:[^"\\]|\\[\s\S])*)"/uy
const TILDE = /~((?:\d+(?:\.\d+)?)?)/y
const BOOST = /\^[ \t\n\r\u3000]*\d+(?:\.\d+)?/y
const BARE_OPERATOR = /[-+!][ \t\n\r\u3000]/y
const RANGE_QUOTED = /"((?:[^"\\]|\\[\s\S])+)"/uy
const RANGE_WORD = /[^ \]}]+/uy
const UNESCAPED_WILD = /^(?:[^\\*?]|\\[\s\S])*[*?]/u

const SINGLE: ReadonlyMap<string, LuceneToken> = new Map<string, LuceneToken>([
  ['(', { type: 'open' }],
  [')', { type: 'close' }],
  [':', { type: 'colon' }],
  ['+', { type: 'plus' }],
  ['-', { type: 'minus' }],
  ['!', { type: 'not' }],
  ['[', { type: 'rangeStart', inclusive: true }],
  ['{', { type: 'rangeStart', inclusive: false }],
])
// A map, since an object also has inherited properties such as `constructor`.
const OPERATORS: ReadonlyMap<string, LuceneToken> = new Map<string, LuceneToken>([
  ['AND', { type: 'and' }],
  ['&&', { type: 'and' }],
  ['OR', { type: 'or' }],
  ['||', { type: 'or' }],
  ['NOT', { type: 'not' }],
])

/** Reads tokens one after the other. Inside a range the parser calls `nextInRange`, which uses other token rules. */
export class LuceneLexer {
  #at = 0

  constructor(private readonly text: string) {}

  /** @throws QueryPartError for a character that cannot begin a token, and for an unclosed quote or regular expression */
  next(): LuceneToken {
    this.#match(SPACES)
    const char = this.text.charAt(this.#at)
    if (char === '') return { type: 'end' }
    const bare = this.#match(BARE_OPERATOR)
    if (bare) return { type: 'bareOperator', text: bare[0].charAt(0) }
    const word = this.#match(WORD)
    if (word)
      return OPERATORS.get(word[0]) ?? { type: UNESCAPED_WILD.test(word[0]) ? 'pattern' : 'term', text: word[0] }
    if (char === '"') return { type: 'quoted', text: this.#require(QUOTED, 'a closing quote') }
    if (char === '/') return { type: 'regex', text: this.#regex() }
    if (char === '~') return { type: 'tilde', text: this.#require(TILDE, 'a number') }
    if (char === '^') {
      this.#require(BOOST, 'a number after ^')
      return { type: 'boost' }
    }
    const single = SINGLE.get(char)
    if (!single) throw new QueryPartError(`unexpected ${char}`)
    this.#at += 1
    return single
  }

  /** @throws QueryPartError when the query ends inside the range */
  nextInRange(): RangeToken {
    this.#match(SPACES)
    const char = this.text.charAt(this.#at)
    if (char === ']' || char === '}') {
      this.#at += 1
      return { type: 'rangeEnd', inclusive: char === ']' }
    }
    const quoted = this.#match(RANGE_QUOTED)
    const word = this.#match(RANGE_WORD)
    // Longest match: `"a"b` is one word.
    if (quoted && word) return { type: 'bound', text: quoted[0] + word[0], quoted: false }
    if (quoted) return { type: 'bound', text: quoted[1] ?? '', quoted: true }
    if (word) return word[0] === 'TO' ? { type: 'to' } : { type: 'bound', text: word[0], quoted: false }
    throw new QueryPartError('a range is not closed')
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.text)
    if (found) this.#at += found[0].length
    return found
  }

  #require(pattern: RegExp, what: string): string {
    const found = this.#match(pattern)
    if (!found) throw new QueryPartError(`${what} is missing`)
    return found[1] ?? ''
  }

  /** A regular expression ends at the first unescaped slash; if there is none, at the last slash. */
  #regex(): string {
    const start = this.#at + 1
    let end = -1
    for (let at = start; at < this.text.length; at += 1) {
      if (this.text.charAt(at) !== '/') continue
      end = at
      if (this.text.charAt(at - 1) !== '\\') break
    }
    if (end < start) throw new QueryPartError('a closing / is missing')
    this.#at = end + 1
    return this.text.slice(start, end)
  }
}

/**
 * Unescape a word: a backslash removes the special meaning of the next character, and `\u0041` is the character with that code.
 *
 * @throws QueryPartError when the word ends in a single backslash
 */
export function withoutEscapes(text: string): string {
  return piecesOf(text)
    .map((piece) => piece.text)
    .join('')
}

/** The parts of a wildcard pattern. Escaped stars and question marks are literals; adjacent stars count as one. */
export function wildcardParts(text: string): WildcardPart[] {
  const parts: WildcardPart[] = []
  for (const { text: char, escaped } of piecesOf(text)) {
    const last = parts.at(-1)
    if (!escaped && char === '*') {
      if (last?.kind !== 'any') parts.push({ kind: 'any' })
    } else if (!escaped && char === '?') parts.push({ kind: 'one' })
    else if (last?.kind === 'literal') last.text += char
    else parts.push({ kind: 'literal', text: char })
  }
  return parts
}

function piecesOf(text: string): { text: string; escaped: boolean }[] {
  return Array.from(text.matchAll(/\\u([0-9a-fA-F]{4})|\\([\s\S])|([\s\S])/gu), ([whole, number, escaped, plain]) => {
    if (whole === '\\') throw new QueryPartError('nothing follows the last backslash')
    if (number !== undefined) return { text: String.fromCharCode(Number.parseInt(number, 16)), escaped: true }
    return { text: escaped ?? plain ?? '', escaped: escaped !== undefined }
  })
}
