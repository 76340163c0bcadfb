import { baseOf, type OutboxEntry, type Refusal, type ResponseVersion } from './entry'

/** The unsent answers of one user, oldest first. */
export interface OutboxState {
  entries: readonly OutboxEntry[]
  /** The session has expired: nothing is sent until the user signs in again. */
  isPaused: boolean
}

export type OutboxEvent =
  /** All entries stored on this device, by this or another tab or an earlier visit, read at `asOf` (ms since 1970). */
  | { type: 'loaded'; entries: readonly OutboxEntry[]; asOf: number }
  | { type: 'enqueued'; entry: OutboxEntry }
  | { type: 'started'; id: string }
  /** Saved by the server; `version` is the resulting response. */
  | { type: 'delivered'; id: string; version: ResponseVersion | null }
  /** The response no longer exists on the server: the entry is sent again to create a new one. */
  | { type: 'responseGone'; id: string }
  /** No reply, or a request to retry later: the entry stays the first of its record. */
  | { type: 'failed'; id: string; now: number }
  | { type: 'refused'; id: string; refusal: Refusal }
  /** The user has seen the refusal and discards the answer. */
  | { type: 'dismissed'; id: string }
  | { type: 'paused' }
  /** Signed in again, back online, or requested: every waiting entry may be sent now. */
  | { type: 'resumed' }

export const emptyOutbox: OutboxState = { entries: [], isPaused: false }

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000

/** Back-off after failed attempts: 1 s, doubling, at most 30 s. */
export function retryMs(attempts: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.max(0, attempts - 1))
}

/** The outbox after one event. A pure function: the caller stores and sends. */
export function reduceOutbox(state: OutboxState, event: OutboxEvent): OutboxState {
  switch (event.type) {
    case 'loaded':
      return { ...state, entries: merge(state.entries, event.entries, event.asOf) }
    case 'enqueued':
      return { ...state, entries: [...withoutSuperseded(state.entries, event.entry), mergedFrom(state, event.entry)] }
    case 'started':
      return change(state, event.id, (entry) => ({ ...entry, state: 'sending', isTried: true }))
    case 'delivered':
      return deliver(state, event.id, event.version)
    case 'responseGone':
      return change(state, event.id, (entry) => ({ ...entry, ...baseOf(null), state: 'waiting' }))
    case 'failed':
      return change(state, event.id, (entry) => {
        const attempts = entry.attempts + 1
        return { ...entry, state: 'waiting', attempts, notBefore: event.now + retryMs(attempts) }
      })
    case 'refused':
      return change(state, event.id, (entry) => ({ ...entry, state: 'refused', refusal: event.refusal }))
    case 'dismissed':
      return { ...state, entries: state.entries.filter((entry) => entry.id !== event.id) }
    case 'paused':
      return { isPaused: true, entries: state.entries.map(backToWaiting) }
    case 'resumed':
      return { isPaused: false, entries: state.entries.map((entry) => ({ ...entry, notBefore: 0 })) }
  }
}

function change(state: OutboxState, id: string, update: (entry: OutboxEntry) => OutboxEntry): OutboxState {
  return { ...state, entries: state.entries.map((entry) => (entry.id === id ? update(entry) : entry)) }
}

function backToWaiting(entry: OutboxEntry): OutboxEntry {
  return entry.state === 'sending' ? { ...entry, state: 'waiting' } : entry
}

/** Remove a delivered entry, and update the base version of later entries for the same record. */
function deliver(state: OutboxState, id: string, version: ResponseVersion | null): OutboxState {
  const delivered = state.entries.find((entry) => entry.id === id)
  if (!delivered) return state
  const entries = state.entries
    .filter((entry) => entry.id !== id)
    .map((entry) => (entry.recordId === delivered.recordId ? { ...entry, ...baseOf(version) } : entry))
  return { ...state, entries }
}

/** Whether a newer entry for the same record replaces an older one: only if the older one was never sent, or was refused. */
export function isSuperseded(old: OutboxEntry, by: OutboxEntry): boolean {
  if (old.recordId !== by.recordId || old.id === by.id) return false
  return old.state === 'refused' || (old.state === 'waiting' && !old.isTried)
}

function withoutSuperseded(entries: readonly OutboxEntry[], by: OutboxEntry): OutboxEntry[] {
  return entries.filter((entry) => !isSuperseded(entry, by) && entry.id !== by.id)
}

/** A new entry, with the initial status of the entry that it replaces, if any. */
function mergedFrom(state: OutboxState, entry: OutboxEntry): OutboxEntry {
  const replaced = state.entries.find((old) => isSuperseded(old, entry) && old.state === 'waiting')
  return replaced ? { ...entry, from: replaced.from } : entry
}

/**
 * Merge the entries of this page with the stored ones. The store decides which entries exist, except those enqueued while it was being
 * read. This page's state decides which entries are being sent. Entries of another page count as tried, because that page may be sending
 * them.
 */
function merge(own: readonly OutboxEntry[], stored: readonly OutboxEntry[], asOf: number): OutboxEntry[] {
  const storedIds = new Set(stored.map((entry) => entry.id))
  const ownById = new Map(own.map((entry) => [entry.id, entry]))
  const fresh = own.filter((entry) => !storedIds.has(entry.id) && entry.createdAt >= asOf)
  const joined = stored.map((entry) => {
    const known = ownById.get(entry.id)
    if (!known) return { ...backToWaiting(entry), isTried: true }
    const isTried = known.isTried || entry.isTried
    // After `resumed` the stored back-off no longer applies, unless another page has failed with the entry since then.
    const notBefore = entry.attempts > known.attempts ? entry.notBefore : Math.min(known.notBefore, entry.notBefore)
    return known.state === 'sending'
      ? { ...entry, isTried, notBefore, state: 'sending' as const }
      : { ...backToWaiting(entry), isTried, notBefore }
  })
  return [...joined, ...fresh].sort((one, other) => one.createdAt - other.createdAt)
}
