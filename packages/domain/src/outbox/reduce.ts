import { baseOf, type OutboxEntry, type Refusal, type ResponseVersion } from './entry'

/** The unsent answers of one user, oldest first. */
export interface OutboxState {
  entries: readonly OutboxEntry[]
  /** The login has expired: nothing is sent until the user is back. */
  isPaused: boolean
}

export type OutboxEvent =
  /** All entries stored on this device, by this or another tab or an earlier visit, read at `asOf` (ms since 1970). */
  | { type: 'loaded'; entries: readonly OutboxEntry[]; asOf: number }
  | { type: 'enqueued'; entry: OutboxEntry }
  | { type: 'started'; id: string }
  /** Saved by the server; `version` is the resulting response. */
  | { type: 'delivered'; id: string; version: ResponseVersion | null }
  /** The response to change no longer exists: the entry is sent again as a new one. */
  | { type: 'responseGone'; id: string }
  /** No reply, or a request to retry later: it stays first for its record. */
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

/** The outbox after one event. Pure: storing and sending are the caller's. */
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

/** Tell later answers to the same record which response they change. */
function deliver(state: OutboxState, id: string, version: ResponseVersion | null): OutboxState {
  const delivered = state.entries.find((entry) => entry.id === id)
  if (!delivered) return state
  const entries = state.entries
    .filter((entry) => entry.id !== id)
    .map((entry) => (entry.recordId === delivered.recordId ? { ...entry, ...baseOf(version) } : entry))
  return { ...state, entries }
}

/** An answer that was never sent, or was refused, is superseded by a newer one to the same record. */
export function isSuperseded(old: OutboxEntry, by: OutboxEntry): boolean {
  if (old.recordId !== by.recordId || old.id === by.id) return false
  return old.state === 'refused' || (old.state === 'waiting' && !old.isTried)
}

function withoutSuperseded(entries: readonly OutboxEntry[], by: OutboxEntry): OutboxEntry[] {
  return entries.filter((entry) => !isSuperseded(entry, by) && entry.id !== by.id)
}

/** The status from which a new entry starts: that of the entries it replaces. */
function mergedFrom(state: OutboxState, entry: OutboxEntry): OutboxEntry {
  const replaced = state.entries.find((old) => isSuperseded(old, entry) && old.state === 'waiting')
  return replaced ? { ...entry, from: replaced.from } : entry
}

/**
 * The store knows which entries are left; this page knows which it is sending, and which were enqueued while the store was read. Entries
 * stored by another page may be in flight from there.
 */
function merge(own: readonly OutboxEntry[], stored: readonly OutboxEntry[], asOf: number): OutboxEntry[] {
  const storedIds = new Set(stored.map((entry) => entry.id))
  const ownById = new Map(own.map((entry) => [entry.id, entry]))
  const fresh = own.filter((entry) => !storedIds.has(entry.id) && entry.createdAt >= asOf)
  const joined = stored.map((entry) => {
    const known = ownById.get(entry.id)
    if (!known) return { ...backToWaiting(entry), isTried: true }
    const isTried = known.isTried || entry.isTried
    // Entries resumed here need not wait for the stored back-off; those tried since by another page wait as long as that page says.
    const notBefore = entry.attempts > known.attempts ? entry.notBefore : Math.min(known.notBefore, entry.notBefore)
    return known.state === 'sending'
      ? { ...entry, isTried, notBefore, state: 'sending' as const }
      : { ...backToWaiting(entry), isTried, notBefore }
  })
  return [...joined, ...fresh].sort((one, other) => one.createdAt - other.createdAt)
}
