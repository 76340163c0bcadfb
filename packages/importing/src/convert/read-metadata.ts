import type { ExactJson, Json } from '@postil/contract/shapes'
import type { Encoding } from '../plan/plan'
import { parseJson, readList, readNumber, readWhole } from '../read/read-cell'

/** A metadata value parsed from a cell, nothing, or why it is invalid. */
export type ReadMetadata = { value: ExactJson } | { reason: string } | undefined

/** Parse a cell as the value of a metadata property. In text exports, a list and a text that looks like one are written as JSON. */
export function readMetadata(
  type: 'terms' | 'integer' | 'float',
  title: string,
  cell: Json,
  encoding: Encoding,
): ReadMetadata {
  if (cell === null) return undefined
  if (type !== 'terms') {
    if (typeof cell === 'string' && cell.trim() === '') return undefined
    const number = type === 'integer' ? (readWhole(cell) ?? readNumber(cell)) : readNumber(cell)
    if (number === undefined || (type === 'integer' && typeof number === 'number' && !Number.isInteger(number))) {
      const kind = type === 'integer' ? 'a whole number' : 'a number'
      return { reason: `“${title}” is not ${kind} here: ${shown(cell)}` }
    }
    return { value: number }
  }
  if (typeof cell === 'string') {
    if (encoding === 'native') return { value: cell }
    if (encoding !== 'foreign') return { value: /^["[]/.test(cell) ? (parseJson(cell) ?? cell) : cell }
    const list = readList(cell)
    return { value: list ? terms(list) : cell }
  }
  return { value: Array.isArray(cell) ? terms(cell) : JSON.stringify(cell) }
}

/** The text of a terms cell in CSV and Parquet: `readMetadata` reads it back. */
export function encodeTerms(value: string | readonly string[]): string {
  return typeof value !== 'string' || /^["[]/.test(value) ? JSON.stringify(value) : value
}

function terms(list: readonly Json[]): string[] {
  return list.map((item) => (typeof item === 'string' ? item : JSON.stringify(item)))
}

function shown(cell: Json): string {
  const text = typeof cell === 'string' ? cell : JSON.stringify(cell)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
