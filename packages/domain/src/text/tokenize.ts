/** Splits texts into words for the search index and the highlighter, identically in every browser and Node version. */
import { MAX_TERM_LENGTH, scanWords } from './scan-words'

/** One word of a text. */
export interface Token {
  /** The folded word; never empty, never with white space. */
  term: string
  /** UTF-16 offsets of the word in the original text. */
  start: number
  end: number
  /** Follows the previous token directly, in a script without spaces or as the rest of an overlong word. In queries both form a phrase. */
  joined: boolean
}

/**
 * The words of a text by UAX #29 without dictionaries, folded: `wi-fi` gives two, `I'm`, `3.14` and `foo_bar` one each. Han,
 * kana, Thai, Lao, Khmer and Myanmar give one token per grapheme cluster, and so does an emoji, whatever its skin tone.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  scanWords(text, (term, start, end, joined) => {
    tokens.push({ term, start, end, joined })
  })
  return tokens
}

/** The words of an `.exact` field: the parts between white space, with case, accents and punctuation kept. */
export function exactTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const found of text.matchAll(/\P{White_Space}+/gu)) {
    const start = found.index
    for (let from = 0; from < found[0].length; ) {
      const to = cutBefore(found[0], from + MAX_TERM_LENGTH)
      tokens.push({ term: found[0].slice(from, to), start: start + from, end: start + to, joined: from > 0 })
      from = to
    }
  }
  return tokens
}

/** The position of a cut, moved back by one where it would split a surrogate pair. */
function cutBefore(text: string, end: number): number {
  if (end >= text.length) return text.length
  const unit = text.charCodeAt(end)
  return unit >= 0xdc00 && unit <= 0xdfff ? end - 1 : end
}
