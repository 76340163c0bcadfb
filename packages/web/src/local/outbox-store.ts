import type { Answers } from '@postil/domain/answers/asked-question'
import type { OutboxEntry, ResponseVersion } from '@postil/domain/outbox/entry'

/** A user's edit of a record that is neither submitted nor saved yet. */
export interface KeptEdit {
  userId: string
  datasetId: string
  recordId: string
  answers: Answers
  /** For a classic record: the edited annotation, in the shape of its task. */
  annotation?: unknown
  /** The response being edited, as the user saw it; null when there was none. Absent in data of earlier versions of the app. */
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

/** An unfinished job, which a later visit can resume. */
export interface KeptJob extends JobPlace {
  id: string
  /** In the format of its feature. Parse it with care: an earlier version of the app may have written it. */
  job: unknown
}

/** Where answers, edits and jobs stay on this device. */
export interface OutboxStore {
  loadEntries: (userId: string) => Promise<OutboxEntry[]>
  /** Store answers, and remove those they replace and the edits they were made from, in one transaction. */
  addEntries: (entries: readonly OutboxEntry[], replacedIds: readonly string[]) => Promise<void>
  putEntries: (entries: readonly OutboxEntry[]) => Promise<void>
  /** Remove sent answers, and update what the other answers to their records are based on, in one transaction. */
  removeEntries: (ids: readonly string[], changed: readonly OutboxEntry[]) => Promise<void>
  loadEdits: (userId: string, datasetId: string) => Promise<KeptEdit[]>
  putEdit: (edit: KeptEdit) => Promise<void>
  removeEdit: (edit: Pick<KeptEdit, 'userId' | 'datasetId' | 'recordId'>) => Promise<void>
  loadJobs: (place: JobPlace) => Promise<KeptJob[]>
  putJob: (job: KeptJob) => Promise<void>
  removeJob: (job: Omit<KeptJob, 'job'>) => Promise<void>
}

/** A store for browsers that refuse IndexedDB (some private windows): it lasts as long as the page. */
export function memoryStore(): OutboxStore {
  const entries = new Map<string, OutboxEntry>()
  const edits = new Map<string, KeptEdit>()
  const jobs = new Map<string, KeptJob>()
  const jobKey = ({ kind, userId, datasetId, id }: Omit<KeptJob, 'job'>) => [kind, userId, datasetId, id].join('/')
  const editKey = ({ userId, datasetId, recordId }: Pick<KeptEdit, 'userId' | 'datasetId' | 'recordId'>) =>
    [userId, datasetId, recordId].join('/')
  return {
    loadEntries: async (userId) => [...entries.values()].filter((entry) => entry.userId === userId),
    addEntries: async (added, replacedIds) => {
      for (const id of replacedIds) entries.delete(id)
      for (const entry of added) {
        entries.set(entry.id, entry)
        edits.delete(editKey(entry))
      }
    },
    putEntries: async (changed) => {
      for (const entry of changed) entries.set(entry.id, entry)
    },
    removeEntries: async (ids, changed) => {
      for (const id of ids) entries.delete(id)
      for (const entry of changed) entries.set(entry.id, entry)
    },
    loadEdits: async (userId, datasetId) =>
      [...edits.values()].filter((edit) => edit.userId === userId && edit.datasetId === datasetId),
    putEdit: async (edit) => {
      edits.set(editKey(edit), edit)
    },
    removeEdit: async (edit) => {
      edits.delete(editKey(edit))
    },
    loadJobs: async ({ kind, userId, datasetId }) =>
      [...jobs.values()].filter((one) => one.kind === kind && one.userId === userId && one.datasetId === datasetId),
    putJob: async (job) => {
      jobs.set(jobKey(job), structuredClone(job))
    },
    removeJob: async (job) => {
      jobs.delete(jobKey(job))
    },
  }
}
