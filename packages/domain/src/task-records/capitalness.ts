import type { Capitalness } from './document'

const CASED = /[\p{Uppercase}\p{Lowercase}\p{Lt}]/u
const NOT_UPPER = /[\p{Lowercase}\p{Lt}]/u
const NOT_LOWER = /[\p{Uppercase}\p{Lt}]/u
const UPPER = /\p{Uppercase}/u

/** How a word is capitalised (classic-api §9.1), or undefined when nothing in it has a case that says so. */
export function capitalnessOf(text: string): Capitalness | undefined {
  const value = text.trim()
  if (!CASED.test(value)) return undefined
  if (!NOT_UPPER.test(value)) return 'UPPER'
  if (!NOT_LOWER.test(value)) return 'LOWER'
  const [first = '', ...rest] = value
  if (UPPER.test(first)) return 'FIRST'
  return rest.some((char) => UPPER.test(char)) ? 'MIDDLE' : undefined
}
