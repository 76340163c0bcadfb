import type { Json } from '@postil/contract/shapes'
import { decompress } from 'fzstd'
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  type SchemaElement,
} from 'hyparquet'
import { bytesOf } from './chunks'
import { UnreadableFileError } from './detect-format'
import { flatten, isJsonObject } from './flatten'
import { type Cell, MAX_COLUMNS, type SourceRow } from './source-row'

/** Codecs that other writers use by default, besides Snappy, which the reader supports. */
const COMPRESSORS: Compressors = { ZSTD: (packed) => decompress(packed) }
const CODECS = new Set<string>(['UNCOMPRESSED', 'SNAPPY', ...Object.keys(COMPRESSORS)])
/** Cells are not files: a byte order mark at the start of a text is part of it. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })
const PARSERS = {
  stringFromBytes: (bytes: Uint8Array | undefined) => bytes && textOf(bytes),
  dateFromDays: (days: number) => isoOf(new Date(days * 86_400_000))?.slice(0, 10),
}
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
    slice: (start, end = file.size) => bytesOf(file, start, end),
  }
  const metadata = await parquetMetadataAsync(buffer).catch((cause: unknown) => {
    if (cause instanceof UnreadableFileError) throw cause
    throw new UnreadableFileError('This Parquet file is damaged: its table of contents cannot be read.', { cause })
  })
  refuseCodecs(metadata)
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

function refuseCodecs({ row_groups: groups }: FileMetaData): void {
  const codecs = groups.flatMap(({ columns }) => columns.map(({ meta_data: column }) => column?.codec))
  const unknown = codecs.find((codec) => codec !== undefined && !CODECS.has(codec))
  if (unknown === undefined) return
  throw new UnreadableFileError(
    `This Parquet file is compressed with ${unknown}, which cannot be read here. Save it with Snappy, Zstandard or no compression.`,
  )
}

async function* rowsOf(
  file: AsyncBuffer,
  metadata: FileMetaData,
  place: (path: string) => number,
): AsyncGenerator<SourceRow[]> {
  const readers = cellReaders(metadata.schema)
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
      if (cause instanceof UnreadableFileError) throw cause
      const rows = `rows ${start + 1} to ${end} cannot be read`
      throw new UnreadableFileError(`This Parquet file is damaged, or of a kind that is not known here: ${rows}.`, {
        cause,
      })
    })
    yield objects.map((object, offset) => ({ line: start + offset + 1, cells: cellsOf(object, place, readers) }))
  }
}

type CellReader = (cell: Json) => Json

function cellsOf(
  object: Record<string, unknown>,
  place: (path: string) => number,
  readers: ReadonlyMap<string, CellReader>,
): Cell[] {
  const json = toJson(object)
  const cells: Cell[] = []
  if (!isJsonObject(json)) return cells
  for (const [path, leaf] of flatten(json)) {
    const at = place(path)
    while (cells.length < at) cells.push(undefined)
    // Parquet has no missing cells: null means missing.
    cells[at] = leaf === null ? undefined : (readers.get(path)?.(leaf) ?? leaf)
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
      if (value instanceof Date) return isoOf(value) ?? null
      if (value instanceof Uint8Array) return textOf(value) ?? null
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

/** Binary data, such as pictures, is no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    return DECODER.decode(bytes)
  } catch {
    // Not UTF-8: the cell is read as empty.
    return undefined
  }
}

function isoOf(date: Date): string | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** How to correct the cells of columns that the Parquet reader leaves as bare numbers, or whose meaning it loses. */
function cellReaders(schema: readonly SchemaElement[]): Map<string, CellReader> {
  const readers = new Map<string, CellReader>()
  const [root, ...elements] = schema
  const walk = (count: number, path: string): void => {
    for (let done = 0; done < count; done += 1) {
      const element = elements.shift()
      if (!element) return
      const own = path === '' ? element.name : `${path}.${element.name}`
      const reader = readerOf(element)
      if (reader) readers.set(own, reader)
      walk(element.num_children ?? 0, own)
    }
  }
  walk(root?.num_children ?? 0, '')
  return readers
}

function readerOf({
  converted_type: converted,
  logical_type: logical,
  scale = 0,
}: SchemaElement): CellReader | undefined {
  // Multiplied by a power of ten, 57 hundredths are 0.5700000000000001.
  if (converted === 'DECIMAL') return (cell) => (typeof cell === 'number' ? Number(cell.toFixed(scale)) : cell)
  if (logical?.type === 'TIME') return (cell) => timeOfDay(cell, logical.unit)
  // A time without a zone.
  if (logical?.type === 'TIMESTAMP' && !logical.isAdjustedToUTC)
    return (cell) => (typeof cell === 'string' ? cell.replace(/(\.000)?Z$/, '') : cell)
  return undefined
}

const PER_SECOND = { MILLIS: 1e3, MICROS: 1e6, NANOS: 1e9 }

/** `09:05:30`, from a number of units since midnight. */
function timeOfDay(cell: Json, unit: keyof typeof PER_SECOND): Json {
  const ms = (Number(cell) / PER_SECOND[unit]) * 1000
  return (
    isoOf(new Date(ms))
      ?.slice(11)
      .replace(/(\.000)?Z$/, '') ?? cell
  )
}
