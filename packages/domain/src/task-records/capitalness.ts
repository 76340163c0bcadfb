import type { Capitalness } from './document'

const CASED = /[\p{Uppercase}\p{Lowercase}\p{Lt}]/u
const NOT_UPPER = /[\p{Lowercase}\p{Lt}]/u
const NOT_LOWER = /[\p{Uppercase}\p{Lt}]/u
const UPPER = /\p{Uppercase}/u

/** The capitalisation of a word (classic-api §9.1), or undefined when it has no letters with case. */
export function capitalnessOf(text: string): Capitalness | undefined {
  const value = text.trim()
  const plain = ofAscii(value)
  if (plain !== BEYOND_ASCII) return plain
  if (!CASED.test(value)) return undefined
  if (!NOT_UPPER.test(value)) return 'UPPER'
  if (!NOT_LOWER.test(value)) return 'LOWER'
  const [first = '', ...rest] = value
  if (UPPER.test(first)) return 'FIRST'
  return rest.some((char) => UPPER.test(char)) ? 'MIDDLE' : undefined
}

const BEYOND_ASCII = Symbol('beyond ASCII')

/** A fast path without regular expressions, because this runs for every token of every record, and most are ASCII. */
function ofAscii(value: string): Capitalness | undefined | typeof BEYOND_ASCII {
  let hasUpper = false
  let hasLower = false
  for (let at = 0; at < value.length; at += 1) {
    const unit = value.charCodeAt(at)
    if (unit > 0x7f) return BEYOND_ASCII
    if (unit >= 0x41 && unit <= 0x5a) hasUpper = true
    else if (unit >= 0x61 && unit <= 0x7a) hasLower = true
  }
  if (!hasUpper) return hasLower ? 'LOWER' : undefined
  if (!hasLower) return 'UPPER'
  const first = value.charCodeAt(0)
  return first >= 0x41 && first <= 0x5a ? 'FIRST' : 'MIDDLE'
}
