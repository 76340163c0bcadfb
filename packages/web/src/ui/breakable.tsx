import type { ReactNode } from 'react'

/** Where room is short, names like `card_not_working` go on in the next line after a `_` or `/`, not within a word. */
export function breakable(text: string): ReactNode {
  const at = text.search(/[_/]./u)
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at + 1)}
      <wbr />
      {breakable(text.slice(at + 1))}
    </>
  )
}
