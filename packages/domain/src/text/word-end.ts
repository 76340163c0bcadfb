import { WordClass } from './char-class'

/** The folded pieces of a stretch of text without white space, as parallel arrays. */
export interface Stretch {
  texts: string[]
  /** `WordClass` of each piece. */
  classes: number[]
  /** UTF-16 offsets of the cluster each piece came from. */
  starts: number[]
  ends: number[]
  /** Pieces with different numbers never join into one word (0 for most of them, see `Unit.apart`). */
  groups: number[]
}

/**
 * Find the end of the word that begins at a piece: rules WB5 to WB13b of UAX #29.
 *
 * @param first - index of a letter, digit or connector
 * @returns index of the first piece after the word
 */
export function wordEnd(stretch: Stretch, first: number): number {
  const { classes, groups } = stretch
  const group = groups[first]
  const at = (index: number) => (groups[index] === group ? (classes[index] ?? 0) : 0)
  let end = first + 1
  for (;;) {
    const last = at(end - 1)
    const next = at(end)
    const after = at(end + 1)
    if (joinsWords(next)) end += 1
    else if (isLetter(last) && isBetweenLetters(next) && isLetter(after)) end += 2
    else if (last === WordClass.digit && isBetweenDigits(next) && after === WordClass.digit) end += 2
    else if (last === WordClass.hebrew && next === WordClass.doubleQuote && after === WordClass.hebrew) end += 2
    else if (last === WordClass.hebrew && next === WordClass.quote) return end + 1
    else return end
  }
}

/** Whether a piece of this class can begin a word. */
export function joinsWords(is: number): boolean {
  return is >= WordClass.letter && is <= WordClass.connector
}

function isLetter(is: number): boolean {
  return is === WordClass.letter || is === WordClass.hebrew
}

function isBetweenLetters(is: number): boolean {
  return is === WordClass.midLetter || is === WordClass.midBoth || is === WordClass.quote
}

function isBetweenDigits(is: number): boolean {
  return is === WordClass.midNumber || is === WordClass.midBoth || is === WordClass.quote
}
