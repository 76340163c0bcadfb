import type { QueueOrder } from '@postil/contract/feedback/datasets'
import type { ClassicManifest } from '@postil/importing/classic/manifest'
import type { ClassicPlan } from '@postil/importing/classic/plan'
import type { ReadManifest } from '@postil/importing/export/manifest'
import type { ImportPlan } from '@postil/importing/plan/plan'
import type { FileReading } from '@postil/importing/read/file-reading'
import type { FileScan, ScanProgress } from '@postil/importing/read/scan'
import type { Checkpoint } from '@postil/importing/upload/checkpoint'
import type { GrowingDataset } from '@postil/importing/upload/held-parts'
import type { KnownMode } from '@postil/importing/upload/known-records'
import type { UploadProgress, UploadResult } from '@postil/importing/upload/upload'
import type { GrowingClassic } from './growing-classic.ts'
import type { KeptUpload } from './kept-upload.ts'

/** Where the records go. */
export type ImportTo =
  | { kind: 'new'; name: string; workspaceId: string; queueOrder?: QueueOrder }
  /** Without a mode, what the file brings decides it (`knownModeOf`); `kept` is an earlier upload of the same file that can be finished. */
  | ({ kind: 'classic' } & GrowingClassic)
  | { kind: 'existing'; dataset: GrowingDataset; mode?: KnownMode; kept?: KeptUpload }

/** A file that was read, and what is to become of it. */
export interface PlannedImport {
  file: File
  scan: FileScan
  /** Of an export, when it was dropped with its file. */
  manifest: ReadManifest | undefined
  plan: ImportPlan
  /** The rows become a classic dataset; `plan` is then what they would be in a feedback dataset. */
  classic?: ClassicPlan
  classicManifest?: ClassicManifest
  to: ImportTo
  /** It was stopped, and is to be finished. */
  checkpoint?: Checkpoint
}

/** How far the user and the work are. */
export type ImportState =
  | { step: 'choosing'; error?: string }
  | { step: 'reading'; file: File; progress: ScanProgress; startedMs: number }
  | { step: 'planning'; planned: PlannedImport; error?: string; nameError?: string }
  | {
      step: 'writing'
      planned: PlannedImport
      progress: UploadProgress | undefined
      startedMs: number
      isStopping: boolean
    }
  /** Only an upload into a dataset that was there keeps what it wrote. */
  | { step: 'stopped'; planned: PlannedImport; progress: UploadProgress | undefined; error: string | undefined }
  | {
      step: 'done'
      planned: PlannedImport
      result: UploadResult /** Where the dataset is worked on. */
      path: string
      name: string
      seconds: number
    }

/** The file as the user may want it to be read. */
export type ReadingChange = Partial<
  Pick<FileReading, 'format' | 'delimiter' | 'hasHeader' | 'unit' | 'encoding' | 'sheet'>
>
