import { unprotect } from '../convert/protect'
import { isExportHeader } from '../guess/guess'
import type { Encoding } from '../plan/plan'
import { type FileFingerprint, isUnchanged } from '../upload/fingerprint'
import { type FileReading, NotUtf8Error } from './file-reading'
import { type FileProfile, Profiler } from './profile'
import { inspectFile, readFile } from './read-file'
import type { BadRow, SourceRow } from './source-row'

const PREVIEW_ROWS = 50
/** Longer cells are truncated in the preview. */
const PREVIEW_LENGTH = 5000
/** Maximum number of invalid rows to keep; further ones are only counted. */
export const MAX_BAD_ROWS = 10_000

/** The result of reading a whole file once. */
export interface FileScan {
  reading: FileReading
  profile: FileProfile
  /** How cells are parsed, see `Encoding`. */
  encoding: Encoding
  preview: readonly SourceRow[]
  badCount: number
  bad: readonly BadRow[]
  /** The file differs from the one its manifest describes. */
  isChanged?: boolean
}

/** Progress of reading. */
export interface ScanProgress {
  rows: number
  /** 0–1 */
  share: number
}

export interface ScanOptions {
  /** Overrides the detected way of parsing. */
  reading?: FileReading
  /** The fingerprint in its manifest. */
  fingerprint?: FileFingerprint
  onProgress?: (progress: ScanProgress) => void
  signal?: AbortSignal
}

/** Read a whole file and profile its columns. @throws UnreadableFileError */
export async function scanFile(file: File, options: ScanOptions = {}): Promise<FileScan> {
  const { reading, fingerprint, onProgress, signal } = options
  const isChanged = fingerprint !== undefined && !(await isUnchanged(file, fingerprint, signal))
  const how = reading ?? (await inspectFile(file, file.name))
  try {
    return { ...(await scanAs(file, how, onProgress, signal)), isChanged }
  } catch (error) {
    if (!(error instanceof NotUtf8Error)) throw error
    return { ...(await scanAs(file, { ...how, encoding: 'mixed' }, onProgress, signal)), isChanged }
  }
}

async function scanAs(
  file: File,
  reading: FileReading,
  onProgress: ScanOptions['onProgress'],
  signal: AbortSignal | undefined,
): Promise<FileScan> {
  const profiler = new Profiler()
  const preview: SourceRow[] = []
  const bad: BadRow[] = []
  let badCount = 0
  let columns: readonly string[] = []
  for await (const batch of readFile(file, reading)) {
    signal?.throwIfAborted()
    columns = batch.columns
    const responsesAt = isExportHeader(columns) ? columns.indexOf('responses') : -1
    const isProtected = encodingOf(reading, columns) === 'csv'
    for (const row of batch.rows) {
      // Options of questions come from the profile, where the file has no manifest.
      profiler.add(isProtected ? unprotected(row) : row, responsesAt)
      if (preview.length < PREVIEW_ROWS) preview.push(shortened(row))
    }
    badCount += batch.bad.length
    bad.push(...batch.bad.slice(0, MAX_BAD_ROWS - bad.length))
    onProgress?.({ rows: profiler.rows, share: batch.share })
  }
  const profile = { rows: profiler.rows, columns: profiler.profiles(columns), answers: profiler.answers() }
  return { reading, profile, encoding: encodingOf(reading, columns), preview, badCount, bad }
}

function encodingOf({ format }: FileReading, columns: readonly string[]): Encoding {
  if (!isExportHeader(columns)) return 'foreign'
  // A workbook saved from an exported CSV file still contains the protecting apostrophes.
  return format === 'csv' || format === 'xlsx' ? 'csv' : format === 'parquet' ? 'text' : 'native'
}

function unprotected({ line, cells }: SourceRow): SourceRow {
  return { line, cells: cells.map((cell) => (typeof cell === 'string' ? unprotect(cell) : cell)) }
}

function shortened({ line, cells }: SourceRow): SourceRow {
  return {
    line,
    cells: cells.map((cell) =>
      typeof cell === 'string' && cell.length > PREVIEW_LENGTH ? `${cell.slice(0, PREVIEW_LENGTH)}…` : cell,
    ),
  }
}
