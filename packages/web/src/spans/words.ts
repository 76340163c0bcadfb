import type { TextRange } from '@postil/domain/spans/ranges'
import { tokenize } from '@postil/domain/text/tokenize'

/** The words through which the keyboard caret moves, in order. */
export type Words = readonly TextRange[]

/** Words of a text; punctuation alone is not a word. */
export function wordsOf(text: string): Words {
  return tokenize(text)
}

/**
 * The whole word at the start of a range; the range itself where there is none. In scripts without spaces, such as Thai and Japanese, the browser's dictionary tells
 * it, while `wordsOf` has single characters there.
 */
export function wholeWord(text: string, range: TextRange): TextRange {
  const word = new Intl.Segmenter([], { granularity: 'word' }).segment(text).containing(range.start)
  return word?.isWordLike ? { start: word.index, end: word.index + word.segment.length } : range
}

/** Whether the paragraph at an offset runs from right to left: its first letter tells, as for the browser (`unicode-bidi: plaintext`). */
export function isRightToLeft(text: string, at: number): boolean {
  const paragraph = text.slice(text.lastIndexOf('\n', at) + 1)
  return /^[^\p{L}\n]*(?=\p{L})[\u0590-\u08ff\ufb1d-\ufefc\u{1e900}-\u{1e95f}]/u.test(paragraph)
}

/** A selection by keyboard: from its anchor word to the caret's word. */
export interface Caret {
  anchor: number
  at: number
  /** Selected with Shift, even if it is one word again: a label then makes a new mark, whatever is marked there. */
  isSelection?: boolean
}

/** Move the caret by words; with `extends` the selection grows or shrinks, else it is one word again. */
export function moveCaret(caret: Caret | undefined, by: number, count: number, extend: boolean): Caret {
  if (caret === undefined) return { anchor: 0, at: 0 }
  const at = Math.min(Math.max(caret.at + by, 0), Math.max(0, count - 1))
  return { anchor: extend ? caret.anchor : at, at, isSelection: extend }
}

/** What the caret selects, in UTF-16 units; undefined when there are no words. */
export function caretRange(words: Words, caret: Caret): TextRange | undefined {
  const first = words[Math.min(caret.anchor, caret.at)]
  const last = words[Math.max(caret.anchor, caret.at)]
  return first && last ? { start: first.start, end: last.end } : undefined
}

/** The word at an offset, or the next one after it. */
export function wordAt(words: Words, offset: number): number {
  let low = 0
  let high = words.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((words[middle]?.end ?? 0) > offset) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * The next word after `after` that begins with a letter, ignoring case; wraps around at the end.
 *
 * @param after - index of a word, -1 for the beginning
 * @returns its index, or undefined when no word begins with it
 */
export function wordWithLetter(text: string, words: Words, after: number, letter: string): number | undefined {
  const sought = letter.toLocaleLowerCase()
  for (let step = 1; step <= words.length; step += 1) {
    const at = (after + step) % words.length
    const word = words[at]
    if (word && text.slice(word.start, word.end).toLocaleLowerCase().startsWith(sought)) return at
  }
  return undefined
}

/**
 * The next run of words after `after` that each begin with a capital letter, such as a name of several words. Only white space may
 * separate the words of a run.
 */
export function capitalisedRun(text: string, words: Words, after: number): Caret | undefined {
  const isCapital = (at: number) => /^\p{Lu}/u.test(text.slice(words[at]?.start, words[at]?.end))
  const follows = (at: number) => text.slice(words[at - 1]?.end, words[at]?.start).trim() === ''
  let first = after + 1
  while (first < words.length && !isCapital(first)) first += 1
  if (first >= words.length) return undefined
  let last = first
  while (last + 1 < words.length && isCapital(last + 1) && follows(last + 1)) last += 1
  return { anchor: first, at: last }
}
