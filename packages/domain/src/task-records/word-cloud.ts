import { STOP_WORDS } from './stop-words'

export { STOP_WORDS } from './stop-words'

const LETTER = /\p{L}/u

/** Cached class of each UTF-16 unit, because testing every letter of every text with the regular expression is too slow. */
const units = new Uint8Array(0x10000)
const OTHER = 1
const LETTER_UNIT = 2
/** A surrogate: half of a character outside the Basic Multilingual Plane. */
const HALF = 3

/** The words of a text for a word cloud (classic-api §8): runs of letters, in lower case, without stop words. */
export function cloudWords(text: string): string[] {
  const words: string[] = []
  scanCloudWords(text, (word) => {
    if (!STOP_WORDS.has(word)) words.push(word)
  })
  return words
}

/** Pass every run of letters, in lower case, to a callback, including stop words. */
export function scanCloudWords(text: string, sink: (word: string) => void): void {
  const lower = text.toLowerCase()
  let start = -1
  for (let at = 0; at < lower.length; at += 1) {
    const size = letterAt(lower, at)
    if (size > 0) {
      if (start < 0) start = at
      at += size - 1
    } else if (start >= 0) {
      sink(lower.slice(start, at))
      start = -1
    }
  }
  if (start >= 0) sink(lower.slice(start))
}

/** The length of the letter at an offset, in UTF-16 units; 0 when there is no letter. */
function letterAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  const known = units[unit] || learn(unit)
  if (known === OTHER) return 0
  if (known === LETTER_UNIT) return 1
  const code = text.codePointAt(at) ?? 0
  return code > 0xffff && LETTER.test(String.fromCodePoint(code)) ? 2 : 0
}

function learn(unit: number): number {
  const isHalf = unit >= 0xd800 && unit <= 0xdfff
  const known = isHalf ? HALF : LETTER.test(String.fromCharCode(unit)) ? LETTER_UNIT : OTHER
  units[unit] = known
  return known
}
