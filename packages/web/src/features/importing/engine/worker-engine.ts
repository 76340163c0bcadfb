import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import type { FileScan, ScanOptions } from '@postil/importing/read/scan'
import type { UploadJob, UploadOptions } from '@postil/importing/upload/upload'
import type { UploadResult } from '@postil/importing/upload/upload-progress'
import type { Client } from '@postil/sdk/client'
import { endSession, sessionHeaders } from '../../../api/account/session-link.ts'
import { endOfWorker, fromFailure } from './failure.ts'
import type { WorkerReply, WorkerRequest } from './messages.ts'

/** Reads files and writes records: in a worker in the app, so that the page is never blocked; in place in tests. */
export interface ImportEngine {
  scan: (file: File, options?: ScanOptions) => Promise<FileScan>
  /** Count the records that a plan makes of a whole file. */
  count: (file: File, reading: FileReading, plan: ImportPlan, signal: AbortSignal) => Promise<RecordCount>
  upload: (
    job: UploadJob,
    options?: Omit<UploadOptions, 'client' | 'sleep'> & { client?: Client },
  ) => Promise<UploadResult>
}

/** An engine that runs each call in a worker of its own. */
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

/** Run a request in a worker. @param read - handles each message; a result ends the work */
function work<Result>(
  request: WorkerRequest,
  signal: AbortSignal | undefined,
  read: (reply: WorkerReply) => Result | undefined,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' })
    // The worker stops by itself, so that the current batch has ended before anything is cleaned up.
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
        if (data.failure.status === 401) endSession(data.failure.body)
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
