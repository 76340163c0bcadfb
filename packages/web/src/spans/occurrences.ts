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
  /** Number of leading marks that end before the occurrence. */
  let passed = 0
  for (let at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, at + 1)) {
    const one = { start: at, end: at + sought.length }
    const last = found.at(-1)
    const isWhole =
      words[wordAt(words, one.start)]?.start === one.start && words[wordAt(words, one.end - 1)]?.end === one.end
    if (!isWhole || (last && overlaps(one, last))) continue
    while ((marks[passed]?.end ?? text.length) <= one.start) passed += 1
    // Later marks begin later still: if this one does not touch the occurrence, none does.
    if (one.end <= (marks[passed]?.start ?? text.length)) found.push(one)
  }
  return found
}
