import type { TextRange } from '@postil/domain/spans/ranges'
import { type Token, tokenize } from '@postil/domain/text/tokenize'

/** The words the keyboard's caret goes through. */
export type Words = readonly Token[]

/** Words of a text; punctuation alone is none. */
export function wordsOf(text: string): Words {
  return tokenize(text)
}

/** A selection by keyboard: from the word it began at to the word the caret is at. */
export interface Caret {
  anchor: number
  at: number
}

/** Move the caret by words; with `extends` the selection grows or shrinks, else it is one word again. */
export function moveCaret(caret: Caret | undefined, by: number, count: number, extend: boolean): Caret {
  if (caret === undefined) return { anchor: 0, at: 0 }
  const at = Math.min(Math.max(caret.at + by, 0), Math.max(0, count - 1))
  return { anchor: extend ? caret.anchor : at, at }
}

/** What the caret selects, in UTF-16 units; undefined when there are no words. */
export function caretRange(words: Words, caret: Caret): TextRange | undefined {
  const first = words[Math.min(caret.anchor, caret.at)]
  const last = words[Math.max(caret.anchor, caret.at)]
  return first && last ? { start: first.start, end: last.end } : undefined
}

/** The word at an offset, or the next one behind it. */
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
