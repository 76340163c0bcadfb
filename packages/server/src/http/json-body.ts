import { parseExactJson, replaceOutsideStrings } from '@postil/domain/wire/exact-json'

/** The body is not JSON, nests too deep, or is no form; becomes a 422 before its shape is looked at. */
export class MalformedBody extends Error {
  override name = 'MalformedBody'
}

/** Deeper JSON is refused: nothing real needs it, and recursive code must not overflow. */
const MAX_DEPTH = 64
/** Most objects and lists of a body: each takes some 60 bytes of memory, however short its text. 1000 records have 20,000 to 200,000. */
const MAX_CONTAINERS = 1_000_000
/** Most values of a body: 500 records with five vectors of 1536 numbers have 3.8 million. */
const MAX_VALUES = 5_000_000

/**
 * Parse a request body. Python's `NaN` and `Infinity` are let through as numbers, so that the rule that forbids them can say where they are.
 *
 * @param text - the body as sent; blank counts as no body
 * @param exactIntegers - read whole numbers beyond ±2^53 as bigint
 */
export function parseJsonBody(text: string, { exactIntegers = false } = {}): unknown {
  if (text.trim() === '') return undefined
  if (text.length > MAX_DEPTH) assertSize(text)
  try {
    return exactIntegers ? parseExactJson(text) : JSON.parse(text)
  } catch (cause) {
    if (/NaN|Infinity/.test(text)) return parseWithNonFinite(text)
    throw new MalformedBody(cause instanceof Error ? cause.message : 'The body is not JSON.', { cause })
  }
}

/** Refuse what takes far more memory as values than as text, in one pass, before anything is made of it. */
function assertSize(text: string): void {
  let depth = 0
  let containers = 0
  let commas = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 34) i = endOfString(text, i)
    else if (code === 44) {
      commas += 1
      if (containers + commas > MAX_VALUES)
        throw new MalformedBody(`The body has more than ${MAX_VALUES} values: send it in several parts.`)
    } else if (code === 123 || code === 91) {
      depth += 1
      containers += 1
      if (depth > MAX_DEPTH) throw new MalformedBody(`The body nests deeper than ${MAX_DEPTH} levels.`)
      if (containers > MAX_CONTAINERS)
        throw new MalformedBody(`The body has more than ${MAX_CONTAINERS} objects and lists: send it in several parts.`)
    } else if (code === 125 || code === 93) depth -= 1
  }
}

/** Where the string ends that begins at `from`. Most of a large body is text, which `indexOf` passes ten times as fast as a loop. */
function endOfString(text: string, from: number): number {
  for (let quote = text.indexOf('"', from + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let backslashes = 0
    while (text.charCodeAt(quote - 1 - backslashes) === 92) backslashes += 1
    if (backslashes % 2 === 0) return quote
  }
  return text.length
}

const NON_FINITE = /-?Infinity|NaN/g
const MARK = '\u0000number:'

function parseWithNonFinite(text: string): unknown {
  const marked = replaceOutsideStrings(text, NON_FINITE, (token) => JSON.stringify(MARK + token))
  try {
    return JSON.parse(marked, (_, value) =>
      typeof value === 'string' && value.startsWith(MARK) ? Number(value.slice(MARK.length)) : value,
    )
  } catch (cause) {
    throw new MalformedBody('The body is not JSON.', { cause })
  }
}
