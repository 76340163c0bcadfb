import type { Json } from '@postil/contract/shapes'

/** What one cell of a file holds; undefined where the file has nothing, which is not the same as an empty text. */
export type Cell = Json | undefined

/** One row of a file. Cells are in the order of the reader's columns; a row may end before the last column. */
export interface SourceRow {
  /** Where it begins, counted from 1. */
  line: number
  cells: readonly Cell[]
}

/** A row that cannot be used, and why. */
export interface BadRow {
  line: number
  /** A sentence for the user. */
  reason: string
  /** The row as the file has it, or its beginning when it is long. */
  text: string
}

/** Where a reader puts what it reads. */
export interface RowSink {
  row: (row: SourceRow) => void
  bad: (bad: BadRow) => void
}

/** Reads a file piece by piece; `columns` grows while a format that names its columns row by row is read. */
export interface TableReader {
  readonly columns: readonly string[]
  push: (text: string) => void
  end: () => void
}

/** Longest piece of a bad row that is kept. */
export const BAD_TEXT_LENGTH = 2000

/** More columns than this is not a table. */
export const MAX_COLUMNS = 500

/** The beginning of a long text. */
export function shorten(text: string, length = BAD_TEXT_LENGTH): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`
}
