import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import type { FileScan, ScanOptions } from '@postil/importing/read/scan'
import type { UploadJob, UploadOptions, UploadResult } from '@postil/importing/upload/upload'
import type { Client } from '@postil/sdk/client'
import { createContext, useContext } from 'react'
import { createWorkerEngine } from './worker-engine.ts'

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

/** Lets a test use an engine of its own. */
export const EngineContext = createContext<ImportEngine>(createWorkerEngine())

/** The engine in use. */
export function useEngine(): ImportEngine {
  return useContext(EngineContext)
}
