import { readItem, writeItem } from '../ui/stored.ts'

/** The bulk changes of a user in a dataset that have not reached their end, kept on this device, each by itself. */
export interface KeptJobs<Job extends { id: string }> {
  /** One of them; those that are going on are not meant. */
  find: (isGoingOn?: (jobId: string) => boolean) => Job | undefined
  keep: (job: Job) => void
  forget: (jobId: string) => void
}

/**
 * Where those are kept.
 *
 * @param parse - reads the text of a job; undefined when there is nothing to go on with
 */
export function keptJobs<Job extends { id: string }>(
  userId: string,
  datasetId: string,
  parse: (text: string | null) => Job | undefined,
): KeptJobs<Job> {
  const prefix = `postil.bulk.${userId}.${datasetId}.`
  return {
    find: (isGoingOn = () => false) => {
      for (const key of keysFrom(prefix)) {
        if (isGoingOn(key.slice(prefix.length))) continue
        const job = parse(readItem(key))
        if (job) return job
        // It is done, or nobody can read it: it would be looked at for ever.
        writeItem(key, undefined)
      }
      return undefined
    },
    keep: (job) => writeItem(prefix + job.id, JSON.stringify(job)),
    forget: (jobId) => writeItem(prefix + jobId, undefined),
  }
}

function keysFrom(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
  } catch {
    // Private windows of some browsers refuse storage: then nothing was kept.
    return []
  }
}
