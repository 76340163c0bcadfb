import type { ExportJob, ExportProgress, ExportResult } from '@postil/importing/export/export-records'
import type { Failure } from '../../importing/engine/messages.ts'

/** What the page tells the worker. `written`: the piece is on the disk, the next may come. */
export type ExportRequest =
  | { kind: 'export'; job: ExportJob; headers: Record<string, string> }
  | { kind: 'written' }
  | { kind: 'cancel' }

/** What the worker tells the page. */
export type ExportReply =
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'progress'; progress: ExportProgress }
  | { kind: 'exported'; result: ExportResult }
  | { kind: 'failed'; failure: Failure }
