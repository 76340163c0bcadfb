import { parseExactJson, replaceOutsideStrings } from '@postil/domain/wire/exact-json'
import { SMALL_BODY_BYTES } from './body-reader'
import { decodeUtf8, MalformedBody } from './body-text'
import { LargeJson, MAX_DEPTH } from './large-json'
import { inSlices } from './large-work'

/**
 * Parse a request body; a large one in slices of a few milliseconds. Python's `NaN` and `Infinity` are accepted as numbers, so that the
 * validation that forbids them can report where they are.
 *
 * @param body - UTF-8; a blank one gives undefined
 * @param options.exactIntegers - read whole numbers beyond ±2^53 as bigint
 * @param options.maxValues - maximum number of values in a large body; the default is enough for bodies with records
 * @throws MalformedBody
 */
export async function parseJsonBody(
  body: Buffer,
  { exactIntegers = false, maxValues }: { exactIntegers?: boolean; maxValues?: number | undefined } = {},
): Promise<unknown> {
  const parse = (text: string) => parseJson(text, exactIntegers)
  if (body.length > SMALL_BODY_BYTES) {
    const json = new LargeJson(body, parse, undefined, maxValues)
    await inSlices((untilMs) => json.parseUntil(untilMs))
    return json.result()
  }
  const text = decodeUtf8(body)
  if (text.trim() === '') return undefined
  assertDepth(text)
  return parse(text)
}

function parseJson(text: string, exactIntegers: boolean): unknown {
  try {
    return exactIntegers ? parseExactJson(text) : JSON.parse(text)
  } catch (cause) {
    if (/NaN|Infinity/.test(text)) return parseWithNonFinite(text)
    throw new MalformedBody(cause instanceof Error ? cause.message : 'The body is not JSON.', { cause })
  }
}

function assertDepth(text: string): void {
  let depth = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === 34) i = endOfString(text, i)
    else if (code === 123 || code === 91) {
      depth += 1
      if (depth > MAX_DEPTH) throw new MalformedBody(`The body nests deeper than ${MAX_DEPTH} levels.`)
    } else if (code === 125 || code === 93) depth -= 1
  }
}

/**
 * The offset of the closing quote of the string that begins at `from`. Most of a body is text, which `indexOf` scans ten times as fast as a
 * loop.
 */
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
