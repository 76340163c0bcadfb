import { MAX_COLUMNS, type RowSink, shorten, type TableReader } from './source-row'

export interface CsvOptions {
  delimiter: string
  /** The first row holds the names of the columns. */
  hasHeader: boolean
}

/** The first line by which Excel says what stands between the cells; it is no row. */
export const SEPARATOR_LINE = /^\ufeff?"?sep=([,\t;|])"?\r?(?:\n|$)/i
/** A quoted cell longer than this has lost its closing quote; the longest real texts are books. */
const MAX_QUOTED_LENGTH = 20_000_000

/** A row that goes on is read again when it has grown so much. */
const REREAD_GROWTH = 1.5

interface RawCell {
  text: string
  isQuoted: boolean
}

/**
 * Reads comma-separated text (RFC 4180) piece by piece. A quote is special only where a cell begins, an empty cell without quotes holds
 * nothing, and a row with another number of cells than the header is bad. A quote that is never closed costs the line it stands on, not
 * the rest of the file; one that another line seems to close in the middle of its words was a sign like others.
 */
export class CsvReader implements TableReader {
  columns: string[] = []
  #rest = ''
  #line = 1
  #isFirstRow = true
  #afterReturn = false
  /** So long must the text be before a row that is still open is read once more. */
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
      // A break that ends the piece with a return may go on with a feed in the next one.
      if (at === text.length && text[at - 1] === '\r') this.#afterReturn = true
    }
    this.#rest = text.slice(at)
    // An open row is read again from its beginning: were that done for every piece, a cell of many pieces would take their square.
    this.#enough = this.#rest.length * REREAD_GROWTH
  }

  #take(cells: readonly RawCell[], rowText: () => string): void {
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
    if (cells.length !== this.columns.length) {
      const reason = `This row has ${cells.length} cells; the first row has ${this.columns.length}.`
      this.sink.bad({ line, reason, text: rowText() })
      return
    }
    this.sink.row({ line, cells: cells.map(({ text, isQuoted }) => (text === '' && !isQuoted ? undefined : text)) })
  }
}

interface ReadRow {
  cells: RawCell[]
  /** Where the row's text ends, and where the next row begins. */
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
      // The quote could be the first of a doubled one that the next piece completes.
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
      // A delimiter at the very end is followed by one more, empty cell.
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
      // Many times faster than replaceAll where there are millions of them.
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

/** Whether nothing but blanks stands between here and the end of the cell. */
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

/** Give every column a name of its own: empty ones a number, repeated ones a number behind. */
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

/** The sign between cells, from the first lines of a file: the one that is there most, outside quotes. */
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
