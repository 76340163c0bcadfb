import { overlaps, type TextRange } from '@postil/domain/spans/ranges'
import { type Words, wordAt } from './words.ts'

/**
 * Occurrences of words in a text: exactly the same characters, on word boundaries, and not touching a mark. All ranges are in UTF-16
 * units.
 *
 * @param marks - in the order of the text
 */
export function occurrencesOf(text: string, words: Words, sought: string, marks: readonly TextRange[]): TextRange[] {
  const found: TextRange[] = []
  if (sought === '') return found
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const one = { start: at, end: at + sought.length }
    const last = found.at(-1)
    const isWhole =
      words[wordAt(words, one.start)]?.start === one.start && words[wordAt(words, one.end - 1)]?.end === one.end
    if (!isWhole || (last && overlaps(one, last))) continue
    if (!marks.some((mark) => overlaps(mark, one))) found.push(one)
  }
  return found
}
