import { newId } from '@postil/domain/new-id'
import { UnreadableFileError } from '../read/detect-format'
import type { BadRow } from '../read/source-row'
import { type FileFingerprint, fingerprintOf, isUnchanged } from './fingerprint'

/** A row that the server refused, with its index in the file, from 0. */
export interface RefusedRow extends BadRow {
  row: number
}

/**
 * The progress of an upload into an existing dataset, and everything needed to resume it: plain data, which can be passed between threads
 * and stored. Rows before `rows` are done. The batch after them may have been written without a reply; it is built again identically, and
 * the server recognises it by the ids of its records or by its idempotency key.
 */
export interface Checkpoint {
  /** Fingerprint of the file. */
  file: FileFingerprint
  /** Id of the upload, the prefix of the batches' idempotency keys. */
  key: string
  /** Insertion time of the newest record at the start of the upload; null when there was none. */
  heldUntil: string | null
  /** Number of rows that are written, skipped or left out. */
  rows: number
  /** Number of records created or updated. */
  written: number
  refused: readonly RefusedRow[]
}

/** The checkpoint at the start of an upload. @param heldUntil - see `Checkpoint` */
export async function startCheckpoint(file: File, heldUntil: string | null, signal?: AbortSignal): Promise<Checkpoint> {
  return { file: await fingerprintOf(file, signal), key: newId(), heldUntil, rows: 0, written: 0, refused: [] }
}

/** Check that an upload is resumed with the same file. @throws UnreadableFileError */
export async function checkSameFile(file: File, checkpoint: Checkpoint, signal?: AbortSignal): Promise<void> {
  if (await isUnchanged(file, checkpoint.file, signal)) return
  throw new UnreadableFileError('The file was changed since the import began, so that it cannot go on with it.')
}
