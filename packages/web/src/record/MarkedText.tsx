import type { TextRange } from '@postil/domain/spans/ranges'
import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** In order and apart from each other, in UTF-16 units. */
  ranges: readonly TextRange[]
}

/** A plain text with what a search found in it marked. */
export function MarkedText({ text, ranges }: MarkedTextProps) {
  if (ranges.length === 0) return text
  const parts: ReactNode[] = []
  let at = 0
  for (const { start, end } of ranges) {
    parts.push(text.slice(at, start), <mark key={start}>{text.slice(start, end)}</mark>)
    at = end
  }
  parts.push(text.slice(at))
  return parts
}
