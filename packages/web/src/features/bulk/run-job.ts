import { ApiError, NetworkError } from '@postil/sdk/errors'
import { causeOf } from '../../api/errors.ts'
import { type BulkChange, type BulkJob, chunkKey, unsentIds } from './bulk-job.ts'
import type { Outcome } from './send-chunk.ts'

const FIRST_RETRY_MS = 1000
const MAX_RETRY_MS = 30_000

/** What running a job needs from the world. */
export interface JobTools {
  send: (change: BulkChange, recordIds: readonly string[], idempotencyKey: string) => Promise<Outcome[]>
  /** Waits until it is time to try again, or the job is to stop. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** Told after every chunk, and before the first try again. */
  onProgress: (job: BulkJob, progress: { outcomes: readonly Outcome[]; isWaiting: boolean }) => void
  /** The user wants to stop: what is on its way is still waited for. */
  signal: AbortSignal
}

/** How a job ended. */
export interface JobResult {
  outcomes: readonly Outcome[]
  /** Records nothing was sent for: the user stopped, or their session ended. */
  unsent: readonly string[]
}

/**
 * Send a job chunk by chunk. Without an answer the same chunk is tried again, for as long as it takes: its key makes it take
 * effect once. A chunk that is refused as a whole counts as refused for each of its records.
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

// No answer, a server in trouble, or one that asks for patience.
function isPassing(cause: unknown): boolean {
  if (cause instanceof NetworkError) return true
  return cause instanceof ApiError && (cause.status >= 500 || cause.status === 429 || cause.status === 408)
}

/** Wait, unless the connection comes back or the user stops before. */
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
