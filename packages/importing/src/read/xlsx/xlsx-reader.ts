import { nameColumns } from '../csv-reader'
import { UnreadableFileError } from '../detect-format'
import { type BadRow, type Cell, MAX_COLUMNS, type SourceRow, shorten } from '../source-row'
import { readDateCell, readNumberCell } from './number-formats'
import { openWorkbook, richText, type Sheet, tagsOf, type Workbook } from './workbook'

/** Some rows of a sheet, and the progress, 0–1. */
interface SheetPiece {
  rows: SourceRow[]
  bad: BadRow[]
  share: number
}

/** An opened sheet. */
export interface XlsxTable {
  columns: readonly string[]
  pieces: () => AsyncGenerator<SheetPiece>
}

/** The visible sheets of a workbook, or all when none is visible. @throws UnreadableFileError */
export async function listSheets(file: Blob): Promise<string[]> {
  const { sheets } = await openWorkbook(file)
  const seen = sheets.filter(({ isHidden }) => !isHidden)
  return (seen.length > 0 ? seen : sheets).map(({ name }) => name)
}

/** Open one sheet: its rows are read chunk by chunk. Empty rows are skipped. @throws UnreadableFileError */
export async function openSheet(file: Blob, name: string, hasHeader: boolean): Promise<XlsxTable> {
  const workbook = await openWorkbook(file)
  const sheet = workbook.sheets.find((one) => one.name === name)
  if (!sheet) throw new UnreadableFileError(`This workbook has no sheet “${name}”.`)
  return new SheetReader(workbook, sheet, hasHeader)
}

interface OpenCell {
  /** Cell reference such as `B7`. */
  place: string
  column: number
  type: string
  style: number
  value: string
}

class SheetReader implements XlsxTable {
  columns: readonly string[] = []
  #rows: SourceRow[] = []
  #bad: BadRow[] = []
  #line = 0
  #isFirst = true
  #cells: Cell[] = []
  #problem: string | undefined
  #cell: OpenCell | undefined
  #isValue = false
  #rich = richText()

  constructor(
    readonly workbook: Workbook,
    readonly sheet: Sheet,
    readonly hasHeader: boolean,
  ) {}

  async *pieces(): AsyncGenerator<SheetPiece> {
    const handlers = {
      open: (name: string, attributes: Record<string, string>) => this.#open(name, attributes),
      close: (name: string) => this.#close(name),
      text: (text: string) => this.#text(text),
    }
    for await (const share of tagsOf(this.workbook.zip, this.sheet.part, handlers)) {
      const piece = { rows: this.#rows, bad: this.#bad, share }
      this.#rows = []
      this.#bad = []
      yield piece
    }
  }

  #open(name: string, { r, t = 'n', s = '0' }: Record<string, string>): void {
    if (name === 'row') {
      this.#line = r === undefined ? this.#line + 1 : Number(r)
      this.#cells = []
      this.#problem = undefined
    } else if (name === 'c') {
      const column = r === undefined ? (this.#cell?.column ?? this.#cells.length - 1) + 1 : columnOf(r)
      this.#cell = { place: r ?? `${lettersOf(column)}${this.#line}`, column, type: t, style: Number(s), value: '' }
      this.#rich.start()
    } else if (name === 'v') this.#isValue = true
    else this.#rich.open(name)
  }

  #text(text: string): void {
    if (this.#isValue && this.#cell) this.#cell.value += text
    else this.#rich.text(text)
  }

  #close(name: string): void {
    if (name === 'v') this.#isValue = false
    else if (name === 'c' && this.#cell) {
      const value = this.#read(this.#cell)
      if (value !== undefined && this.#cell.column >= MAX_COLUMNS)
        this.#problem ??= `${this.#nameOf(this.#cell.place)} is beyond the ${MAX_COLUMNS} columns that can be read.`
      else if (value !== undefined) this.#cells[this.#cell.column] = value
    } else if (name === 'row') this.#take()
    else this.#rich.close(name)
    if (name === 'row') this.#cell = undefined
  }

  #read({ type, value, style, place }: OpenCell): Cell {
    const { workbook } = this
    switch (type) {
      case 'inlineStr':
        return this.#rich.take() || undefined
      case 's': {
        const text = value === '' ? '' : workbook.texts[Number(value)]
        if (text === undefined)
          this.#problem ??= `${this.#nameOf(place)} refers to a text that the workbook does not have.`
        return text || undefined
      }
      case 'b':
        return value === '' ? undefined : value === '1' || value === 'true'
      case 'e':
        this.#problem ??= `${this.#nameOf(place)} holds the error ${value || '#N/A'}.`
        return undefined
      case 'n': {
        if (value === '') return undefined
        const number = readNumberCell(value)
        if (number === undefined) this.#problem ??= `${this.#nameOf(place)} holds “${shorten(value, 40)}” as a number.`
        const kind = workbook.kinds[style] ?? 'number'
        return typeof number !== 'number' || kind === 'number'
          ? number
          : readDateCell(Number(value), kind, workbook.is1904)
      }
      // Text results of formulas, and ISO dates.
      default:
        return value === '' ? undefined : value
    }
  }

  #take(): void {
    const cells = Array.from(this.#cells)
    const problem = this.#problem
    if (cells.every((cell) => cell === undefined) && problem === undefined) return
    if (this.#isFirst) {
      this.#isFirst = false
      if (this.hasHeader) {
        this.columns = nameColumns(cells.map((cell) => (cell === undefined ? '' : String(cell))))
        return
      }
    }
    if (!this.hasHeader && cells.length > this.columns.length) this.columns = nameColumns(cells.map(() => ''))
    const outside = cells.findIndex((cell, at) => cell !== undefined && at >= this.columns.length)
    const reason =
      problem ??
      (outside === -1
        ? undefined
        : `${this.#nameOf(`${lettersOf(outside)}${this.#line}`)} stands outside the named columns.`)
    if (reason === undefined) this.#rows.push({ line: this.#line, cells })
    else this.#bad.push({ line: this.#line, reason, text: shorten(JSON.stringify(cells)) })
  }

  /** A cell reference as in formulas. */
  #nameOf(place: string): string {
    const { name } = this.sheet
    return `${/^[\p{L}_][\p{L}\d_.]*$/u.test(name) ? name : `'${name.replaceAll("'", "''")}'`}!${place}`
  }
}

/** Index from 0 of a column: A, B, … Z, AA, … */
function columnOf(place: string): number {
  let column = 0
  for (const sign of place) {
    if (sign < 'A' || sign > 'Z') break
    column = column * 26 + sign.charCodeAt(0) - 64
  }
  return column - 1
}

function lettersOf(column: number): string {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? lettersOf(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}
