import { endSession, sessionHeaders } from '../../../api/session-link.ts'
import type { ImportEngine } from './engine.ts'
import { endOfWorker, fromFailure } from './failure.ts'
import type { WorkerReply, WorkerRequest } from './messages.ts'

/** An engine whose work is done by a worker of its own for each call. */
export function createWorkerEngine(): ImportEngine {
  return {
    scan: (file, { reading, fingerprint, onProgress, signal } = {}) =>
      work({ kind: 'scan', file, reading, fingerprint }, signal, (reply) => {
        if (reply.kind === 'scanning') onProgress?.(reply.progress)
        return reply.kind === 'scanned' ? reply.scan : undefined
      }),
    count: (file, reading, plan, signal) =>
      work({ kind: 'count', file, reading, plan }, signal, (reply) =>
        reply.kind === 'counted' ? reply.count : undefined,
      ),
    upload: (job, { onProgress, signal } = {}) =>
      work({ kind: 'upload', job, headers: sessionHeaders() }, signal, (reply) => {
        if (reply.kind === 'uploading') onProgress?.(reply.progress)
        return reply.kind === 'uploaded' ? reply.result : undefined
      }),
  }
}

/** Give a worker its work. @param read - takes what it says; its result ends the work */
function work<Result>(
  request: WorkerRequest,
  signal: AbortSignal | undefined,
  read: (reply: WorkerReply) => Result | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })
    // The worker stops by itself, so that a batch on its way is over before anybody cleans up after it.
    const handleAbort = () => worker.postMessage({ kind: 'cancel' } satisfies WorkerRequest)
    const end = () => {
      signal?.removeEventListener('abort', handleAbort)
      worker.terminate()
    }
    const fail = (error: Error) => {
      end()
      reject(error)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
      if (data.kind === 'failed') {
        if (data.failure.status === 401) endSession()
        fail(fromFailure(data.failure))
        return
      }
      const result = read(data)
      if (result === undefined) return
      end()
      resolve(result)
    })
    worker.addEventListener('error', (event) => fail(endOfWorker(event)))
    signal?.addEventListener('abort', handleAbort)
    worker.postMessage(request)
    if (signal?.aborted) handleAbort()
  })
}
