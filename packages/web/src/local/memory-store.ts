import type { OutboxEntry } from '@postil/domain/outbox/entry'
import type { KeptEdit, KeptJob, OutboxStore } from './outbox-store.ts'

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
    addEntry: async (entry, replacedIds) => {
      for (const id of replacedIds) entries.delete(id)
      entries.set(entry.id, entry)
      edits.delete(editKey(entry))
    },
    putEntries: async (changed) => {
      for (const entry of changed) entries.set(entry.id, entry)
    },
    removeEntry: async (id, changed) => {
      entries.delete(id)
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
