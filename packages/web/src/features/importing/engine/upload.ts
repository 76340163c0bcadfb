import { LIMITS } from '@postil/contract/limits'
import { createConverter, type ImportTarget } from '@postil/domain/importing/convert'
import type { ImportPlan } from '@postil/domain/importing/plan'
import type { BadRow, SourceRow } from '@postil/domain/importing/source-row'
import type { Client } from '@postil/sdk/client'
import type { FileReading } from './file-reading.ts'
import { fetchKnownRecords, type KnownMode, type KnownRecords, settleKnown } from './known-records.ts'
import { readFile } from './read-file.ts'
import { MAX_BAD_ROWS } from './scan.ts'
import { type OutgoingItem, type SendOptions, sendBatch } from './send-batch.ts'

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
}

/** What an upload came to. */
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

  constructor(
    readonly job: UploadJob,
    readonly options: UploadOptions,
  ) {}

  async run(): Promise<UploadResult> {
    const { file, reading, plan, target, mode } = this.job
    const known = mode === 'new' ? undefined : await this.#look(target.datasetId)
    const convert = createConverter(plan, target)
    try {
      for await (const batch of readFile(file, reading)) {
        for (const bad of batch.bad) this.#leaveOut(bad)
        for (const row of batch.rows) {
          this.options.signal?.throwIfAborted()
          const converted = convert(row)
          if ('reason' in converted) {
            this.#leaveOut({ line: row.line, reason: converted.reason, text: textOf(row) })
            continue
          }
          for (const note of converted.notes) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1)
          await this.#take({ line: row.line, item: converted.item }, known)
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

  async #look(datasetId: string): Promise<KnownRecords> {
    this.#phase = 'looking'
    const { client, signal } = this.options
    const known = await fetchKnownRecords(client, datasetId, {
      signal,
      onProgress: (share) => {
        this.#share = share
        this.#tell()
      },
    })
    this.#phase = 'writing'
    this.#share = 0
    return known
  }

  async #take(outgoing: OutgoingItem, known: KnownRecords | undefined): Promise<void> {
    const { mode } = this.job
    const { id: _, ...fresh } = outgoing.item
    const item = known && mode !== 'new' ? settleKnown(outgoing.item, mode, known) : fresh
    if (!item) {
      this.#skipped += 1
      return
    }
    const chars = JSON.stringify(item.fields).length + (item.vectors ? JSON.stringify(item.vectors).length : 0)
    if (this.#pending.length >= LIMITS.recordsPerBulk || this.#pendingChars + chars > MAX_BATCH_CHARS)
      await this.#flush()
    this.#pending.push({ line: outgoing.line, item })
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
    const sent = await sendBatch(items, { client, signal, sleep, onWaiting, datasetId: this.job.target.datasetId })
    this.#created += sent.created
    this.#updated += sent.updated
    for (const { line, reason } of sent.refused) {
      const refused = items.find((one) => one.line === line)
      this.#leaveOut({ line, reason, text: JSON.stringify(refused?.item.fields ?? {}) })
    }
    this.#tell()
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
    })
  }
}

function textOf({ cells }: SourceRow): string {
  const text = JSON.stringify(cells)
  return text.length > 2000 ? `${text.slice(0, 2000)}…` : text
}
