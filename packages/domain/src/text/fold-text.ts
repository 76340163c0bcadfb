import { clusterEnd } from './graphemes'
import { unitOf } from './units'

/**
 * Fold a text in the same way as its words, and keep what is between them: `Straße-BAHN` becomes `strasse-bahn`. For the literal parts of
 * patterns, which are not split into words.
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
