import type { WildcardPart } from '../ast'
import { QueryPartError } from '../errors'

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
