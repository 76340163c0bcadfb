import { newId } from '@postil/domain/new-id'
import { UnreadableFileError } from '../read/detect-format'
import type { BadRow } from '../read/source-row'
import { type FileFingerprint, fingerprintOf, isUnchanged } from './fingerprint'

/** A row that the server did not take, by its place in the file, counted from 0. */
export interface RefusedRow extends BadRow {
  row: number
}

/**
 * How far an upload into a dataset that was there is, and all it takes to finish it later: plain data, which goes between threads and
 * outlives the page. Rows before `rows` are settled. The batch after them may have been written without an answer; it is made the same
 * way again, and the server knows it by the ids of its records or by its key.
 */
export interface Checkpoint {
  /** The file it began with. */
  file: FileFingerprint
  /** Batches are called by it. */
  key: string
  /** When the newest of the records came that were there at the start; null when there was none. */
  heldUntil: string | null
  /** So many rows of the file are written, skipped or left out. */
  rows: number
  /** So many records were created or updated by them. */
  written: number
  refused: readonly RefusedRow[]
}

/** Begin with a file. @param heldUntil - see `Checkpoint` */
export async function startCheckpoint(file: File, heldUntil: string | null, signal?: AbortSignal): Promise<Checkpoint> {
  return { file: await fingerprintOf(file, signal), key: newId(), heldUntil, rows: 0, written: 0, refused: [] }
}

/** Make sure that an upload goes on with the file it began with. @throws UnreadableFileError */
export async function checkSameFile(file: File, checkpoint: Checkpoint, signal?: AbortSignal): Promise<void> {
  if (await isUnchanged(file, checkpoint.file, signal)) return
  throw new UnreadableFileError('The file was changed since the import began, so that it cannot go on with it.')
}
