import { Children, type ReactNode } from 'react'

/** Lets names like `card_not_working` break after a `_` or `/` rather than within a word. */
export function breakable(text: string): ReactNode {
  const pieces = text.match(/[^_/]*[_/]|[^_/]+/g) ?? []
  if (pieces.length < 2) return text
  return Children.toArray(pieces.map((piece, at) => (at === 0 ? piece : [<wbr key="" />, piece])))
}
