import type { TextRange } from '@postil/domain/spans/ranges'
import type { ReactNode } from 'react'

interface MarkedTextProps {
  text: string
  /** Sorted and not overlapping, in UTF-16 units. */
  ranges: readonly TextRange[]
}

/** A plain text with the matches of a search marked. */
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
