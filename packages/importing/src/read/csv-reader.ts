import { MAX_COLUMNS, type RowSink, shorten, type TableReader } from './source-row'

export interface CsvOptions {
  delimiter: string
  /** The first row contains the column names. */
  hasHeader: boolean
}

/** Excel's first line that names the delimiter; it is not a row. */
export const SEPARATOR_LINE = /^\ufeff?"?sep=([,\t;|])"?\r?(?:\n|$)/i
/** A longer quoted cell is assumed to lack its closing quote; the longest real texts are books. */
const MAX_QUOTED_LENGTH = 20_000_000

/** An unfinished row is parsed again when it has grown by this factor. */
const REREAD_GROWTH = 1.5

interface RawCell {
  text: string
  isQuoted: boolean
}

/**
 * Reads comma-separated text (RFC 4180) chunk by chunk. A quote is special only at the start of a cell, an empty cell without quotes is a
 * missing value, and a row with another number of cells than the header is invalid. An unclosed quote costs its line, not the rest of
 * the file; a quote that would be closed in the middle of a word on another line is read as a literal character.
 */
export class CsvReader implements TableReader {
  columns: string[] = []
  #rest = ''
  #line = 1
  #isFirstRow = true
  #afterReturn = false
  /** Minimum length of the text before an unfinished row is parsed again. */
  #enough = 0

  constructor(
    readonly options: CsvOptions,
    readonly sink: RowSink,
  ) {}

  push(text: string): void {
    this.#rest += text
    if (this.#rest.length >= this.#enough) this.#read(false)
  }

  end(): void {
    this.#read(true)
  }

  #read(isLast: boolean): void {
    const text = this.#rest
    let at = 0
    if (this.#afterReturn && text.length > 0) {
      if (text[0] === '\n') at = 1
      this.#afterReturn = false
    }
    for (;;) {
      if (at >= text.length) break
      const read = readRow(text, at, this.options.delimiter, isLast)
      if (read === 'more') break
      if (read === 'unclosed') {
        const lineEnd = endOfLine(text, at)
        const reason = 'A quotation mark opens a cell here and is never closed.'
        this.sink.bad({ line: this.#line, reason, text: shorten(text.slice(at, lineEnd)) })
        at = skipBreak(text, lineEnd)
        this.#line += 1
        continue
      }
      this.#take(read.cells, shortText(text, at, read.end))
      this.#line += read.lines
      at = read.next
      // A carriage return at the end of a chunk may be followed by a line feed in the next one.
      if (at === text.length && text[at - 1] === '\r') this.#afterReturn = true
    }
    this.#rest = text.slice(at)
    // An unfinished row is parsed again from its start: doing so for every chunk would be quadratic for a cell of many chunks.
    this.#enough = this.#rest.length * REREAD_GROWTH
  }

  #take(given: readonly RawCell[], rowText: () => string): void {
    let cells = given
    const [only] = cells
    if (cells.length === 1 && only && only.text === '' && !only.isQuoted) return
    if (this.#isFirstRow) {
      if (this.#line === 1 && SEPARATOR_LINE.test(rowText())) return
      this.#isFirstRow = false
      if (this.options.hasHeader) {
        this.columns = nameColumns(cells.map(({ text }) => text))
        return
      }
      this.columns = nameColumns(cells.map(() => ''))
    }
    const line = this.#line
    if (cells.length > MAX_COLUMNS) {
      this.sink.bad({
        line,
        reason: `This row has ${cells.length} cells; ${MAX_COLUMNS} can be read.`,
        text: rowText(),
      })
      return
    }
    // Some programs end every row but the first with a delimiter.
    const isLonger = cells.length > this.columns.length
    if (isLonger && cells.slice(this.columns.length).every((cell) => cell.text === '' && !cell.isQuoted))
      cells = cells.slice(0, this.columns.length)
    if (cells.length !== this.columns.length) {
      const reason = `This row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}; the first row has ${this.columns.length}.`
      this.sink.bad({ line, reason, text: rowText() })
      return
    }
    this.sink.row({ line, cells: cells.map(({ text, isQuoted }) => (text === '' && !isQuoted ? undefined : text)) })
  }
}

interface ReadRow {
  cells: RawCell[]
  /** End of the row's text, and start of the next row. */
  end: number
  next: number
  lines: number
}

function readRow(text: string, start: number, delimiter: string, isLast: boolean): ReadRow | 'more' | 'unclosed' {
  const cells: RawCell[] = []
  let at = start
  let lines = 1
  for (;;) {
    let cell = ''
    let isQuoted = false
    if (text[at] === '"') {
      isQuoted = true
      const closed = readQuoted(text, at + 1)
      if (closed === undefined) {
        if (isLast || text.length - at > MAX_QUOTED_LENGTH) return 'unclosed'
        return 'more'
      }
      // The quote could be the first of a doubled one that continues in the next chunk.
      if (closed.next === text.length && !isLast) return 'more'
      if (closed.breaks > 0 && !endsCell(text, closed.next, delimiter)) isQuoted = false
      else {
        cell = closed.text
        lines += closed.breaks
        at = closed.next
      }
    }
    const end = endOfCell(text, at, delimiter)
    if (end === text.length && !isLast) return 'more'
    cells.push({ text: cell + text.slice(at, end), isQuoted })
    if (text[end] === delimiter) {
      at = end + 1
      // A delimiter at the end of the row is followed by one more empty cell.
      if (at === text.length && !isLast) return 'more'
      continue
    }
    return { cells, end, next: skipBreak(text, end), lines }
  }
}

function readQuoted(text: string, start: number): { text: string; next: number; breaks: number } | undefined {
  let at = start
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote === -1 || quote - start > MAX_QUOTED_LENGTH) return undefined
    if (text[quote + 1] !== '"') {
      // Many times faster than replaceAll for millions of occurrences.
      const read = text.slice(start, quote).split('""').join('"')
      return { text: read, next: quote + 1, breaks: countBreaks(read) }
    }
    at = quote + 2
  }
}

