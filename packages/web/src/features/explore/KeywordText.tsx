import type { TextRange } from '@postil/domain/spans/ranges'
import { MarkedText } from '../../record/MarkedText.tsx'

interface KeywordTextProps {
  text: string
  /** What the search found, as the server names it. */
  keywords: readonly string[] | null | undefined
}

/** A text with the words marked that the server's search found in it. */
export function KeywordText({ text, keywords }: KeywordTextProps) {
  return <MarkedText text={text} ranges={findKeywords(text, keywords ?? [])} />
}

/** Where keywords stand in a text as words of their own; in order and apart from each other, in UTF-16 units. */
function findKeywords(text: string, keywords: readonly string[]): TextRange[] {
  const wanted = keywords.filter((keyword) => keyword !== '')
  if (wanted.length === 0) return []
  const longestFirst = wanted.toSorted((one, other) => other.length - one.length)
  const alternatives = longestFirst.map((keyword) => keyword.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|')
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives})(?![\\p{L}\\p{N}])`, 'gu')
  return [...text.matchAll(words)].map(({ index, 0: found }) => ({ start: index, end: index + found.length }))
}
