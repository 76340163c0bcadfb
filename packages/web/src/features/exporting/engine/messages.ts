import type { ClassicExportJob } from '@postil/importing/classic/export-classic'
import type { ExportJob, ExportProgress, ExportResult } from '@postil/importing/export/export-records'
import type { Failure } from '../../importing/engine/messages.ts'

/** An export of a dataset of either family. */
export type AnyExportJob = ExportJob | ClassicExportJob
/** `lostEntities`: so many had no place in a format of tags. */
export type AnyExportResult = ExportResult & { lostEntities?: number }

/** What the page tells the worker. `written`: the piece is on the disk, the next may come. */
export type ExportRequest =
  | { kind: 'export'; job: AnyExportJob; headers: Record<string, string> }
  | { kind: 'written' }
  | { kind: 'cancel' }

/** What the worker tells the page. */
export type ExportReply =
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'progress'; progress: ExportProgress }
  | { kind: 'exported'; result: AnyExportResult }
  | { kind: 'failed'; failure: Failure }
