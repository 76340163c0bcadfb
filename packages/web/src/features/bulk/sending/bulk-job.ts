import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import { isObject } from '@postil/domain/is-object'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { type KeptJobs, keptJobs } from '../../../local/kept-jobs.ts'

/** Records per request (screens: bulk view). */
export const CHUNK = 10
/** Most records of one bulk answer. */
export const BULK_MAX = 1000

/** One answer for many records, or answers for each. */
export type AnswerChange = { status: ResponseStatus; overwrites?: boolean } & (
  | { values: AnswersByName }
  | { valuesOf: Readonly<Record<string, AnswersByName>> }
)

/** A response as it was saved; undo leaves it alone if it has changed since. */
export interface SavedResponse {
  id: string
  updatedAt: string
}

/**
 * A change of many records: answer them, or undo their answers. A record that was answered elsewhere in the meantime
 * is not changed, unless the change overwrites.
 */
export type BulkChange =
  | AnswerChange
  | { status: 'pending'; from: ResponseStatus; responses: Readonly<Record<string, SavedResponse>> }

/** A bulk change in progress. It is kept on the device until it is applied to every record. */
export interface BulkJob {
  /** Also the root of the idempotency keys of its chunks. */
  id: string
  change: BulkChange
  /** The records in chunks, fixed when the job is created, so that a retried chunk is the same request. */
  chunks: readonly (readonly string[])[]
  /** Number of chunks that the server has acknowledged. */
  sent: number
}

/** A job for these records, without duplicates. */
export function makeJob(id: string, change: BulkChange, recordIds: Iterable<string>): BulkJob {
  const ids = [...new Set(recordIds)]
  const chunks: string[][] = []
  for (let at = 0; at < ids.length; at += CHUNK) chunks.push(ids.slice(at, at + CHUNK))
  return { id, change, chunks, sent: 0 }
}

/** The idempotency key of a chunk. */
export function chunkKey({ id }: BulkJob, index: number): string {
  return `${id}.${index}`
}

/** Records that are not sent yet. */
export function unsentIds({ chunks, sent }: BulkJob): string[] {
  return chunks.slice(sent).flat()
}

/** Number of records of the job. */
export function jobSize({ chunks }: BulkJob): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0)
}

/** The status before and after, for updating counts. When overwriting, the earlier status is unknown: both are equal, so that no count changes. */
export function movesOf({ change }: BulkJob): { from: RecordStatus; to: RecordStatus } {
  if (change.status === 'pending') return { from: change.from, to: 'pending' }
  return { from: change.overwrites ? change.status : 'pending', to: change.status }
}

/** The store of a user's unfinished bulk changes in a dataset. */
export function keptBulkJobs(userId: string, datasetId: string): KeptJobs<BulkJob> {
  return keptJobs({ kind: 'bulk', userId, datasetId }, readJob)
}

/** Parse a stored job; undefined when it is invalid or done. */
export function readJob(stored: unknown): BulkJob | undefined {
  return isJob(stored) && unsentIds(stored).length > 0 ? stored : undefined
}

function isJob(value: unknown): value is BulkJob {
  if (!isObject(value)) return false
  const { id, change, sent, chunks } = value
  return (
    typeof id === 'string' &&
    isChange(change) &&
    typeof sent === 'number' &&
    Array.isArray(chunks) &&
    chunks.every((chunk) => Array.isArray(chunk) && chunk.every((one) => typeof one === 'string'))
  )
}

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false
  const { status } = value
  if (status === 'pending') return isStatus(value.from) && isObject(value.responses)
  return isStatus(status) && (isObject(value.values) || isObject(value.valuesOf))
}

function isStatus(value: unknown): boolean {
  return value === 'draft' || value === 'submitted' || value === 'discarded'
}
