import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { type KeptJobs, keptJobs } from '../../local/kept-jobs.ts'

/** Records sent at once (screens: bulk view). */
export const CHUNK = 10
/** Most records of one bulk answer. */
export const BULK_MAX = 1000

/** One answer for many records, or answers for each. */
export type AnswerChange = { status: ResponseStatus; overwrites?: boolean } & (
  | { values: AnswersByName }
  | { valuesOf: Readonly<Record<string, AnswersByName>> }
)

/** A response as it was saved; one that was changed since is not taken back. */
export interface SavedResponse {
  id: string
  updatedAt: string
}

/**
 * What is to become of many records: they are answered, or their answers taken back. A record that was answered elsewhere
 * meanwhile is left alone, unless the change overwrites.
 */
export type BulkChange =
  | AnswerChange
  | { status: 'pending'; from: ResponseStatus; responses: Readonly<Record<string, SavedResponse>> }

/** Such a change on its way. It is kept on the device until every record has it. */
export interface BulkJob {
  /** Also the root of the idempotency keys of its chunks. */
  id: string
  change: BulkChange
  /** Records in chunks, as they are sent: a chunk sent again is the same request. */
  chunks: readonly (readonly string[])[]
  /** Chunks that the server has. */
  sent: number
}

/** A job for these records, each once. */
export function makeJob(id: string, change: BulkChange, recordIds: Iterable<string>): BulkJob {
  const ids = [...new Set(recordIds)]
  const chunks: string[][] = []
  for (let at = 0; at < ids.length; at += CHUNK) chunks.push(ids.slice(at, at + CHUNK))
  return { id, change, chunks, sent: 0 }
}

/** The key under which a chunk takes effect once, however often it is sent. */
export function chunkKey({ id }: BulkJob, index: number): string {
  return `${id}.${index}`
}

/** Records the server does not have yet. */
export function unsentIds({ chunks, sent }: BulkJob): string[] {
  return chunks.slice(sent).flat()
}

/** Records of the whole job. */
export function jobSize({ chunks }: BulkJob): number {
  return chunks.reduce((sum, chunk) => sum + chunk.length, 0)
}

/** From which status to which the records go; what is overwritten stood nobody knows where, so no count moves by it. */
export function movesOf({ change }: BulkJob): { from: RecordStatus; to: RecordStatus } {
  if (change.status === 'pending') return { from: change.from, to: 'pending' }
  return { from: change.overwrites ? change.status : 'pending', to: change.status }
}

/** Where the changes of a user in a dataset are kept until their end. */
export function keptBulkJobs(userId: string, datasetId: string): KeptJobs<BulkJob> {
  return keptJobs({ kind: 'bulk', userId, datasetId }, readJob)
}

/** Understand a job that was kept; undefined when it is none, or done. */
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

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
