import type { FileReading } from './file-reading.ts'
import type { FileSeal } from './file-seal.ts'
import type { FileScan, ScanProgress } from './scan.ts'
import type { UploadJob, UploadProgress, UploadResult } from './upload.ts'

/** What the page asks the worker, once; after that it may only cancel. */
export type WorkerRequest =
  | { kind: 'scan'; file: File; reading: FileReading | undefined; seal: FileSeal | undefined }
  | { kind: 'upload'; job: UploadJob; headers: Record<string, string> }
  | { kind: 'cancel' }

/** What the worker answers. */
export type WorkerReply =
  | { kind: 'scanning'; progress: ScanProgress }
  | { kind: 'scanned'; scan: FileScan }
  | { kind: 'uploading'; progress: UploadProgress }
  | { kind: 'uploaded'; result: UploadResult }
  | { kind: 'failed'; failure: Failure }

/** An error on its way between threads, which keep no classes. */
export interface Failure {
  name: string
  message: string
  /** HTTP status, when the server refused. */
  status?: number
  body?: unknown
}
