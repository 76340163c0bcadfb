import type { ExactJson, Json } from '@postil/contract/shapes'

/**
 * JSON with whole numbers that a `number` cannot hold: they are read as bigint and written digit by digit, so that a record's metadata keeps
 * them (feedback-api §10.5).
 */
export type { ExactJson }

/** A whole number of 16 digits or more that is no part of a fraction or an exponent. */
const LONG_INTEGER = /(?<![\d.eE+-])-?[1-9]\d{15,}(?![\d.eE])/
/** The same but for what follows, found much faster: a value begins the text or comes after one of these signs. */
const MAYBE_LONG_INTEGER = /(?:^|[[,:\s])-?[1-9]\d{15}/
const LONG_INTEGERS = new RegExp(LONG_INTEGER.source, 'g')
/** More digits are refused, as Python does: making a number of them takes more than linear time. */
const MAX_DIGITS = 4300
const MARK = '\u0000integer:'
const MARKED = new RegExp(`^${MARK}(-?\\d+)$`)

/** Parse JSON; whole numbers beyond ±2^53 become bigint, all others stay numbers. Throws `SyntaxError`. */
export function parseExactJson(text: string): unknown {
  return parseLongIntegers(text, BigInt, (digits) => Number.isSafeInteger(Number(digits)))
}

/** Parse JSON; whole numbers that would lose digits become text with all of them, as ids are best kept. Throws `SyntaxError`. */
export function parseJsonWithDigits(text: string): Json {
  return parseLongIntegers(text, (digits) => digits, keepsDigits)
}

/** Whether a whole number, as written, is still written so after it was a `number`. */
export function keepsDigits(digits: string): boolean {
  return String(Number(digits)) === digits
}

/** Whether JSON text may hold a whole number that a `number` cannot: `parseExactJson` then gives more than `JSON.parse`. */
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
 * Replace parts of JSON text that stand outside its strings, in one pass from start to end: an unclosed string takes all the rest, so that
 * hostile text costs no more than other text.
 *
 * @param pattern - global, and itself linear; meets no quote
 */
export function replaceOutsideStrings(text: string, pattern: RegExp, replace: (found: string) => string): string {
  const parts: string[] = []
  // Up to here the result is in `parts`: most texts have millions of strings and few things to replace.
  let done = 0
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at)
    const end = quote < 0 ? text.length : quote
    // Nearly always a comma or a colon.
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

/** The offset behind the closing quote of a JSON string, or the text's length when there is none. */
function endOfString(text: string, openingQuote: number): number {
  for (let at = openingQuote + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 92) at += 1
    else if (code === 34) return at + 1
  }
  return text.length
}

/** JSON text of a value that may hold bigint or the zero with a sign, else as `JSON.stringify` writes it. */
export function exactJsonText(value: unknown): string {
  // Nearly always, and many times faster.
  if (isPlain(value)) return JSON.stringify(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value !== 'object' || value === null) return '-0'
  if (Array.isArray(value)) return `[${value.map((inner) => exactJsonText(inner ?? null)).join(',')}]`
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return `{${given.map(([key, inner]) => `${JSON.stringify(key)}:${exactJsonText(inner)}`).join(',')}}`
}

/** How clients read and write JSON where every digit counts. */
export const EXACT_JSON = { parse: parseExactJson, write: exactJsonText }

/** Whether `JSON.stringify` writes all of it. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return !Object.is(value, -0)
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint'
  for (const inner of Array.isArray(value) ? value : Object.values(value)) if (!isPlain(inner)) return false
  return true
}
