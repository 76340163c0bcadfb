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
import type { UploadProgress, UploadResult } from '@postil/importing/upload/upload-progress'
import type { GrowingClassic } from './writing/growing-classic.ts'

/** An unfinished upload into an existing dataset: its checkpoint, and how it parses the file. */
export interface KeptUpload {
  checkpoint: Checkpoint
  mode: KnownMode
  reading: FileReading
  plan: Pick<ImportPlan, 'columns' | 'encoding' | 'hasContentIds'>
}

/** The target of the records. */
export type ImportTo =
  | { kind: 'new'; name: string; workspaceId: string; queueOrder?: QueueOrder }
  /** Without `mode`, the content of the file decides it (`knownModeOf`); `kept` is an earlier upload of the same file that can be resumed. */
  | ({ kind: 'classic' } & GrowingClassic)
  | { kind: 'existing'; dataset: GrowingDataset; mode?: KnownMode; kept?: KeptUpload }

/** A scanned file and the plan for it. */
export interface PlannedImport {
  file: File
  scan: FileScan
  /** The manifest of an export, if it was dropped with the file. */
  manifest: ReadManifest | undefined
  plan: ImportPlan
  /** Set if the rows become a classic dataset; `plan` is then the alternative as a feedback dataset. */
  classic?: ClassicPlan
  classicManifest?: ClassicManifest
  to: ImportTo
  /** While the target is an existing dataset: what was decided for a new one, to which the user may return. */
  asNew?: Pick<PlannedImport, 'plan' | 'to'>
  /** A stopped import that is to be resumed. */
  checkpoint?: Checkpoint
}

/** The state of the import page. */
export type ImportState =
  /** `isAgain`: after a file was chosen, so that the focus must come back from a control that is gone. */
  | { step: 'choosing'; isAgain?: boolean; error?: string }
  | { step: 'reading'; file: File; progress: ScanProgress; startedMs: number }
  /** `isEdited`: the plan is more than the guess from the file. */
  | { step: 'planning'; planned: PlannedImport; isEdited?: boolean; error?: string; nameError?: string }
  | {
      step: 'writing'
      planned: PlannedImport
      progress: UploadProgress | undefined
      startedMs: number
      isStopping: boolean
    }
  /** Only an upload into an existing dataset keeps what it wrote. */
  | { step: 'stopped'; planned: PlannedImport; progress: UploadProgress | undefined; error: string | undefined }
  | {
      step: 'done'
      planned: PlannedImport
      result: UploadResult
      /** Path of the dataset's page. */
      path: string
      /** Path of its settings, for a new dataset. */
      settingsPath?: string | undefined
      name: string
      seconds: number
    }

/** Changes of the parsing options by the user. */
export type ReadingChange = Partial<
  Pick<FileReading, 'format' | 'delimiter' | 'hasHeader' | 'unit' | 'encoding' | 'sheet'>
>
