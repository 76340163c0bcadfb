import { readItem, writeItem } from '../../../ui/stored.ts'
import { type BulkJob, parseJob } from './bulk-job.ts'

/** The bulk answer of a user in a dataset that has not reached its end, kept on this device. */
export interface KeptJob {
  find: () => BulkJob | undefined
  keep: (job: BulkJob) => void
  forget: () => void
}

/** Where that is kept. */
export function keptJob(userId: string, datasetId: string): KeptJob {
  const key = `postil.bulk.${userId}.${datasetId}`
  return {
    find: () => parseJob(readItem(key)),
    keep: (job) => writeItem(key, JSON.stringify(job)),
    forget: () => writeItem(key, undefined),
  }
}
