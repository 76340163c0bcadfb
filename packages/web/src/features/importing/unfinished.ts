import { keptJobs } from '../../local/kept-jobs.ts'
import { readItem, writeItem } from '../../ui/stored.ts'

/** A living import says so this often; one that was silent for much longer has died. */
const BEAT_MS = 2000
const SILENT_MS = 15_000

/** A dataset that an import was making. Kept until it is whole: a browser that dies in the middle leaves a trace to clean up by. */
export interface Unfinished {
  datasetId: string
  name: string
  /** Of a classic dataset: the name of its workspace. */
  workspace?: string
}

interface KeptUnfinished extends Unfinished {
  beatMs: number
}

/** A dataset that an earlier import of a user did not finish, if any; one that goes on in another tab does not count. */
export async function findUnfinished(userId: string, nowMs = Date.now()): Promise<Unfinished | undefined> {
  await moveOld(userId)
  const found = (await keptOf(userId).list()).find(({ beatMs }) => nowMs - beatMs >= SILENT_MS)
  if (!found) return undefined
  const { beatMs: _, ...unfinished } = found
  return unfinished
}

/** Remember that an import lives, until the function that comes back is called. */
export function keepUnfinished(userId: string, unfinished: Unfinished): () => void {
  const kept = keptOf(userId)
  const beat = () => void kept.keep(unfinished.datasetId, { ...unfinished, beatMs: Date.now() })
  beat()
  const timer = setInterval(beat, BEAT_MS)
  return () => clearInterval(timer)
}

/** Forget it: it is whole, or gone. */
export function forgetUnfinished(userId: string, { datasetId }: Unfinished): Promise<void> {
  return keptOf(userId).forget(datasetId)
}

/** All datasets that a user's imports are making are in one place: none of them is a dataset to go to yet. */
function keptOf(userId: string) {
  return keptJobs({ kind: 'creation', userId, datasetId: 'new' }, (stored) => (isKept(stored) ? stored : undefined))
}

function isKept(stored: unknown): stored is KeptUnfinished {
  if (typeof stored !== 'object' || stored === null) return false
  const { datasetId, name, workspace, beatMs } = { ...NOTHING, ...stored }
  const isPlace = workspace === undefined || typeof workspace === 'string'
  return typeof datasetId === 'string' && typeof name === 'string' && isPlace && typeof beatMs === 'number'
}

/** Earlier versions of the app kept one for all users, in localStorage. It leaves that place once it is stored in the other. */
async function moveOld(userId: string): Promise<void> {
  const text = readItem(OLD_KEY)
  if (text === null) return
  const old = parse(text)
  if (isKept(old)) await keptOf(userId).keep(old.datasetId, old)
  writeItem(OLD_KEY, undefined)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Somebody wrote something else there: nothing to clean up by.
    return undefined
  }
}

const OLD_KEY = 'postil.import.unfinished'

const NOTHING = { datasetId: undefined, name: undefined, workspace: undefined, beatMs: undefined }
