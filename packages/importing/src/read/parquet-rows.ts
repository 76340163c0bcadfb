import type { Json } from '@postil/contract/shapes'
import { decompress } from 'fzstd'
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
} from 'hyparquet'
import { UnreadableFileError } from './detect-format'
import { flatten, isJsonObject } from './flatten'
import { type Cell, MAX_COLUMNS, type SourceRow } from './source-row'

/** Codecs that other writers use by default, besides Snappy, which the reader supports. */
const COMPRESSORS: Compressors = { ZSTD: (packed) => decompress(packed) }
/** Cells are not files: a byte order mark at the start of a text is part of it. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })
const PARSERS = { stringFromBytes: (bytes: Uint8Array | undefined) => bytes && DECODER.decode(bytes) }
/** Rows decoded at once. */
const ROWS_AT_ONCE = 2000

/** An opened Parquet file. `columns` grows when objects in cells contain new keys. */
export interface ParquetTable {
  rowCount: number
  columns: string[]
  rows: () => AsyncGenerator<SourceRow[]>
}

/** Open a Parquet file; parts are read on demand. @throws UnreadableFileError */
export async function openParquet(file: Blob): Promise<ParquetTable> {
  const buffer: AsyncBuffer = {
    byteLength: file.size,
    slice: (start, end) => file.slice(start, end).arrayBuffer(),
  }
  const metadata = await parquetMetadataAsync(buffer).catch((cause: unknown) => {
    throw new UnreadableFileError('This Parquet file is damaged: its table of contents cannot be read.', { cause })
  })
  const columns: string[] = []
  const index = new Map<string, number>()
  const place = (path: string): number => {
    const known = index.get(path)
    if (known !== undefined) return known
    if (columns.length >= MAX_COLUMNS) {
      throw new UnreadableFileError(`The file has more than ${MAX_COLUMNS} columns.`)
    }
    columns.push(path)
    index.set(path, columns.length - 1)
    return columns.length - 1
  }
  return { rowCount: Number(metadata.num_rows), columns, rows: () => rowsOf(buffer, metadata, place) }
}

async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  place: (path: string) => number,
): AsyncGenerator<SourceRow[]> {
  const count = Number(metadata.num_rows)
  for (let start = 0; start < count; start += ROWS_AT_ONCE) {
    const end = Math.min(start + ROWS_AT_ONCE, count)
    const objects = await parquetReadObjects({
      file,
      metadata,
      compressors: COMPRESSORS,
      parsers: PARSERS,
      rowStart: start,
      rowEnd: end,
    }).catch((cause: unknown) => {
      throw new UnreadableFileError(`This Parquet file cannot be read: ${wordsOf(cause)}`, { cause })
    })
    yield objects.map((object, offset) => ({ line: start + offset + 1, cells: cellsOf(object, place) }))
  }
}

function cellsOf(object: Record<string, unknown>, place: (path: string) => number): Cell[] {
  const json = toJson(object)
  const cells: Cell[] = []
  if (!isJsonObject(json)) return cells
  for (const [path, leaf] of flatten(json)) {
    const at = place(path)
    while (cells.length < at) cells.push(undefined)
    // Parquet has no missing cells: null means missing.
    cells[at] = leaf === null ? undefined : leaf
  }
  return cells
}

/** Convert the reader's values of Parquet types to JSON. */
function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : null
    case 'bigint':
      return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
    case 'object':
      if (value === null) return null
      if (value instanceof Date) return value.toISOString()
      if (value instanceof Uint8Array) return new TextDecoder().decode(value)
      if (ArrayBuffer.isView(value)) return toJson(Array.from(new Float64Array(toNumbers(value))))
      if (Array.isArray(value)) return value.map(toJson)
      return Object.fromEntries(Object.entries(value).map(([key, inner]): [string, Json] => [key, toJson(inner)]))
    default:
      return null
  }
}

function toNumbers(view: ArrayBufferView): number[] {
  return Symbol.iterator in view ? Array.from(view as unknown as Iterable<number | bigint>, Number) : []
}

function wordsOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
