import type { Client } from '@postil/sdk/client'
import type { ApiError } from '@postil/sdk/errors'
import type { SourceRow } from '../read/source-row'

/** How rows become records of one family of datasets, and how these are sent. */
export interface Writer<Item> {
  /** Maximum number of records per request. */
  perBatch: number
  convert: (row: SourceRow) => { item: Item; notes: readonly string[] } | { reason: string }
  /**
   * Look at what the dataset contains, before the first record is handled. Absent when the dataset was created for this file.
   *
   * @returns the insertion time of the newest record; null when unknown or there is none
   */
  look?: (client: Client, options: LookOptions) => Promise<string | null>
  /** Decide how to handle one record: what to send, or why it is skipped. */
  settle: (item: Item) => { item: Item; isUpdate: boolean } | { reason: string } | 'skip'
  /** Approximate size in characters of JSON. */
  chars: (item: Item) => number
  /** A text by which the user recognises a refused record. */
  shown: (item: Item) => unknown
  /**
   * Send a batch, all or none.
   *
   * @param key - idempotency key of the batch, the same when it is retried
   */
  send: (client: Client, items: readonly Item[], key: string, signal?: AbortSignal) => Promise<void>
  /** Whether an error concerns only some of the records, so that the others can be sent without them. */
  isAboutItems: (error: ApiError) => boolean
}

export interface LookOptions {
  /** Ignore records inserted after this time, i.e. since the upload started. */
  until?: string | null
  signal?: AbortSignal
  /** Called with the progress, 0–1. */
  onProgress?: (share: number) => void
}
