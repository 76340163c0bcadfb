import { codePointLength } from '@postil/domain/spans/code-points'

/** Words, numbers and single other characters; white space separates tokens. */
const TOKEN = /[\p{L}\p{N}\p{M}_]+|[^\s]/gu

/** A range of a text, in code points. */
export interface Stretch {
  start: number
  end: number
}

/**
 * Split a text into tokens. A token is split again where an entity begins or ends inside it, since the server accepts only entities that
 * begin and end on token boundaries.
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
