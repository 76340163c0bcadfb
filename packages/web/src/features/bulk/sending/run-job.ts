import { ApiError, NetworkError } from '@postil/sdk/errors'
import { causeOf } from '../../../api/errors.ts'
import { type BulkChange, type BulkJob, chunkKey, unsentIds } from './bulk-job.ts'
import type { Outcome } from './send-chunk.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** Dependencies of a running job. */
export interface JobTools {
  send: (change: BulkChange, recordIds: readonly string[], idempotencyKey: string) => Promise<Outcome[]>
  /** Wait until the next retry, or until the job is stopped. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Called after every chunk, and before the first retry. */
  onProgress: (job: BulkJob, progress: { outcomes: readonly Outcome[]; isWaiting: boolean }) => void
  /** Aborted when the user stops the job; the current request is still awaited. */
  signal: AbortSignal
}

/** The result of a job. */
export interface JobResult {
  outcomes: readonly Outcome[]
  /** Records that were not sent: the user stopped, or the session ended. */
  unsent: readonly string[]
}

/**
 * Send a job chunk by chunk. Without a reply the same chunk is retried for as long as needed; its idempotency key makes it
 * take effect once. A chunk that is refused as a whole counts as refused for each of its records.
 */
export async function runJob(job: BulkJob, tools: JobTools): Promise<JobResult> {
  const outcomes: Outcome[] = []
  let now = job
  let attempts = 0
  while (now.sent < now.chunks.length && !tools.signal.aborted) {
    const ids = now.chunks[now.sent] ?? []
    try {
      outcomes.push(...(await tools.send(job.change, ids, chunkKey(job, now.sent))))
      attempts = 0
    } catch (error) {
      const cause = causeOf(error)
      if (cause instanceof ApiError && cause.status === 401) break
      if (isPassing(cause)) {
        tools.onProgress(now, { outcomes, isWaiting: true })
        await tools.wait(Math.min(FIRST_RETRY_MS * 2 ** attempts, MAX_RETRY_MS), tools.signal)
        attempts += 1
        continue
      }
      const reason = cause instanceof ApiError ? cause.messages.join('; ') : String(cause)
      outcomes.push(...ids.map((recordId) => ({ recordId, reason })))
    }
    now = { ...now, sent: now.sent + 1 }
    tools.onProgress(now, { outcomes, isWaiting: false })
  }
  return { outcomes, unsent: unsentIds(now) }
}

// No reply, a server error (5xx), or a request to retry later.
function isPassing(cause: unknown): boolean {
  if (cause instanceof NetworkError) return true
  return cause instanceof ApiError && (cause.status >= 500 || cause.status === 429 || cause.status === 408)
}

/** Wait until the time is over, the connection is back, or the user stops. */
export function waitToRetry(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    window.addEventListener('online', done)
    signal.addEventListener('abort', done)
  })
}
