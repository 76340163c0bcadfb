import { AnswerRows } from './answer-rows'
import { bytesOf, chunksOf } from './chunks'
import { ConllReader } from './conll-reader'
import { CsvReader } from './csv-reader'
import { binaryFormat, detectShape, looksLikeHeader, UnreadableFileError } from './detect-format'
import { announcedEncoding, createDecoder, decodeHead, type FileReading, refuseBinary } from './file-reading'
import { JsonReader } from './json-reader'
import { openParquet } from './parquet-rows'
import type { BadRow, RowSink, SourceRow, TableReader } from './source-row'
import { TextReader } from './text-reader'

const HEAD_BYTES = 1 << 16

/** A batch of parsed rows. */
export interface RowBatch {
  rows: SourceRow[]
  bad: BadRow[]
  /** The columns known so far. */
  columns: readonly string[]
  /** Progress, 0–1. */
  share: number
}

/** Detect from the beginning of a file how to parse it. @throws UnreadableFileError */
export async function inspectFile(file: Blob, fileName: string): Promise<FileReading> {
  if (file.size === 0) throw new UnreadableFileError('This file is empty.')
  let head: Uint8Array = new Uint8Array(await bytesOf(file, 0, HEAD_BYTES))
  const binary = binaryFormat(head)
  const isGzip = binary === 'gzip'
  if (isGzip) head = await firstUnpacked(file)
  const inside = binaryFormat(head)
  if (inside === 'zip') {
    if (isGzip) throw new UnreadableFileError('This ZIP file or workbook is packed once more. Unpack it first.')
    return await inspectWorkbook(file)
  }
  if (inside === 'parquet') {
    if (isGzip) throw new UnreadableFileError('This Parquet file is packed once more. Unpack it first.')
    return { format: 'parquet', delimiter: ',', hasHeader: true, unit: 'line', encoding: 'utf-8', isGzip }
  }
  const encoding = announcedEncoding(head)
  const text = decodeHead(head, encoding)
  refuseBinary(text)
  return { ...detectShape(fileName, text), encoding, isGzip }
}

/**
 * Read a file batch by batch, on demand.
 *
 * @throws UnreadableFileError, NotUtf8Error
 */
export async function* readFile(file: Blob, reading: FileReading): AsyncGenerator<RowBatch> {
  if (reading.format === 'parquet') {
    const table = await openParquet(file)
    let count = 0
    for await (const rows of table.rows()) {
      count += rows.length
      yield { rows, bad: [], columns: table.columns, share: count / Math.max(1, table.rowCount) }
    }
    return
  }
  if (reading.format === 'xlsx') {
    yield* readSheet(file, reading)
    return
  }
  let rows: SourceRow[] = []
  let bad: BadRow[] = []
  const reader = createReader(reading, { row: (row) => rows.push(row), bad: (row) => bad.push(row) })
  const decode = createDecoder(reading.encoding)
  const take = (share: number): RowBatch => {
    const batch = { rows, bad, columns: reader.columns, share }
    rows = []
    bad = []
    return batch
  }
  for await (const { bytes, readBytes } of chunksOf(file, reading.isGzip)) {
    reader.push(decode(bytes))
    yield take(readBytes / file.size)
  }
  reader.push(decode())
  reader.end()
  yield take(1)
}

/** Rows examined to decide whether the first one is a header. */
const HEAD_ROWS = 20

async function inspectWorkbook(file: Blob): Promise<FileReading> {
  const { listSheets, openSheet } = await import('./xlsx/xlsx-reader')
  const sheets = await listSheets(file)
  const reading = { format: 'xlsx', delimiter: ',', unit: 'line', encoding: 'utf-8', isGzip: false, sheets } as const
  const [sheet = ''] = sheets
  const head: string[][] = []
  for await (const { rows } of (await openSheet(file, sheet, false)).pieces()) {
    head.push(...rows.map(({ cells }) => cells.map((cell) => (cell === undefined ? '' : String(cell)))))
    if (head.length >= HEAD_ROWS) break
  }
  return { ...reading, sheet, hasHeader: looksLikeHeader(head.slice(0, HEAD_ROWS)) }
}

async function* readSheet(file: Blob, { sheet = '', hasHeader }: FileReading): AsyncGenerator<RowBatch> {
  const { openSheet } = await import('./xlsx/xlsx-reader')
  const table = await openSheet(file, sheet, hasHeader)
  let rows: SourceRow[] = []
  let bad: BadRow[] = []
  let take: RowSink['row'] = () => undefined
  const nothing = () => undefined
  const joined = new AnswerRows(
    (sink) => {
      take = sink.row
      return {
        get columns() {
          return table.columns
        },
        push: nothing,
        end: nothing,
      }
    },
    { row: (row) => rows.push(row), bad: (row) => bad.push(row) },
  )
  const batch = (share: number): RowBatch => {
    const done = { rows, bad, columns: joined.columns, share }
    rows = []
    bad = []
    return done
  }
  for await (const piece of table.pieces()) {
    for (const row of piece.rows) take(row)
    bad.push(...piece.bad)
    yield batch(piece.share)
  }
  joined.end()
  yield batch(1)
}

function createReader({ format, delimiter, hasHeader, unit }: FileReading, sink: RowSink): TableReader {
  switch (format) {
    case 'csv':
      return new AnswerRows((rows) => new CsvReader({ delimiter, hasHeader }, rows), sink)
    case 'json':
      return new JsonReader(sink)
    case 'jsonl':
      return new JsonReader(sink, true)
    case 'conll':
      return new ConllReader(sink)
    case 'text':
    case 'parquet':
    case 'xlsx':
      return new TextReader(unit, sink)
  }
}

async function firstUnpacked(file: Blob): Promise<Uint8Array> {
  try {
    for await (const { bytes } of chunksOf(file, true)) return bytes.subarray(0, HEAD_BYTES)
  } catch (cause) {
    throw new UnreadableFileError('This packed file is damaged.', { cause })
  }
  throw new UnreadableFileError('This packed file is empty.')
}
