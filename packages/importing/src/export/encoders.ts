import type { SchemaElement } from 'hyparquet'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { Encoder, ExportCell, TableColumn } from './export-parts'
import { cellText, csvHeader, csvLine, jsonLine } from './export-text'
import type { ExportFormat } from './manifest'

/** File ending and media type of each format. */
export const FORMATS: Readonly<Record<ExportFormat, { ending: string; type: string }>> = {
  jsonl: { ending: '.jsonl', type: 'application/jsonl' },
  csv: { ending: '.csv', type: 'text/csv' },
  parquet: { ending: '.parquet', type: 'application/vnd.apache.parquet' },
}

/** The encoder of a format. */
export function createEncoder(format: ExportFormat, columns: readonly TableColumn[]): Encoder {
  switch (format) {
    case 'jsonl':
      return textEncoder('', (row) => jsonLine(columns, row))
    case 'csv':
      // The byte order mark tells spreadsheets that this is UTF-8; without it they show other scripts as mojibake.
      return textEncoder(`\ufeff${csvHeader(columns)}`, (row) => csvLine(columns, row))
    case 'parquet':
      return new ParquetEncoder(columns)
  }
}

function textEncoder(head: string, line: (row: readonly ExportCell[]) => string): Encoder {
  const encoder = new TextEncoder()
  return {
    start: () => encoder.encode(head),
    rows: (rows) => encoder.encode(rows.map(line).join('')),
    end: () => new Uint8Array(),
  }
}

/** Rows per row group: small enough to hold in memory, large enough to compress well. */
const GROUP_ROWS = 5000

/** Writes Parquet: integers with 64 bits, other numbers as doubles, everything else as text, missing values as null. */
export class ParquetEncoder implements Encoder {
  #bytes = new ByteWriter()
  #writer: ParquetWriter
  #waiting: (readonly ExportCell[])[] = []

  constructor(readonly columns: readonly TableColumn[]) {
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema: schemaOf(columns), createdBy: 'Postil' })
  }

  start = (): Uint8Array => this.#take()

  rows = (rows: readonly (readonly ExportCell[])[]): Uint8Array => {
    this.#waiting.push(...rows)
    if (this.#waiting.length >= GROUP_ROWS) this.#pack()
    return this.#take()
  }

  end = (): Uint8Array => {
    this.#pack()
    void this.#writer.finish()
    return this.#take()
  }

  #pack(): void {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length === 0) return
    const columnData = this.columns.map((column, index) => {
      const data = rows.map((row) => cellOf(column, row[index]))
      // No dictionary encoding: it would merge 0 and -0.
      return {
        name: column.name,
        data,
        encoding: data.some((cell) => Object.is(cell, -0)) ? 'PLAIN' : undefined,
      } as const
    })
    void this.#writer.write({ columnData, rowGroupSize: rows.length })
  }

  /** The bytes written since the last call; offsets in the file continue. */
  #take(): Uint8Array {
    const bytes = this.#bytes.getBytes().slice()
    this.#bytes.index = 0
    return bytes
  }
}

function schemaOf(columns: readonly TableColumn[]): SchemaElement[] {
  return [{ name: 'root', num_children: columns.length }, ...columns.map(elementOf)]
}

function elementOf({ name, form }: TableColumn): SchemaElement {
  const column = { name, repetition_type: 'OPTIONAL' } as const
  if (form === 'integer') return { ...column, type: 'INT64' }
  return form === 'number' ? { ...column, type: 'DOUBLE' } : { ...column, type: 'BYTE_ARRAY', converted_type: 'UTF8' }
}

function cellOf(column: Pick<TableColumn, 'form'>, cell: ExportCell): string | number | bigint | null {
  if (column.form === 'number') return typeof cell === 'number' ? cell : null
  if (column.form === 'integer') return typeof cell === 'number' || typeof cell === 'bigint' ? BigInt(cell) : null
  return cellText(column, cell) ?? null
}
