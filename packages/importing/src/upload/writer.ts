import type { Client } from '@postil/sdk/client'
import type { ApiError } from '@postil/sdk/errors'
import type { SourceRow } from '../read/source-row'

/** How rows become records of one family of datasets, and how these are written. */
export interface Writer<Item> {
  /** At most so many records are sent at once. */
  perBatch: number
  convert: (row: SourceRow) => { item: Item; notes: readonly string[] } | { reason: string }
  /**
   * Look at what the dataset holds, before the first record is settled. Absent where the dataset was made for this file.
   *
   * @returns when the newest of its records came; null when that is unknown or there is none
   */
  look?: (client: Client, options: LookOptions) => Promise<string | null>
  /** Decide about one record: what is sent of it, or why nothing is. */
  settle: (item: Item) => { item: Item; isUpdate: boolean } | { reason: string } | 'skip'
  /** About so many characters of JSON. */
  chars: (item: Item) => number
  /** What a user recognises a refused record by. */
  shown: (item: Item) => unknown
  /**
   * Send a batch, all or none.
   *
   * @param key - names the batch: the same one has the same key when it is sent again
   */
  send: (client: Client, items: readonly Item[], key: string, signal?: AbortSignal) => Promise<void>
  /** Whether an error is about some of the records, so that the others can be sent without them. */
  isAboutItems: (error: ApiError) => boolean
}

export interface LookOptions {
  /** Leave out what came after this time: what the dataset held when an upload began. */
  until?: string | null
  signal?: AbortSignal
  /** Told how far it is, 0–1. */
  onProgress?: (share: number) => void
}
