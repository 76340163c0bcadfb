import type { Answers } from '@postil/domain/answers/asked-question'
import type { OutboxEntry, ResponseVersion } from '@postil/domain/outbox/entry'

/** What a user did to a record and has neither submitted nor saved yet. */
export interface KeptEdit {
  userId: string
  datasetId: string
  recordId: string
  answers: Answers
  /** Of a classic record: its annotation as edited, in the shape of its task. */
  annotation?: unknown
  /** The response that it changes, as the user saw it; null when there was none. Absent in what earlier versions of the app kept. */
  base?: ResponseVersion | null | undefined
  /** ms since 1970 */
  at: number
}

/** Where a job belongs: an answer for many records, an upload into a dataset, or the making of a dataset. */
export interface JobPlace {
  kind: 'bulk' | 'upload' | 'creation'
  userId: string
  datasetId: string
}

/** A job that has not come to its end; another visit can go on with it. */
export interface KeptJob extends JobPlace {
  id: string
  /** As its feature keeps it; to be read with care, an earlier version of the app may have written it. */
  job: unknown
}

/** Where answers, edits and jobs stay on this device. */
export interface OutboxStore {
  loadEntries: (userId: string) => Promise<OutboxEntry[]>
  /** Store an answer; what it replaces and the edit it was made of go in the same moment. */
  addEntry: (entry: OutboxEntry, replacedIds: readonly string[]) => Promise<void>
  putEntries: (entries: readonly OutboxEntry[]) => Promise<void>
  /** Forget a sent answer, and tell the others of its record what they now change. */
  removeEntry: (id: string, changed: readonly OutboxEntry[]) => Promise<void>
  loadEdits: (userId: string, datasetId: string) => Promise<KeptEdit[]>
  putEdit: (edit: KeptEdit) => Promise<void>
  removeEdit: (edit: Pick<KeptEdit, 'userId' | 'datasetId' | 'recordId'>) => Promise<void>
  loadJobs: (place: JobPlace) => Promise<KeptJob[]>
  putJob: (job: KeptJob) => Promise<void>
  removeJob: (job: Omit<KeptJob, 'job'>) => Promise<void>
}
