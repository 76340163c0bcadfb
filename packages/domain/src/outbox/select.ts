import type { OutboxEntry, RecordStatus } from './entry'
import type { OutboxState } from './reduce'

/**
 * The entry to send now, if any. Answers to one record are sent strictly in order; a record whose answer keeps failing does not block
 * other records.
 */
export function nextToSend(state: OutboxState, now: number): OutboxEntry | undefined {
  if (state.isPaused) return undefined
  const blocked = new Set<string>()
  for (const entry of state.entries) {
    if (entry.state === 'sending') return undefined
    if (entry.state === 'refused') continue
    if (!blocked.has(entry.recordId) && entry.notBefore <= now) return entry
    blocked.add(entry.recordId)
  }
  return undefined
}

/** Maximum number of edits in one request. */
const BATCH_MAX = 500

/**
 * The edits to send in one request together with `first`, in order: all edits of the dataset that may be sent now. After its first attempt
 * an edit is only sent again together with the edits of the same user action, because it may already have taken effect under the
 * idempotency key of that request.
 */
export function editsToSend(state: OutboxState, first: OutboxEntry, now: number): OutboxEntry[] {
  const seen = new Set<string>()
  const batch: OutboxEntry[] = []
  for (const entry of state.entries) {
    const isNext = !seen.has(entry.recordId)
    if (entry.state !== 'refused') seen.add(entry.recordId)
    if (!isNext || entry.state !== 'waiting' || entry.notBefore > now || !entry.edit) continue
    const isSameGesture = entry.edit.gesture === first.edit?.gesture
    const isNewToo = entry.datasetId === first.datasetId && !first.isTried && !entry.isTried
    if (isSameGesture || isNewToo) batch.push(entry)
  }
  return batch.slice(0, BATCH_MAX)
}

/** Time of the next retry, in ms since 1970, or undefined when none is scheduled. */
export function nextAttemptAt(state: OutboxState): number | undefined {
  if (state.isPaused) return undefined
  const times = state.entries.filter(({ state: is }) => is === 'waiting').map(({ notBefore }) => notBefore)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** One state of the "saved" indicator, and the number of answers in this state. */
export interface SavedState {
  kind: 'refused' | 'elsewhere' | 'waiting' | 'saving' | 'saved'
  count: number
}

/**
 * The states for the "saved" indicator, most urgent first. `saved` is only returned alone: the server has every answer. All unsent answers
 * are `waiting` if the user is offline or signed out, or if an attempt to send one of them has failed.
 */
export function savedStates(state: OutboxState, isOnline = true): SavedState[] {
  const refused = state.entries.filter((entry) => entry.state === 'refused')
  const elsewhere = refused.filter(({ refusal }) => refusal?.isAnsweredElsewhere)
  const unsent = unsentEntries(state)
  const isHeld = !isOnline || state.isPaused || unsent.some((entry) => entry.attempts > 0)
  const states: SavedState[] = [
    { kind: 'refused', count: refused.length - elsewhere.length },
    { kind: 'elsewhere', count: elsewhere.length },
    { kind: isHeld ? 'waiting' : 'saving', count: unsent.length },
  ]
  const present = states.filter(({ count }) => count > 0)
  return present.length > 0 ? present : [{ kind: 'saved', count: 0 }]
}

/** Entries that will still be sent. */
export function unsentEntries(state: OutboxState): OutboxEntry[] {
  return state.entries.filter((entry) => entry.state !== 'refused')
}

/** The user's latest answer to a record that is not yet saved on the server. */
export function unsentFor(state: OutboxState, recordId: string): OutboxEntry | undefined {
  return state.entries.findLast((entry) => entry.recordId === recordId && entry.state !== 'refused')
}

/** The entry for a record that the server refused, with the reason. */
export function refusedFor(state: OutboxState, recordId: string): OutboxEntry | undefined {
  return state.entries.findLast((entry) => entry.recordId === recordId && entry.state === 'refused')
}

/** Whether the record of a refused entry is out of the user's reach: it is deleted, assigned to others, or in a dataset without access. */
export function isOutOfReach({ refusal }: OutboxEntry): boolean {
  return refusal?.status === 404 || refusal?.status === 403
}

/** Number of records by status. */
export type StatusCounts = Readonly<Record<RecordStatus, number>>

/** The counts as they will be when all unsent answers are saved; never below 0. */
export function countsAfter(counts: StatusCounts, state: OutboxState, datasetId: string): StatusCounts {
  const after: Record<RecordStatus, number> = { ...counts }
  for (const entry of unsentEntries(state)) {
    if (entry.datasetId === datasetId) moveCount(after, entry.from, entry.change.status)
  }
  return after
}

/** Counts after one record went from one status to another. */
export function countsMoved(counts: StatusCounts, from: RecordStatus, to: RecordStatus): StatusCounts {
  const after: Record<RecordStatus, number> = { ...counts }
  moveCount(after, from, to)
  return after
}

function moveCount(counts: Record<RecordStatus, number>, from: RecordStatus, to: RecordStatus): void {
  if (from === to) return
  counts[from] = Math.max(0, counts[from] - 1)
  counts[to] += 1
}
