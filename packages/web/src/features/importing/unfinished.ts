import { readItem, writeItem } from '../../ui/stored.ts'

// Until a new dataset is whole its id is kept here: a browser that dies in the middle leaves a trace to clean up by.
const KEY = 'postil.import.unfinished'

const NOTHING = { datasetId: undefined, name: undefined, workspace: undefined, beatMs: undefined }

/** A living import says so this often; one that was silent for much longer has died. */
const BEAT_MS = 2000
const SILENT_MS = 15_000

/** A dataset that an import was making. */
export interface Unfinished {
  datasetId: string
  name: string
  /** Of a classic dataset: the name of its workspace. */
  workspace?: string
}

/** The dataset that an earlier import did not finish, if any; one that goes on in another tab does not count. */
export function readUnfinished(nowMs = Date.now()): Unfinished | undefined {
  try {
    const stored: unknown = JSON.parse(readItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return undefined
    const { datasetId, name, workspace, beatMs } = { ...NOTHING, ...stored }
    if (typeof datasetId !== 'string' || typeof name !== 'string') return undefined
    const unfinished = { datasetId, name, ...(typeof workspace === 'string' ? { workspace } : {}) }
    return typeof beatMs === 'number' && nowMs - beatMs < SILENT_MS ? undefined : unfinished
  } catch {
    // Somebody wrote something else there: nothing to clean up by.
    return undefined
  }
}

/** Remember that an import lives, until the function that comes back is called. */
export function keepUnfinished(unfinished: Unfinished): () => void {
  const beat = () => writeItem(KEY, JSON.stringify({ ...unfinished, beatMs: Date.now() }))
  beat()
  const timer = setInterval(beat, BEAT_MS)
  return () => clearInterval(timer)
}

/** Forget it: it is whole, or gone. */
export function forgetUnfinished(): void {
  writeItem(KEY, undefined)
}
