import type { RecordUpsert } from '@postil/contract/feedback/records'
import { LIMITS } from '@postil/contract/limits'
import { newId } from '@postil/domain/new-id'
import type { Client } from '@postil/sdk/client'
import { createConverter, type ImportTarget } from '../convert/convert'
import { type ImportPlan, isUpdateOnly } from '../plan/plan'
import type { FileReading } from '../read/file-reading'
import { readFile } from '../read/read-file'
import { MAX_BAD_ROWS } from '../read/scan'
import { type BadRow, type SourceRow, shorten } from '../read/source-row'
import { type Checkpoint, checkSameFile, type RefusedRow, startCheckpoint } from './checkpoint'
import {
  fetchKnownRecords,
  isKnown,
  type KnownMode,
  type KnownRecords,
  settleKnown,
  settleUpdate,
} from './known-records'
import { type OutgoingItem, type SendOptions, sendBatch } from './send-batch'

/** A batch holds at most this many characters of JSON, besides the limit of records. */
const MAX_BATCH_CHARS = 4_000_000

/** What is to be written where. */
export interface UploadJob {
  file: File
  reading: FileReading
  plan: ImportPlan
  target: ImportTarget
  /** The dataset was made for this file, or what to do with rows it has already. */
  mode: 'new' | KnownMode
  /** Finish this one, which was stopped, instead of beginning anew. */
  checkpoint?: Checkpoint
}

/** How far an upload is. */
export interface UploadProgress {
  phase: 'looking' | 'writing'
  /** 0–1 */
  share: number
  created: number
  updated: number
  skipped: number
  badCount: number
  /** The server does not answer; the upload goes on when it does. */
  isWaiting: boolean
  /** What going on takes; undefined before anything was sent, and for a new dataset. */
  checkpoint?: Checkpoint
}

/** What an upload came to, with what it did before it was stopped. */
export interface UploadResult {
  created: number
  updated: number
  skipped: number
  badCount: number
  bad: readonly BadRow[]
  /** Things the user should know: which responses were left out, and how often. */
  notes: readonly { text: string; count: number }[]
}

export interface UploadOptions extends Pick<SendOptions, 'sleep'> {
  client: Client
  signal?: AbortSignal
  onProgress?: (progress: UploadProgress) => void
}

/** Read a file once more, make records of its rows and write them. The next rows are made while a batch is on its way. */
export async function uploadFile(job: UploadJob, options: UploadOptions): Promise<UploadResult> {
  return await new Upload(job, options).run()
}

class Upload {
  #pending: OutgoingItem[] = []
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
    readonly job: UploadJob,
    readonly options: UploadOptions,
  ) {}

  async run(): Promise<UploadResult> {
    const { file, reading, plan, target, mode } = this.job
    const known = mode === 'new' ? undefined : await this.#begin(target.datasetId)
    const convert = createConverter(plan, target)
    try {
      for await (const batch of readFile(file, reading)) {
        for (const bad of batch.bad) this.#leaveOut(bad)
        for (const row of batch.rows) {
          this.options.signal?.throwIfAborted()
          const at = this.#row
          this.#row += 1
          const converted = convert(row)
          if ('reason' in converted) {
            this.#leaveOut({ line: row.line, reason: converted.reason, text: textOf(row) })
            continue
          }
          for (const note of converted.notes) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1)
          if (known && isUpdateOnly(plan)) await this.#update(row, at, converted.item, known)
          else await this.#take({ line: row.line, row: at }, converted.item, known)
        }
        this.#share = batch.share
      }
      await this.#flush()
      await this.#sending
    } finally {
      // Nothing may be written any more once this is over.
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

  /** What the dataset held when the upload began, be it now or before a stop. */
  async #begin(datasetId: string): Promise<KnownRecords> {
    this.#phase = 'looking'
    const { file, checkpoint } = this.job
    this.#checkpoint = checkpoint
    const { client, signal } = this.options
    if (checkpoint) await checkSameFile(file, checkpoint, signal)
    const known = await fetchKnownRecords(client, datasetId, {
      until: checkpoint?.heldUntil,
      signal,
      onProgress: (share) => {
        this.#share = share
        this.#tell()
      },
    })
    this.#checkpoint = checkpoint ?? (await startCheckpoint(file, known.until, signal))
    this.#key = this.#checkpoint.key
    for (const refused of this.#checkpoint.refused) this.#refuse(refused)
    this.#phase = 'writing'
    this.#share = 0
    // Told before the first batch goes out: whatever happens to that one, the page can go on.
    this.#tell()
    return known
  }

  /** A row without texts: there is a record for it, or it is of no use. */
  async #update(row: SourceRow, at: number, converted: RecordUpsert, known: KnownRecords): Promise<void> {
    const item = settleUpdate(converted, known)
    if (item) await this.#post({ line: row.line, row: at, item, isUpdate: true })
    else {
      const id = converted.external_id ?? converted.id ?? ''
      this.#leaveOut({ line: row.line, reason: `The dataset has no record with the id “${id}”.`, text: textOf(row) })
    }
  }

  async #take(
    place: Pick<OutgoingItem, 'line' | 'row'>,
    converted: RecordUpsert,
    known: KnownRecords | undefined,
  ): Promise<void> {
    const { mode } = this.job
    const { id: _, ...fresh } = converted
    const isUpdate = mode === 'update' && known !== undefined && isKnown(converted, known)
    const item = known && mode !== 'new' ? settleKnown(converted, mode, known) : fresh
    if (!item) {
      this.#skipped += 1
      return
    }
    await this.#post({ ...place, item, isUpdate })
  }

  async #post(outgoing: OutgoingItem): Promise<void> {
    if (this.#checkpoint && outgoing.row < this.#checkpoint.rows) {
      this.#count(outgoing)
      return
    }
    const { fields, vectors } = outgoing.item
    const chars = JSON.stringify(fields ?? {}).length + JSON.stringify(vectors ?? {}).length
    if (this.#pending.length >= LIMITS.recordsPerBulk || this.#pendingChars + chars > MAX_BATCH_CHARS)
      await this.#flush()
    this.#pending.push(outgoing)
    this.#pendingChars += chars
  }

  /** Send what is ready, after what was sent before. */
  async #flush(): Promise<void> {
    await this.#sending
    const items = this.#pending
    this.#pending = []
    this.#pendingChars = 0
    this.#sending = this.#send(items)
    // The failure is told by the next flush; without a handler now it would count as unheard.
    this.#sending.catch(() => undefined)
  }

  async #send(items: OutgoingItem[]): Promise<void> {
    const { client, signal, sleep } = this.options
    const onWaiting = (isWaiting: boolean) => {
      this.#isWaiting = isWaiting
      this.#tell()
    }
    const options = { client, signal, sleep, onWaiting, datasetId: this.job.target.datasetId, key: this.#key }
    const refused = (await sendBatch(items, options)).map(({ refused: { line, row, item }, reason }): RefusedRow => {
      return { line, row, reason, text: shorten(JSON.stringify(item.fields ?? item)) }
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

  #count({ row, isUpdate }: OutgoingItem): void {
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
