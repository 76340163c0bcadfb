import { MAX_BAD_ROWS } from '../read/scan'
import type { BadRow } from '../read/source-row'
import type { Checkpoint, RefusedRow } from './checkpoint'

/** Progress of an upload. */
export interface UploadProgress {
  phase: 'looking' | 'writing'
  /** 0–1 */
  share: number
  created: number
  updated: number
  skipped: number
  badCount: number
  /** The server does not reply; the upload continues when it does. */
  isWaiting: boolean
  /** The checkpoint to resume from; undefined before anything was sent, and for a new dataset. */
  checkpoint?: Checkpoint
}

/** The result of an upload, including what it did before it was stopped. */
export interface UploadResult {
  created: number
  updated: number
  skipped: number
  badCount: number
  bad: readonly BadRow[]
  /** Notes for the user: which responses were left out, and how often. */
  notes: readonly { text: string; count: number }[]
}

/** Counts what an upload does, and reports it. */
export class UploadTally {
  phase: UploadProgress['phase'] = 'writing'
  share = 0
  skipped = 0
  isWaiting = false
  checkpoint: Checkpoint | undefined
  #created = 0
  #updated = 0
  #badCount = 0
  #bad: BadRow[] = []
  #notes = new Map<string, number>()
  #refusedRows = new Set<number>()

  constructor(readonly onProgress: ((progress: UploadProgress) => void) | undefined) {}

  tell(): void {
    const { phase, share, skipped, isWaiting, checkpoint } = this
    const counts = { created: this.#created, updated: this.#updated, skipped, badCount: this.#badCount }
    this.onProgress?.({ phase, share, ...counts, isWaiting, checkpoint })
  }

  result(): UploadResult {
    return {
      created: this.#created,
      updated: this.#updated,
      skipped: this.skipped,
      badCount: this.#badCount,
      bad: this.#bad.sort((a, b) => a.line - b.line),
      notes: [...this.#notes].map(([text, count]) => ({ text, count })),
    }
  }

  /** A row is left out. */
  leaveOut(bad: BadRow): void {
    this.#badCount += 1
    if (this.#bad.length < MAX_BAD_ROWS) this.#bad.push(bad)
  }

  /** The server has refused a row, in this or an earlier run. */
  refuse({ row, ...bad }: RefusedRow): void {
    this.#refusedRows.add(row)
    this.leaveOut(bad)
  }

  /** A row was sent, in this or an earlier run, after what was refused was noted. */
  count({ row, isUpdate }: { row: number; isUpdate: boolean }): void {
    if (this.#refusedRows.has(row)) return
    if (isUpdate) this.#updated += 1
    else this.#created += 1
  }

  note(notes: readonly string[]): void {
    for (const note of notes) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1)
  }

  /** All rows before `rows` are done: a later visit can continue there. Not for a new dataset, which has no checkpoint. */
  advance(rows: number, refused: readonly RefusedRow[]): void {
    if (!this.checkpoint) return
    const written = this.#created + this.#updated
    this.checkpoint = { ...this.checkpoint, rows, written, refused: [...this.checkpoint.refused, ...refused] }
  }
}