function endOfCell(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at += 1) {
    const char = text[at]
    if (char === delimiter || char === '\n' || char === '\r') return at
  }
  return text.length
}

/** Whether only spaces are left before the end of the cell. */
function endsCell(text: string, start: number, delimiter: string): boolean {
  return text.slice(start, endOfCell(text, start, delimiter)).trim() === ''
}

function endOfLine(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) if (text[at] === '\n' || text[at] === '\r') return at
  return text.length
}

function skipBreak(text: string, at: number): number {
  if (at >= text.length) return text.length
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1
}

function countBreaks(text: string): number {
  let breaks = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) breaks += 1
  return breaks
}

function shortText(text: string, start: number, end: number): () => string {
  return () => shorten(text.slice(start, end))
}

/** Give every column a unique name: empty names get a number, repeated ones a numeric suffix. */
export function nameColumns(given: readonly string[]): string[] {
  const taken = new Set<string>()
  return given.slice(0, MAX_COLUMNS).map((raw, index) => {
    const name = raw.trim() || `column ${index + 1}`
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name} ${count}`
    taken.add(unique)
    return unique
  })
}

/** Guess the delimiter from the first lines of a file: the most frequent candidate outside quotes. */
export function guessDelimiter(head: string): string {
  const line = firstRecord(head)
  const counted = [',', '\t', ';', '|'].map((sign) => ({ sign, count: line.split(sign).length - 1 }))
  const best = counted.reduce((one, other) => (other.count > one.count ? other : one))
  return best.count === 0 ? ',' : best.sign
}

function firstRecord(head: string): string {
  let isInside = false
  let plain = ''
  for (const char of head) {
    if (char === '"') isInside = !isInside
    else if (!isInside && (char === '\n' || char === '\r')) break
    else if (!isInside) plain += char
  }
  return plain
}
