import { clusterEnd } from './graphemes'
import { unitOf } from './units'

/**
 * Fold any text as the words of a text are folded, and keep everything between: `Straße-BAHN` becomes `strasse-bahn`. For the literal parts
 * of patterns, which are not parted into words.
 */
export function foldText(text: string): string {
  let folded = ''
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at)
    for (const piece of unitOf(text.slice(at, end)).pieces) folded += piece.text
    at = end
  }
  return folded
}
