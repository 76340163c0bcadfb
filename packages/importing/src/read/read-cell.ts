import type { RankedOption, Span } from '@postil/contract/feedback/answer-value'
import type { Json } from '@postil/contract/shapes'
import { parseExactJson } from '@postil/domain/wire/exact-json'
import { isJsonObject } from './flatten'

// No leading zeros (`007` is a name), no hexadecimal, nothing that only JavaScript would accept as a number.
const NUMBER = /^[-+]?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$|^[-+]?\.\d+$/i

/** Parse a number, or a text that is one. */
export function readNumber(cell: Json): number | undefined {
  if (typeof cell === 'number') return cell
  if (typeof cell !== 'string') return undefined
  const text = cell.trim()
  if (text.length > 40 || !NUMBER.test(text)) return undefined
  const number = Number(text)
  return Number.isFinite(number) ? number : undefined
}

// As many digits as Python accepts.
const WHOLE = /^[-+]?[1-9]\d{15,4299}$/

/** Parse a text as an integer that may be too large for a `number`. */
export function readWhole(cell: Json): bigint | undefined {
  const digits = typeof cell === 'string' ? cell.trim() : ''
  return WHOLE.test(digits) && !Number.isSafeInteger(Number(digits)) ? BigInt(digits.replace(/^\+/, '')) : undefined
}

/** Parse true or false, or a text that means it. */
export function readBoolean(cell: Json): boolean | undefined {
  if (typeof cell === 'boolean') return cell
  if (typeof cell !== 'string' || cell.length > 5) return undefined
  const word = cell.trim().toLowerCase()
  return word === 'true' ? true : word === 'false' ? false : undefined
}

/** Parse a list, or a JSON text of one. */
export function readList(cell: Json): Json[] | undefined {
  if (Array.isArray(cell)) return cell
  if (typeof cell !== 'string' || !/^\s*\[/.test(cell)) return undefined
  const parsed = parseJson(cell)
  return Array.isArray(parsed) ? parsed : undefined
}

/** Parse a list of numbers, as a list or text: `[0.1, 0.2]`, `0.1 0.2`. */
export function readVector(cell: Json): number[] | undefined {
  const list = readList(cell)
  if (list) {
    const numbers = list.filter((item) => typeof item === 'number')
    return list.length > 0 && numbers.length === list.length ? numbers : undefined
  }
  if (typeof cell !== 'string') return undefined
  const parts = cell.trim().split(/[\s,;]+/)
  const numbers = parts.map((part) => readNumber(part))
  const known = numbers.filter((number) => number !== undefined)
  return parts.length > 1 && known.length === parts.length ? known : undefined
}

const LABEL_KEYS = ['label', 'tag', 'entity', 'entity_group', 'type', 'class', 'category']
const START_KEYS = ['start', 'start_offset', 'begin', 'start_char']
const END_KEYS = ['end', 'end_offset', 'stop', 'end_char']

/** Parse spans, as `{start, end, label}` under its usual names or as `[start, end, label]`. */
export function readSpans(cell: Json): Span[] | undefined {
  const list = readList(cell)
  if (!list) return undefined
  const spans = list.map(readSpan)
  const known = spans.filter((span) => span !== undefined)
  return known.length === list.length && list.length > 0 ? known : undefined
}

function readSpan(item: Json): Span | undefined {
  if (Array.isArray(item)) {
    const start = item.find((part) => typeof part === 'number')
    const end = item.findLast((part) => typeof part === 'number')
    const label = item.find((part) => typeof part === 'string')
    return item.length === 3 ? asSpan(start, end, label) : undefined
  }
  if (!isJsonObject(item)) return undefined
  return asSpan(firstOf(item, START_KEYS), firstOf(item, END_KEYS), firstOf(item, LABEL_KEYS))
}

function asSpan(start: Json | undefined, end: Json | undefined, label: Json | undefined): Span | undefined {
  if (typeof start !== 'number' || typeof end !== 'number' || typeof label !== 'string') return undefined
  return Number.isInteger(start) && Number.isInteger(end) && start >= 0 && end > start
    ? { label, start, end }
    : undefined
}

/** Parse a ranking, as `{value, rank}`, or in order as a list of texts or `a > b`. */
export function readRanking(cell: Json): RankedOption[] | undefined {
  const list = readList(cell)
  if (!list) {
    if (typeof cell !== 'string' || !cell.includes('>')) return undefined
    return cell.split('>').map((value, index) => ({ value: value.trim(), rank: index + 1 }))
  }
  const ranked = list.map((item, index): RankedOption | undefined => {
    if (typeof item === 'string') return { value: item, rank: index + 1 }
    if (!isJsonObject(item) || typeof item.value !== 'string') return undefined
    if (item.rank === undefined || item.rank === null) return { value: item.value, rank: null }
    return typeof item.rank === 'number' ? { value: item.value, rank: item.rank } : undefined
  })
  const known = ranked.filter((option) => option !== undefined)
  return known.length === list.length ? known : undefined
}

/** Parse JSON; undefined when it is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text)
  } catch {
    // A text that starts like JSON but is not.
    return undefined
  }
}

/** Parse JSON, keeping all digits of long integers; undefined when it is invalid. */
export function parseExact(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    // A text that starts like JSON but is not.
    return undefined
  }
}

function firstOf(object: { [key: string]: Json }, keys: readonly string[]): Json | undefined {
  const key = keys.find((one) => Object.hasOwn(object, one))
  return key === undefined ? undefined : object[key]
}
