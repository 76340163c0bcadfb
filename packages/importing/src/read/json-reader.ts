import type { Json } from '@postil/contract/shapes'
import {
  exactJsonText,
  mayHoldLongInteger,
  parseExactJson,
  parseJsonWithDigits,
  replaceOutsideStrings,
} from '@postil/domain/wire/exact-json'
import { flatten, isExactObject, isJsonObject, type JsonObject } from './flatten'
import { type Cell, MAX_COLUMNS, type RowSink, shorten, type TableReader } from './source-row'

/** A file that is one single JSON value must fit into memory. */
const MAX_DOCUMENT_LENGTH = 200_000_000

/** The column of our own exports in which long integers stay numbers. */
const FREE = 'extra_metadata'

/**
 * Reads JSON chunk by chunk: one object per line, an array of objects, concatenated objects, or one object that contains such an array or
 * columns of values. Each object is a row; nested objects become columns with dotted names. Numbers that a double cannot represent (ids
 * of 19 digits are common) become texts with all their digits.
 */
export class JsonReader implements TableReader {
  columns: string[] = []
  #index = new Map<string, number>()
  #rest = ''
  #line = 1
  #form: 'unknown' | 'lines' | 'array' | 'document'
  #isDone = false

  /** @param areLines - each line is a value (`.jsonl`), so that a single line is one row, whatever it contains */
  constructor(
    readonly sink: RowSink,
    areLines = false,
  ) {
    this.#form = areLines ? 'lines' : 'unknown'
  }

  push(text: string): void {
    this.#rest += text
    this.#read(false)
  }

  end(): void {
    this.#read(true)
  }

