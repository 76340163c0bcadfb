import { isObject } from '@postil/domain/is-object'
import { keptJobs } from '../../../local/kept-jobs.ts'
import { readItem, writeItem } from '../../../ui/browser/stored.ts'

/** Heartbeat interval of a running import; one that is silent for much longer counts as dead. */
const BEAT_MS = 2000
const SILENT_MS = 15_000

/** A dataset being created by an import. Recorded until it is complete, so that it can be cleaned up after a crash. */
export interface Unfinished {
  datasetId: string
  name: string
  /** For a classic dataset: the name of its workspace. */
  workspace?: string
}

interface KeptUnfinished extends Unfinished {
  beatMs: number
}

/** The partial dataset of a user's earlier import, if any, unless that import is still running in another tab. */
export async function findUnfinished(userId: string, nowMs = Date.now()): Promise<Unfinished | undefined> {
  await moveOld(userId)
  const found = (await keptOf(userId).list()).find(({ beatMs }) => nowMs - beatMs >= SILENT_MS)
  if (!found) return undefined
  const { beatMs: _, ...unfinished } = found
  return unfinished
}

/** Record a running import and its heartbeat. @returns a function that stops the heartbeat */
export function keepUnfinished(userId: string, unfinished: Unfinished): () => void {
  const kept = keptOf(userId)
  const beat = () => void kept.keep(unfinished.datasetId, { ...unfinished, beatMs: Date.now() })
  beat()
  const timer = setInterval(beat, BEAT_MS)
  return () => clearInterval(timer)
}

/** Remove the record: the dataset is complete or deleted. */
export function forgetUnfinished(userId: string, { datasetId }: Unfinished): Promise<void> {
  return keptOf(userId).forget(datasetId)
}

/** The store of all datasets being created by a user's imports. */
function keptOf(userId: string) {
  return keptJobs({ kind: 'creation', userId, datasetId: 'new' }, (stored) => (isKept(stored) ? stored : undefined))
}

function isKept(stored: unknown): stored is KeptUnfinished {
  if (!isObject(stored)) return false
  const { datasetId, name, workspace, beatMs } = { ...NOTHING, ...stored }
  const isPlace = workspace === undefined || typeof workspace === 'string'
  return typeof datasetId === 'string' && typeof name === 'string' && isPlace && typeof beatMs === 'number'
}

/** Earlier versions of the app kept one record for all users in localStorage. It is removed there once it is stored here. */
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
    // Not a value we wrote: nothing to clean up.
    return undefined
  }
}

const OLD_KEY = 'postil.import.unfinished'

const NOTHING = { datasetId: undefined, name: undefined, workspace: undefined, beatMs: undefined }
