import { codePointLength } from '@postil/domain/spans/code-points'

/** Words, numbers and single other signs; blanks divide and belong to none. */
const TOKEN = /[\p{L}\p{N}\p{M}_]+|[^\s]/gu

/** A stretch of a text, in code points. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Divide a text into tokens. A token is divided once more where a stretch begins or ends within it, since the server takes entities that
 * begin and end with tokens only.
 */
export function tokenize(text: string, how: 'words' | 'blanks', stretches: readonly Stretch[] = []): string[] {
  if (how === 'blanks') return text.split(/\s+/).filter((token) => token !== '')
  const cuts = new Set(stretches.flatMap(({ start, end }) => [start, end]))
  const tokens: string[] = []
  let at = 0
  let from = 0
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match
    at += codePointLength(text.slice(from, match.index))
    from = match.index + token.length
    let piece = ''
    for (const sign of token) {
      if (piece !== '' && cuts.has(at)) {
        tokens.push(piece)
        piece = ''
      }
      piece += sign
      at += 1
    }
    tokens.push(piece)
  }
  return tokens
}
