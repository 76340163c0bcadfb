import { type ExactJson, exactJsonText } from '@postil/domain/wire/exact-json'
import { protect } from '../convert/protect'
import { encodeTerms } from '../convert/read-metadata'
import { type ExactObject, isExactObject } from '../read/flatten'
import type { TableColumn } from './export-columns'

/** What a record has in a column. */
export type ExportCell = ExactJson | undefined

/** One line of an export in JSON lines, its break included: dotted columns become nested objects, what is not there is left out. */
export function jsonLine(columns: readonly TableColumn[], cells: readonly ExportCell[]): string {
  const line: ExactObject = {}
  for (const [index, { name }] of columns.entries()) {
    const cell = cells[index]
    if (cell !== undefined) nest(line, name.split('.'), cell)
  }
  return `${exactJsonText(line)}\n`
}

function nest(object: ExactObject, [key = '', ...rest]: string[], value: ExactJson): void {
  if (rest.length === 0) {
    // Not by assignment: a column may be called `__proto__`.
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const known = Object.hasOwn(object, key) ? object[key] : undefined
  const inner: ExactObject = isExactObject(known) ? known : {}
  if (inner !== known) nest(object, [key], inner)
  nest(inner, rest, value)
}

/** The text of one cell where everything is text; undefined stays undefined. */
export function cellText({ form }: Pick<TableColumn, 'form'>, cell: ExportCell): string | undefined {
  if (cell === undefined) return undefined
  if (form === 'json' || typeof cell !== 'string') return exactJsonText(cell)
  return form === 'terms' ? encodeTerms(cell) : cell
}

/** One line of an export in CSV, its break included. Texts are safe in spreadsheets; nothing is told from an empty text by its quotes. */
export function csvLine(columns: readonly TableColumn[], cells: readonly ExportCell[]): string {
  const written = columns.map((column, index) => {
    const cell = cells[index]
    const text = cellText(column, cell)
    if (text === undefined) return ''
    return quote(isNumber(cell) ? text : protect(text))
  })
  return `${written.join(',')}\r\n`
}

function isNumber(cell: ExportCell): boolean {
  return typeof cell === 'number' || typeof cell === 'bigint'
}

/** The first line of an export in CSV. */
export function csvHeader(columns: readonly TableColumn[]): string {
  return `${columns.map(({ name }) => quote(name)).join(',')}\r\n`
}

/** A cell of any CSV file, quoted when it must be: separators, quotes, breaks, blanks at its ends, or emptiness. */
export function quote(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows that could not be used, as CSV: the file's own columns, then where and why; text is safe in spreadsheets. */
export function badRowsCsv(rows: readonly { line: number; reason: string; text: string }[]): string {
  const lines = rows.map(({ line, reason, text }) =>
    [String(line), protect(reason), protect(text)].map(quote).join(','),
  )
  return ['line,reason,row', ...lines].join('\r\n')
}
