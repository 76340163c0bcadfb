import type { Encoder, ExportCell, TableColumn } from './export-parts'
import { csvHeader, csvLine, jsonLine } from './export-text'
import type { ExportFormat } from './manifest'
import { ParquetEncoder } from './parquet-encoder'

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
