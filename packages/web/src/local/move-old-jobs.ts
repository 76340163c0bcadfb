import type { KeptJob, OutboxStore } from './outbox-store.ts'

/**
 * Move the jobs that earlier versions of the app kept in localStorage into the store. Each is removed there only after it is on the disk
 * here: a page closed in between moves it again. A job that is already in the store is newer and stays.
 */
export async function moveOldJobs(store: OutboxStore): Promise<void> {
  for (const key of Object.keys(localStorage)) {
    const old = readOldJob(key)
    if (!old) continue
    const known = await store.loadJobs(old)
    if (!known.some(({ id }) => id === old.id)) await store.putJob(old)
    localStorage.removeItem(key)
  }
}

function readOldJob(key: string): KeptJob | undefined {
  const [app, kind, userId, datasetId, id] = key.split('.')
  if (app !== 'postil' || userId === undefined || datasetId === undefined) return undefined
  const job = parse(localStorage.getItem(key))
  if (kind === 'bulk' && id !== undefined) return { kind, userId, datasetId, id, job }
  if (kind === 'import') return { kind: 'upload', userId, datasetId, id: datasetId, job }
  return undefined
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    // Truncated or written by hand: parsing the job fails later.
    return undefined
  }
}
