import { newId } from '@postil/domain/new-id'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { Client } from '@postil/sdk/client'
import { ApiError } from '@postil/sdk/errors'
import { type ClassicJob, classicWriter } from '../classic/writer'
import type { FileReading } from '../read/file-reading'
import { readFile } from '../read/read-file'
import { type SourceRow, shorten } from '../read/source-row'
import { type Checkpoint, checkSameFile, type RefusedRow, startCheckpoint } from './checkpoint'
import { type FeedbackJob, feedbackWriter } from './feedback-writer'
import { type Sleep, untilAnswered } from './until-answered'
import { type UploadProgress, type UploadResult, UploadTally } from './upload-progress'
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

export interface UploadOptions {
  client: Client
  signal?: AbortSignal
  onProgress?: (progress: UploadProgress) => void
  /** For tests. */
  sleep?: Sleep
}

/** One record to send, and where in the file it comes from. */
interface Outgoing<Item> {
  line: number
  /** Row index in the file, from 0; one line may contain several rows. */
  row: number
  item: Item
  /** The dataset already has this record. */
  isUpdate: boolean
}

/** Read a file again, convert its rows and upload the records. The next rows are converted while a batch is being sent. */
export async function uploadFile(job: UploadJob, options: UploadOptions): Promise<UploadResult> {
  return 'classic' in job
    ? await new Upload(job, classicWriter(job), options).run()
    : await new Upload(job, feedbackWriter(job), options).run()
}

class Upload<Item> {
  #pending: Outgoing<Item>[] = []
  #pendingChars = 0
  #sending: Promise<void> | undefined
  #row = 0
  /** Id of the upload: the prefix of idempotency keys, so that a retried batch is the same request. */
  #key = newId()
  #tally: UploadTally

  constructor(
    readonly job: FileJob,
    readonly writer: Writer<Item>,
    readonly options: UploadOptions,
  ) {
    this.#tally = new UploadTally(options.onProgress)
  }

  async run(): Promise<UploadResult> {
    const { file, reading } = this.job
    if (this.writer.look) await this.#begin(this.writer.look)
    try {
      for await (const batch of readFile(file, reading)) {
        for (const bad of batch.bad) this.#tally.leaveOut(bad)
        for (const row of batch.rows) {
          this.options.signal?.throwIfAborted()
          await this.#take(row)
        }
        this.#tally.share = batch.share
      }
      await this.#flush()
      await this.#sending
    } finally {
      // Nothing may be written after this returns.
      await this.#sending?.catch(() => undefined)
    }
    this.#tally.tell()
    return this.#tally.result()
  }

  /** Look at what the dataset contained when the upload first started, also when resuming. */
  async #begin(look: NonNullable<Writer<Item>['look']>): Promise<void> {
    const { file, checkpoint } = this.job
    const { client, signal } = this.options
    const tally = this.#tally
    tally.phase = 'looking'
    tally.checkpoint = checkpoint
    if (checkpoint) await checkSameFile(file, checkpoint, signal)
    const until = await look(client, {
      until: checkpoint?.heldUntil,
      signal,
      onProgress: (share) => {
        tally.share = share
        tally.tell()
      },
    })
    tally.checkpoint = checkpoint ?? (await startCheckpoint(file, until, signal))
    this.#key = tally.checkpoint.key
    for (const refused of tally.checkpoint.refused) tally.refuse(refused)
    tally.phase = 'writing'
    tally.share = 0
    // Reported before the first batch is sent, so that the upload can be resumed whatever happens to it.
    tally.tell()
  }

  async #take(row: SourceRow): Promise<void> {
    const at = this.#row
    this.#row += 1
    const leaveOut = (reason: string) => {
      this.#tally.leaveOut({ line: row.line, reason, text: shorten(JSON.stringify(row.cells)) })
    }
    const converted = this.writer.convert(row)
    if ('reason' in converted) {
      leaveOut(converted.reason)
      return
    }
    this.#tally.note(converted.notes)
    const settled = this.writer.settle(converted.item)
    if (settled === 'skip') this.#tally.skipped += 1
    else if ('reason' in settled) leaveOut(settled.reason)
    else await this.#post({ line: row.line, row: at, ...settled })
  }

  async #post(outgoing: Outgoing<Item>): Promise<void> {
    const { checkpoint } = this.#tally
    if (checkpoint && outgoing.row < checkpoint.rows) {
      this.#tally.count(outgoing)
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

  async #send(items: readonly Outgoing<Item>[]): Promise<void> {
    const refused = await this.#sendAllowed(items)
    for (const one of refused) this.#tally.refuse(one)
    for (const item of items) this.#tally.count(item)
    const last = items.at(-1)
    if (last) this.#tally.advance(last.row + 1, refused)
    this.#tally.tell()
  }

  /** Send records, all or none; when the server refuses some, the others are sent again without them. @returns those refused */
  async #sendAllowed(items: readonly Outgoing<Item>[]): Promise<RefusedRow[]> {
    if (items.length === 0) return []
    try {
      await this.#sendOnce(items)
      return []
    } catch (error) {
      if (!(error instanceof ApiError) || !this.writer.isAboutItems(error)) throw error
      const [only] = items
      if (items.length === 1 && only) {
        const text = shorten(exactJsonText(this.writer.shown(only.item)))
        return [{ line: only.line, row: only.row, reason: error.messages[0] ?? error.message, text }]
      }
      const middle = Math.ceil(items.length / 2)
      const before = await this.#sendAllowed(items.slice(0, middle))
      const after = await this.#sendAllowed(items.slice(middle))
      return [...before, ...after]
    }
  }

  /** Send one request, again and again while the server does not reply; it takes effect once. */
  async #sendOnce(items: readonly Outgoing<Item>[]): Promise<void> {
    const { client, signal, sleep } = this.options
    const records = items.map(({ item }) => item)
    const batchKey = `${this.#key}-${items[0]?.row}-${items.length}`
    const send = () => this.writer.send(client, records, batchKey, signal)
    await untilAnswered(send, { signal, sleep, onWaiting: (isWaiting) => this.#tellWaiting(isWaiting) })
  }

  #tellWaiting(isWaiting: boolean): void {
    this.#tally.isWaiting = isWaiting
    this.#tally.tell()
  }
}
