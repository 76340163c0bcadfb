import { deviceStore } from './open-outbox.ts'
import type { JobPlace, OutboxStore } from './outbox-store.ts'

/** The unfinished jobs of one place, kept on this device. */
export interface KeptJobs<Job> {
  list: () => Promise<Job[]>
  /** Resolves when the job is on the disk, or when that is impossible: it then lasts as long as the page. */
  keep: (id: string, job: Job) => Promise<void>
  forget: (id: string) => Promise<void>
}

/** @param read - parses a stored job; undefined when it cannot be resumed */
export function keptJobs<Job>(place: JobPlace, read: (stored: unknown) => Job | undefined): KeptJobs<Job> {
  const change = async (write: (store: OutboxStore) => Promise<void>) => {
    const store = await deviceStore()
    await write(store).catch(() => undefined)
    tabs()?.postMessage(place.datasetId)
  }
  const forget = (id: string) => change((store) => store.removeJob({ ...place, id }))
  return {
    list: async () => {
      const store = await deviceStore()
      const jobs: Job[] = []
      for (const { id, job: stored } of await store.loadJobs(place)) {
        const job = read(stored)
        if (job) jobs.push(job)
        else await forget(id)
      }
      return jobs
    },
    keep: (id, job) => change((store) => store.putJob({ ...place, id, job })),
    forget,
  }
}

/** Be notified when another tab stores or removes a job of a dataset. */
export function watchJobs(datasetId: string, onChange: () => void): () => void {
  const handle = ({ data }: MessageEvent) => data === datasetId && onChange()
  tabs()?.addEventListener('message', handle)
  return () => tabs()?.removeEventListener('message', handle)
}

let channel: BroadcastChannel | undefined

function tabs(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('postil.jobs')
  return channel
}
