import type { AnswersByName } from '@postil/contract/feedback/answer-value'
import type { ResponseStatus } from '@postil/contract/feedback/responses'

/** Records sent at once (screens: bulk view). */
export const CHUNK = 10
/** Most records of one bulk answer. */
export const BULK_MAX = 1000

/** One answer for many records, on its way. It is kept on the device until every record has it. */
export interface BulkJob {
  /** Also the root of the idempotency keys of its chunks. */
  id: string
  status: ResponseStatus
  values: AnswersByName
  /** Records in chunks, as they are sent: a chunk sent again is the same request. */
  chunks: readonly (readonly string[])[]
  /** Chunks that the server has. */
  sent: number
}

/** A job for these records, each once. */
export function makeJob(
  id: string,
  { status, values, recordIds }: { status: ResponseStatus; values: AnswersByName; recordIds: Iterable<string> },
): BulkJob {
  const ids = [...new Set(recordIds)]
  const chunks: string[][] = []
  for (let at = 0; at < ids.length; at += CHUNK) chunks.push(ids.slice(at, at + CHUNK))
  return { id, status, values, chunks, sent: 0 }
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

/** Read a job that was kept as text; undefined when it is none. */
export function parseJob(text: string | null): BulkJob | undefined {
  try {
    const job: unknown = JSON.parse(text ?? 'null')
    return isJob(job) && unsentIds(job).length > 0 ? job : undefined
  } catch {
    // Cut off or written by hand: there is nothing to go on with.
    return undefined
  }
}

function isJob(value: unknown): value is BulkJob {
  if (typeof value !== 'object' || value === null) return false
  const job: Partial<Record<keyof BulkJob, unknown>> = value
  return (
    typeof job.id === 'string' &&
    (job.status === 'draft' || job.status === 'submitted' || job.status === 'discarded') &&
    typeof job.values === 'object' &&
    job.values !== null &&
    typeof job.sent === 'number' &&
    Array.isArray(job.chunks) &&
    job.chunks.every((chunk) => Array.isArray(chunk) && chunk.every((id) => typeof id === 'string'))
  )
}
