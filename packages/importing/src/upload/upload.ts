import { newId } from '@postil/domain/new-id'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { Client } from '@postil/sdk/client'
import { type ClassicJob, classicWriter } from '../classic/writer'
import type { FileReading } from '../read/file-reading'
import { readFile } from '../read/read-file'
import { MAX_BAD_ROWS } from '../read/scan'
import { type BadRow, type SourceRow, shorten } from '../read/source-row'
import { type Checkpoint, checkSameFile, type RefusedRow, startCheckpoint } from './checkpoint'
import { type FeedbackJob, feedbackWriter } from './feedback-writer'
import { type OutgoingItem, type SendOptions, sendBatch } from './send-batch'
import type { Writer } from './writer'

/** Maximum size of a batch in characters of JSON, besides the limit of records. */
const MAX_BATCH_CHARS = 4_000_000

interface FileJob {
  file: File
  reading: FileReading
  /** Resume this stopped upload instead of starting a new one. */
  checkpoint?: Checkpoint
}

/** An upload of a file into a dataset: plain data, which can be passed to a worker. */
export type UploadJob = FileJob & (FeedbackJob | ClassicJob)

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

export interface UploadOptions extends Pick<SendOptions<unknown>, 'sleep'> {
  client: Client
  signal?: AbortSignal
  onProgress?: (progress: UploadProgress) => void
}

/** Read a file again, convert its rows and upload the records. The next rows are converted while a batch is being sent. */
export async function uploadFile(job: UploadJob, options: UploadOptions): Promise<UploadResult> {
  return 'classic' in job
    ? await new Upload(job, classicWriter(job), options).run()
    : await new Upload(job, feedbackWriter(job), options).run()
}

class Upload<Item> {
  #pending: OutgoingItem<Item>[] = []
  #pendingChars = 0
  #sending: Promise<void> | undefined
  #phase: UploadProgress['phase'] = 'writing'
  #share = 0
  #isWaiting = false
  #created = 0
  #updated = 0
  #skipped = 0
  #badCount = 0
  #bad: BadRow[] = []
  #notes = new Map<string, number>()
  #row = 0
  #key = newId()
  #checkpoint: Checkpoint | undefined
  #refusedRows = new Set<number>()

  constructor(
    readonly job: FileJob,
    readonly writer: Writer<Item>,
    readonly options: UploadOptions,
  ) {}

  async run(): Promise<UploadResult> {
    const { file, reading } = this.job
    if (this.writer.look) await this.#begin(this.writer.look)
    try {
      for await (const batch of readFile(file, reading)) {
        for (const bad of batch.bad) this.#leaveOut(bad)
        for (const row of batch.rows) {
          this.options.signal?.throwIfAborted()
          await this.#take(row)
        }
        this.#share = batch.share
      }
      await this.#flush()
      await this.#sending
    } finally {
      // Nothing may be written after this returns.
      await this.#sending?.catch(() => undefined)
    }
    this.#tell()
    return {
      created: this.#created,
      updated: this.#updated,
      skipped: this.#skipped,
      badCount: this.#badCount,
      bad: this.#bad.sort((a, b) => a.line - b.line),
      notes: [...this.#notes].map(([text, count]) => ({ text, count })),
    }
  }

  /** Look at what the dataset contained when the upload first started, also when resuming. */
  async #begin(look: NonNullable<Writer<Item>['look']>): Promise<void> {
    this.#phase = 'looking'
    const { file, checkpoint } = this.job
    this.#checkpoint = checkpoint
    const { client, signal } = this.options
    if (checkpoint) await checkSameFile(file, checkpoint, signal)
    const until = await look(client, {
      until: checkpoint?.heldUntil,
      signal,
      onProgress: (share) => {
        this.#share = share
        this.#tell()
      },
    })
    this.#checkpoint = checkpoint ?? (await startCheckpoint(file, until, signal))
    this.#key = this.#checkpoint.key
    for (const refused of this.#checkpoint.refused) this.#refuse(refused)
    this.#phase = 'writing'
    this.#share = 0
    // Reported before the first batch is sent, so that the upload can be resumed whatever happens to it.
    this.#tell()
  }

  async #take(row: SourceRow): Promise<void> {
    const at = this.#row
    this.#row += 1
    const leaveOut = (reason: string) => this.#leaveOut({ line: row.line, reason, text: textOf(row) })
    const converted = this.writer.convert(row)
    if ('reason' in converted) {
      leaveOut(converted.reason)
      return
    }
    for (const note of converted.notes) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1)
    const settled = this.writer.settle(converted.item)
    if (settled === 'skip') this.#skipped += 1
    else if ('reason' in settled) leaveOut(settled.reason)
    else await this.#post({ line: row.line, row: at, ...settled })
  }

  async #post(outgoing: OutgoingItem<Item>): Promise<void> {
    if (this.#checkpoint && outgoing.row < this.#checkpoint.rows) {
      this.#count(outgoing)
      return
    }
    const chars = this.writer.chars(outgoing.item)
    if (this.#pending.length >= this.writer.perBatch || this.#pendingChars + chars > MAX_BATCH_CHARS)
      await this.#flush()
    this.#pending.push(outgoing)
    this.#pendingChars += chars
  }

  /** Send the pending batch after the previous one. */
  async #flush(): Promise<void> {
    await this.#sending
    const items = this.#pending
    this.#pending = []
    this.#pendingChars = 0
    this.#sending = this.#send(items)
    // The next flush throws the failure; the handler avoids an unhandled rejection until then.
    this.#sending.catch(() => undefined)
  }

  async #send(items: OutgoingItem<Item>[]): Promise<void> {
    const { client, signal, sleep } = this.options
    const onWaiting = (isWaiting: boolean) => {
      this.#isWaiting = isWaiting
      this.#tell()
    }
    const options = { client, writer: this.writer, signal, sleep, onWaiting, key: this.#key }
    const refused = (await sendBatch(items, options)).map(({ refused: { line, row, item }, reason }): RefusedRow => {
      return { line, row, reason, text: shorten(exactJsonText(this.writer.shown(item))) }
    })
    for (const one of refused) this.#refuse(one)
    for (const item of items) this.#count(item)
    const last = items.at(-1)
    if (this.#checkpoint && last) {
      const written = this.#created + this.#updated
      this.#checkpoint = {
        ...this.#checkpoint,
        rows: last.row + 1,
        written,
        refused: [...this.#checkpoint.refused, ...refused],
      }
    }
    this.#tell()
  }

  #refuse({ row, ...bad }: RefusedRow): void {
    this.#refusedRows.add(row)
    this.#leaveOut(bad)
  }

  #count({ row, isUpdate }: OutgoingItem<Item>): void {
    if (this.#refusedRows.has(row)) return
    if (isUpdate) this.#updated += 1
    else this.#created += 1
  }

  #leaveOut(bad: BadRow): void {
    this.#badCount += 1
    if (this.#bad.length < MAX_BAD_ROWS) this.#bad.push(bad)
  }

  #tell(): void {
    this.options.onProgress?.({
      phase: this.#phase,
      share: this.#share,
      created: this.#created,
      updated: this.#updated,
      skipped: this.#skipped,
      badCount: this.#badCount,
      isWaiting: this.#isWaiting,
      checkpoint: this.#checkpoint,
    })
  }
}

function textOf({ cells }: SourceRow): string {
  return shorten(JSON.stringify(cells))
}
