import type { ExportOptions } from '@postil/importing/export/export-records'
import { createContext, useContext } from 'react'
import { endSession, sessionHeaders } from '../../../api/account/session-link.ts'
import { endOfWorker, fromFailure } from '../../importing/engine/failure.ts'
import type { AnyExportJob, AnyExportResult, ExportReply, ExportRequest } from './messages.ts'

/** Runs exports: in a worker in the app, in place in tests. */
export type Exporter = (job: AnyExportJob, options: Omit<ExportOptions, 'client'>) => Promise<AnyExportResult>

/** Lets a test use an exporter of its own. */
export const ExporterContext = createContext<Exporter>(exportInWorker)

/** The exporter in use. */
export function useExporter(): Exporter {
  return useContext(ExporterContext)
}

/** Export in a worker, so that the page is never blocked. */
function exportInWorker(job: AnyExportJob, { write, signal, onProgress }: Omit<ExportOptions, 'client'>) {
  return new Promise<AnyExportResult>((resolve, reject) => {
    const worker = new Worker(new URL('./export.worker.ts', import.meta.url), { type: 'module' })
    const send = (request: ExportRequest) => worker.postMessage(request)
    const handleAbort = () => fail(new DOMException('The export was cancelled.', 'AbortError'))
    const end = () => {
      signal?.removeEventListener('abort', handleAbort)
      worker.terminate()
    }
    const fail = (error: unknown) => {
      end()
      reject(error)
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ExportReply>) => {
      switch (data.kind) {
        case 'piece':
          void write(data.bytes).then(() => send({ kind: 'written' }), fail)
          return
        case 'progress':
          onProgress?.(data.progress)
          return
        case 'exported':
          end()
          resolve(data.result)
          return
        case 'failed':
          if (data.failure.status === 401) endSession(data.failure.body)
          fail(fromFailure(data.failure))
      }
    })
    worker.addEventListener('error', (event) => fail(endOfWorker(event)))
    signal?.addEventListener('abort', handleAbort)
    if (signal?.aborted) handleAbort()
    else send({ kind: 'export', job, headers: sessionHeaders() })
  })
}