  #read(isLast: boolean): void {
    if (this.#form === 'unknown') this.#settleForm(isLast)
    if (this.#form === 'lines') this.#readLines(isLast)
    if (this.#form === 'array') this.#readArray(isLast)
    if (this.#form === 'document' && this.#rest.length > MAX_DOCUMENT_LENGTH) {
      throw new RangeError('This JSON file is one single value and too large to read whole. Save it as JSON lines.')
    }
    if (this.#form === 'document' && isLast) this.#readDocument()
  }

  #settleForm(isLast: boolean): void {
    const start = this.#rest.search(/\S/)
    if (start === -1) return
    if (this.#rest[start] === '[') {
      this.#skip(start + 1)
      this.#form = 'array'
      return
    }
    const lineEnd = this.#rest.indexOf('\n', start)
    if (lineEnd === -1 && !isLast) return
    const line = lineEnd === -1 ? this.#rest : this.#rest.slice(0, lineEnd)
    // The first line decides: a complete object followed by more lines, or the start of one that spans lines.
    const isWhole = isJsonObject(parse(line))
    const hasMore = lineEnd !== -1 && /\S/.test(this.#rest.slice(lineEnd))
    if (isWhole && !hasMore && !isLast) return
    this.#form = isWhole ? (hasMore ? 'lines' : 'document') : looksLikeLine(line) ? 'lines' : 'document'
  }

  #readLines(isLast: boolean): void {
    let start = 0
    for (;;) {
      const end = this.#rest.indexOf('\n', start)
      if (end === -1 && !isLast) break
      const text = this.#rest.slice(start, end === -1 ? undefined : end)
      if (text.trim() !== '') this.#takeText(text)
      if (end === -1) {
        start = this.#rest.length
        break
      }
      this.#line += 1
      start = end + 1
    }
    this.#rest = this.#rest.slice(start)
  }

  #readArray(isLast: boolean): void {
    let start = 0
    while (!this.#isDone) {
      const begin = nextSign(this.#rest, start)
      if (begin === this.#rest.length) break
      if (this.#rest[begin] === ']') {
        this.#isDone = true
        start = this.#rest.length
        break
      }
      const end = endOfValue(this.#rest, begin)
      if (end === undefined && !isLast) break
      this.#line += breaksBetween(this.#rest, start, begin)
      if (end === undefined) {
        const text = shorten(this.#rest.slice(begin))
        this.sink.bad({ line: this.#line, reason: 'The file ends in the middle of this value.', text })
        this.#isDone = true
        break
      }
      const text = this.#rest.slice(begin, end)
      this.#takeText(text)
      this.#line += breaksBetween(text, 0, text.length)
      start = begin + text.length
    }
    if (this.#isDone) this.#rest = ''
    else this.#rest = this.#rest.slice(start)
    if (isLast && !this.#isDone && this.#rest.trim() === '') {
      this.sink.bad({ line: this.#line, reason: 'The file ends before its list does.', text: '' })
    }
  }

  #readDocument(): void {
    const value = parse(this.#rest)
    this.#rest = ''
    if (!isJsonObject(value)) {
      this.sink.bad({ line: 1, reason: 'This file is not JSON that holds rows.', text: '' })
      return
    }
    // A value parsed as a whole has no line numbers: count its rows instead.
    for (const [at, row] of rowsOf(value).entries()) {
      this.#line = at + 1
      this.#take(row, () => JSON.stringify(row))
    }
  }

  #takeText(text: string): void {
    const value = parse(text)
    if (value === undefined) this.sink.bad({ line: this.#line, reason: 'This is not valid JSON.', text: shorten(text) })
    else this.#take(value, () => text)
  }

  #take(value: Json, text: () => string): void {
    const line = this.#line
    const object: JsonObject | undefined = isJsonObject(value)
      ? value
      : typeof value === 'string'
        ? { text: value }
        : undefined
    if (!object) {
      this.sink.bad({ line, reason: 'This value is not an object with keys.', text: shorten(text()) })
      return
    }
    const cells: Cell[] = []
    for (const [path, leaf] of flatten(object)) {
      const index = this.#columnIndex(path)
      if (index === undefined) {
        this.sink.bad({ line, reason: `The file has more than ${MAX_COLUMNS} columns.`, text: shorten(text()) })
        return
      }
      while (cells.length < index) cells.push(undefined)
      cells[index] = path === FREE && mayHoldLongInteger(text()) ? freeText(text()) : leaf
    }
    this.sink.row({ line, cells })
  }

  #columnIndex(path: string): number | undefined {
    const known = this.#index.get(path)
    if (known !== undefined) return known
    if (this.columns.length >= MAX_COLUMNS) return undefined
    this.columns.push(path)
    this.#index.set(path, this.columns.length - 1)
    return this.columns.length - 1
  }

  #skip(length: number): void {
    this.#line += breaksBetween(this.#rest, 0, length)
    this.#rest = this.#rest.slice(length)
  }
}

function parse(text: string): Json | undefined {
  try {
    return parseJsonWithDigits(text)
  } catch {
    // The caller reports it with its line, unless it only has what Python writes for missing numbers.
    const plain = withNulls(text)
    return plain === text ? undefined : parse(plain)
  }
}

/** JSON text with `null` for what Python writes for missing numbers. */
function withNulls(text: string): string {
  return replaceOutsideStrings(text, NO_NUMBER, () => 'null')
}

const NO_NUMBER = /-?\b(?:NaN|Infinity)\b/g

/** The extra metadata of a row as JSON text, which keeps digits that a number would lose. */
function freeText(text: string): string | undefined {
  const row = parseExactJson(withNulls(text))
  return isExactObject(row) ? exactJsonText(row[FREE]) : undefined
}

/** Whether a broken first line looks like JSON lines: it still closes what it opens. */
function looksLikeLine(line: string): boolean {
  return /^\s*\{.*\}\s*$/.test(line)
}

/**
 * The rows in a single object: a list of objects at the top level, lists of cells beside the names of their columns, columns of equal
 * length, objects by their ids, or the object itself.
 */
function rowsOf(object: JsonObject): Json[] {
  const { columns: header, data } = object
  const isHeader = Array.isArray(header) && header.every((name) => typeof name === 'string')
  if (isHeader && Array.isArray(data) && data.every((row) => Array.isArray(row) && row.length === header.length))
    return data.map((row) =>
      Object.fromEntries(header.map((name, at) => [name, Array.isArray(row) ? (row[at] ?? null) : null])),
    )
  const lists = Object.values(object).filter((value) => Array.isArray(value))
  const rows = lists
    .filter((list) => list.length > 0 && list.every(isJsonObject))
    .sort((a, b) => b.length - a.length)[0]
  if (rows) return rows
  const entries = Object.entries(object)
  const columns = entries.flatMap(([name, value]): [string, Json[]][] => {
    const cells = columnOf(value)
    return cells ? [[name, cells]] : []
  })
  const length = columns[0]?.[1].length ?? 0
  if (length > 0 && columns.length === entries.length && columns.every(([, values]) => values.length === length)) {
    return Array.from({ length }, (_, at) =>
      Object.fromEntries(columns.map(([name, values]): [string, Json] => [name, values[at] ?? null])),
    )
  }
  const items = entries.flatMap(([id, value]) => (isJsonObject(value) ? [{ id, ...value }] : []))
  if (items.length > 1 && items.length === entries.length && shareKey(items)) return items
  return entries.length > 0 ? [object] : []
}

/** The cells of a column: a list, or an object whose keys are the numbers of its rows. */
function columnOf(value: Json): Json[] | undefined {
  if (Array.isArray(value)) return value
  return isJsonObject(value) && Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined
}

/** Whether objects are alike: some key besides the id is in all of them. */
function shareKey([first, ...others]: readonly JsonObject[]): boolean {
  return Object.keys(first ?? {}).some((key) => key !== 'id' && others.every((one) => Object.hasOwn(one, key)))
}

/** Index of the next character that is neither white space nor a comma. */
function nextSign(text: string, start: number): number {
  let at = start
  while (at < text.length && /[\s,]/.test(text[at] ?? '')) at += 1
  return at
}

/** The end of the value that starts here, or undefined when the text ends before. */
function endOfValue(text: string, start: number): number | undefined {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === '"') {
      const close = endOfString(text, at + 1)
      if (close === undefined) return undefined
      at = close
      if (depth === 0) return at + 1
    } else if (char === '{' || char === '[') depth += 1
    else if (char === '}' || char === ']') {
      if (depth === 0) return at
      depth -= 1
      if (depth === 0) return at + 1
    } else if (char === ',' && depth === 0) return at
  }
  return undefined
}

function endOfString(text: string, start: number): number | undefined {
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return undefined
}

function breaksBetween(text: string, start: number, end: number): number {
  let breaks = 0
  for (let at = text.indexOf('\n', start); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}
