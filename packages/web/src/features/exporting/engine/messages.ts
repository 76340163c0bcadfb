import type { ClassicExportJob } from '@postil/importing/classic/export-classic'
import type { ExportJob, ExportProgress, ExportResult } from '@postil/importing/export/export-records'
import type { Failure } from '../../importing/engine/messages.ts'

/** An export of a dataset of either family. */
export type AnyExportJob = ExportJob | ClassicExportJob
/** `lostEntities`: how many could not be expressed as tags. */
export type AnyExportResult = ExportResult & { lostEntities?: number }

/** Messages from the page to the worker. `written`: the chunk is on the disk, send the next (back-pressure). */
export type ExportRequest =
  | { kind: 'export'; job: AnyExportJob; headers: Record<string, string> }
  | { kind: 'written' }
  | { kind: 'cancel' }

/** Messages from the worker to the page. */
export type ExportReply =
  | { kind: 'piece'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'progress'; progress: ExportProgress }
  | { kind: 'exported'; result: AnyExportResult }
  | { kind: 'failed'; failure: Failure }
