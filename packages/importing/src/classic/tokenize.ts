import { codePointLength } from '@postil/domain/spans/code-points'
import { clusterEnd } from '@postil/domain/text/graphemes'

/** Words and numbers, except in scripts without spaces between words. */
const WORD =
  /(?:(?![\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}])[\p{L}\p{N}\p{M}_])+/uy
const SPACE = /\s+/y

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
  for (const { index, token } of splitWords(text)) {
    at += codePointLength(text.slice(from, index))
    from = index + token.length
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

/** Words, and every other character by itself, which may consist of several code points. White space separates them. */
function* splitWords(text: string): Generator<{ index: number; token: string }> {
  for (let index = 0; index < text.length; ) {
    const end = endOf(SPACE, text, index)
    if (end === undefined) {
      const token = text.slice(index, endOf(WORD, text, index) ?? clusterEnd(text, index))
      yield { index, token }
      index += token.length
    } else index = end
  }
}

/** Where the match of a sticky pattern at a position ends; undefined when there is none. */
function endOf(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index
  return pattern.test(text) ? pattern.lastIndex : undefined
}
