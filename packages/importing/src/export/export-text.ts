import { type ExactJson, exactJsonText } from '@postil/domain/wire/exact-json'
import { protect } from '../convert/protect'
import { encodeTerms } from '../convert/read-metadata'
import { type ExactObject, isExactObject } from '../read/flatten'
import type { ExportCell, TableColumn } from './export-parts'

/** One line of a JSON lines export, with line break: dotted columns become nested objects, undefined values are left out. */
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
    // defineProperty instead of assignment: a column may be named `__proto__`.
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
    return
  }
  const known = Object.hasOwn(object, key) ? object[key] : undefined
  const inner: ExactObject = isExactObject(known) ? known : {}
  if (inner !== known) nest(object, [key], inner)
  nest(inner, rest, value)
}

/** The text of one cell in text formats; undefined stays undefined. */
export function cellText({ form }: Pick<TableColumn, 'form'>, cell: ExportCell): string | undefined {
  if (cell === undefined) return undefined
  if (form === 'json' || typeof cell !== 'string') return exactJsonText(cell)
  return form === 'terms' ? encodeTerms(cell) : cell
}

/** One line of a CSV export, with line break. Texts are safe in spreadsheets; an empty text is quoted, a missing value is not. */
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

/** A cell of any CSV file, quoted when needed: for separators, quotes, line breaks, spaces at its ends, or an empty text. */
export function quote(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Invalid rows as CSV: the columns of the file, then line and reason; texts are safe in spreadsheets. */
export function badRowsCsv(rows: readonly { line: number; reason: string; text: string }[]): string {
  const lines = rows.map(({ line, reason, text }) =>
    [String(line), protect(reason), protect(text)].map(quote).join(','),
  )
  return ['line,reason,row', ...lines].join('\r\n')
}
