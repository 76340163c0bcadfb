import type { ExactJson, Json } from '@postil/contract/shapes'

/**
 * JSON with integers beyond the precision of `number`. They are parsed to bigint and written with all digits, so that a record's metadata
 * keeps them (feedback-api §10.5).
 */
export type { ExactJson }

/** An integer of 16 or more digits that is not part of a fraction or an exponent. */
const LONG_INTEGER = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/
/** A much faster approximation of `LONG_INTEGER`: ignores what follows, and looks only where a JSON value can begin. */
const MAYBE_LONG_INTEGER = /(?:^|[[,:\s])-?[1-9]\d{15}/
const LONG_INTEGERS = new RegExp(LONG_INTEGER.source, 'g')
/** Maximum number of digits, as in Python: converting them to an integer takes more than linear time. */
const MAX_DIGITS = 4300
const MARK = '\u0000integer:'
const MARKED = new RegExp(`^${MARK}(-?\\d+)$`)

/** Parse JSON. Integers beyond ±2^53 become bigint, all other numbers `number`. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return parseLongIntegers(text, BigInt, (digits) => Number.isSafeInteger(Number(digits)))
}

/** Parse JSON. Integers that would lose digits become strings with all digits, which suits ids. @throws SyntaxError */
export function parseJsonWithDigits(text: string): Json {
  return parseLongIntegers(text, (digits) => digits, keepsDigits)
}

/** Whether an integer keeps its digits when it is converted to `number` and back. */
export function keepsDigits(digits: string): boolean {
  return String(Number(digits)) === digits
}

/** Whether JSON text may contain an integer beyond the precision of `number`. If not, `JSON.parse` gives the same as `parseExactJson`. */
export function mayHoldLongInteger(text: string): boolean {
  return MAYBE_LONG_INTEGER.test(text)
}

function parseLongIntegers(text: string, long: (digits: string) => unknown, isNumber: (digits: string) => boolean) {
  if (!mayHoldLongInteger(text)) return JSON.parse(text)
  const marked = replaceOutsideStrings(text, LONG_INTEGERS, (digits) => {
    if (digits.length > MAX_DIGITS) throw new SyntaxError(`A whole number has more than ${MAX_DIGITS} digits.`)
    return isNumber(digits) ? digits : JSON.stringify(MARK + digits)
  })
  return JSON.parse(marked, (_, value: unknown) => {
    const digits = typeof value === 'string' ? MARKED.exec(value)?.[1] : undefined
    return digits === undefined ? value : long(digits)
  })
}

/**
 * Replace matches in JSON text outside its strings. Takes linear time for any input: an unclosed string extends to the end of the text.
 *
 * @param pattern - must be global and take linear time; must not match quotes
 */
export function replaceOutsideStrings(text: string, pattern: RegExp, replace: (found: string) => string): string {
  const parts: string[] = []
  // Text before this offset is already in `parts`. Unchanged text is copied in one piece, not once per string.
  let done = 0
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    // Shorter parts, usually a comma or a colon, are skipped for speed.
    if (end - at >= 3) {
      const between = text.slice(at, end)
      const replaced = between.replace(pattern, replace)
      if (replaced !== between) {
        parts.push(text.slice(done, at), replaced)
        done = end
      }
    }
    at = quote < 0 ? end : endOfString(text, quote)
  }
  parts.push(text.slice(done))
  return parts.join('')
}

/** The offset after the closing quote of a JSON string, or the text's length when there is none. */
function endOfString(text: string, openingQuote: number): number {
  for (let at = openingQuote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 92) at += 1
    else if (code === 34) return at + 1
  }
  return text.length
}

/** Convert a value to JSON text like `JSON.stringify`, but with support for bigint and negative zero. */
export function exactJsonText(value: unknown): string {
  // The usual case, and many times faster.
  if (isPlain(value)) return JSON.stringify(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return '-0'
  if (Array.isArray(value)) return `[${value.map((inner) => exactJsonText(inner ?? null)).join(',')}]`
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${given.map(([key, inner]) => `${JSON.stringify(key)}:${exactJsonText(inner)}`).join(',')}}`
}

/** The JSON functions for clients of routes where every digit of an integer matters. */
export const EXACT_JSON = { parse: parseExactJson, write: exactJsonText }

/** Whether `JSON.stringify` writes the value without loss: it contains no bigint and no negative zero. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return !Object.is(value, -0)
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  for (const inner of Array.isArray(value) ? value : Object.values(value)) if (!isPlain(inner)) return false
  return true
}
