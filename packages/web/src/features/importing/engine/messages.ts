import type { RecordCount } from '@postil/importing/convert/count-records'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import type { FileScan, ScanProgress } from '@postil/importing/read/scan'
import type { FileFingerprint } from '@postil/importing/upload/fingerprint'
import type { UploadJob } from '@postil/importing/upload/upload'
import type { UploadProgress, UploadResult } from '@postil/importing/upload/upload-progress'

/** Messages from the page: one request, after which it may only cancel. */
export type WorkerRequest =
  | { kind: 'scan'; file: File; reading: FileReading | undefined; fingerprint: FileFingerprint | undefined }
  | { kind: 'count'; file: File; reading: FileReading; plan: ImportPlan }
  | { kind: 'upload'; job: UploadJob; headers: Record<string, string> }
  | { kind: 'cancel' }

/** Messages from the worker. */
export type WorkerReply =
  | { kind: 'scanning'; progress: ScanProgress }
  | { kind: 'scanned'; scan: FileScan }
  | { kind: 'counted'; count: RecordCount }
  | { kind: 'uploading'; progress: UploadProgress }
  | { kind: 'uploaded'; result: UploadResult }
  | { kind: 'failed'; failure: Failure }

/** An error as data: messages between threads lose classes. */
export interface Failure {
  name: string
  message: string
  /** HTTP status, if the server refused the request. */
  status?: number
  body?: unknown
}
