import type { Json } from '@postil/contract/shapes'

/** The value of a cell; undefined if missing, which differs from an empty text. */
export type Cell = Json | undefined

/** One row of a file. Cells are in the order of the reader's columns; a row may end before the last column. */
export interface SourceRow {
  /** Line on which it starts, from 1. */
  line: number
  cells: readonly Cell[]
}

/** An invalid row, and why. */
export interface BadRow {
  line: number
  /** A sentence for the user. */
  reason: string
  /** The raw row, truncated when long. */
  text: string
}

/** Receives the output of a reader. */
export interface RowSink {
  row: (row: SourceRow) => void
  bad: (bad: BadRow) => void
}

/** Reads a file chunk by chunk; `columns` may grow in formats that name columns row by row. */
export interface TableReader {
  readonly columns: readonly string[]
  push: (text: string) => void
  end: () => void
}

/** Maximum length of the kept text of an invalid row. */
const BAD_TEXT_LENGTH = 2000

/** A file with more columns is not accepted as a table. */
export const MAX_COLUMNS = 500

/** Truncate a long text. */
export function shorten(text: string, length = BAD_TEXT_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
