import { looksLikeConll } from './conll-reader'
import { SEPARATOR_LINE } from './csv-reader'

/** The format of a file. */
type FileFormat = 'csv' | 'json' | 'jsonl' | 'parquet' | 'xlsx' | 'text' | 'conll'

/** How to read a file. */
export interface FileShape {
  format: FileFormat
  /** For CSV: a comma, semicolon, tab or bar. */
  delimiter: string
  /** For CSV and XLSX: the first row contains column names. */
  hasHeader: boolean
  /** For plain text: what makes a record. */
  unit: 'line' | 'paragraph'
}

/** A file that cannot be read at all; the message is for the user. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError'
}

const DELIMITERS = [',', '\t', ';', '|'] as const
const MAX_HEADER_LENGTH = 100
/** Usual column names of text data. */
const USUAL_NAME = /^(text|sentence|message|content|prompt|question|label|labels|category|id)$/i

/**
 * Detect how to parse a file.
 *
 * @param head - its first kilobytes as text; binary files are detected before by their bytes (`binaryFormat`)
 */
export function detectShape(fileName: string, head: string): FileShape {
  const named = namedDelimiter(head)
  const format = named === undefined ? formatOf(endingOf(fileName), head) : 'csv'
  const delimiter = format === 'csv' ? (named ?? delimiterOf(head)) : ','
  return {
    format,
    delimiter,
    hasHeader: format !== 'csv' || looksLikeHeader(firstRows(head.replace(SEPARATOR_LINE, ''), delimiter)),
    unit: 'line',
  }
}

/**
 * The format by the first bytes (magic numbers) of a file: `parquet`, `gzip`, `zip`, or undefined for text.
 *
 * @throws UnreadableFileError for an unsupported binary format
 */
export function binaryFormat(head: Uint8Array): 'parquet' | 'gzip' | 'zip' | undefined {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (starts(0x50, 0x41, 0x52, 0x31)) return 'parquet'
  if (starts(0x1f, 0x8b)) return 'gzip'
  if (starts(0x50, 0x4b, 0x03, 0x04)) return 'zip'
  if (starts(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableFileError(
      'This is an old Office file, or a workbook with a password. Save it as XLSX without a password, then choose that file.',
    )
  }
  if (starts(0x25, 0x50, 0x44, 0x46)) throw new UnreadableFileError('This is a PDF. Choose a file of text or of rows.')
  return undefined
}

function namedDelimiter(head: string): string | undefined {
  return SEPARATOR_LINE.exec(head)?.[1]
}

function formatOf(ending: string, head: string): FileFormat {
  switch (ending) {
    case 'jsonl':
    case 'ndjson':
      return 'jsonl'
    case 'json':
      return 'json'
    case 'csv':
      return 'csv'
    case 'tsv':
    case 'tab':
      // Files of tagged tokens also have this extension.
      return looksLikeConll(head) ? 'conll' : 'csv'
    case 'conll':
    case 'bio':
    case 'iob':
    case 'iob2':
      return 'conll'
    case 'txt':
    case 'text':
    case 'md':
      // Excel saves “Unicode Text” with this extension: a table with tabs.
      return looksLikeConll(head) ? 'conll' : isTabTable(head) ? 'csv' : 'text'
    default:
      return guessFormat(head)
  }
}

function guessFormat(head: string): FileFormat {
  if (/^\s*[[{]/.test(head)) return 'json'
  if (looksLikeConll(head)) return 'conll'
  return Math.max(...firstRows(head, delimiterOf(head)).map((row) => row.length)) > 1 ? 'csv' : 'text'
}

function isTabTable(head: string): boolean {
  const counts = firstRows(head, '\t').map((row) => row.length)
  return counts.length > 1 && new Set(counts).size === 1 && delimiterOf(head) === '\t'
}

/** The delimiter that splits most rows into the same number of cells, more than one. */
function delimiterOf(head: string): string {
  const scores = DELIMITERS.map((delimiter) => {
    const counts = firstRows(head, delimiter).map((row) => row.length)
    const [first = 1] = counts
    const same = counts.filter((count) => count === first).length / Math.max(1, counts.length)
    return { delimiter, score: first > 1 ? same * 100 + Math.min(first, 50) / 50 : 0 }
  })
  return scores.reduce((best, one) => (one.score > best.score ? one : best)).delimiter
}

/** The first rows of the head, split into cells; an estimate that ignores line breaks inside quotes. */
function firstRows(head: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (const char of head.replace(/^\ufeff/, '')) {
    if (char === '"') isQuoted = !isQuoted
    else if (!isQuoted && char === delimiter) {
      row.push(cell)
      cell = ''
    } else if (!isQuoted && (char === '\n' || char === '\r')) {
      if (cell !== '' || row.length > 0) rows.push([...row, cell])
      row = []
      cell = ''
      if (rows.length >= 20) return rows
    } else cell += char
  }
  if (rows.length === 0) rows.push([...row, cell])
  return rows
}

/** Whether the first row contains column names: short, not numeric, none empty, unique (or well-known), and not repeated as values below. */
export function looksLikeHeader(rows: readonly string[][]): boolean {
  const [first = [], ...others] = rows
  const names = first.map((name) => name.trim())
  const areShort = names.every((name) => name.length <= MAX_HEADER_LENGTH && !/^[-+]?\d+([.,]\d+)?$/.test(name))
  if (!areShort) return false
  if (names.some((name) => USUAL_NAME.test(name))) return true
  if (new Set(names).size < names.length || names.slice(1).some((name) => name === '')) return false
  return !names.some((name, index) => name !== '' && others.some((row) => row[index]?.trim() === name))
}

function endingOf(fileName: string): string {
  return /\.([a-z0-9]+)$/i.exec(fileName.replace(/\.gz$/i, ''))?.[1]?.toLowerCase() ?? ''
}
