import { baseOf, type OutboxEntry, type Refusal, type ResponseVersion } from './entry'

/** The answers of one user that the server has not taken yet, oldest first. */
export interface OutboxState {
  entries: readonly OutboxEntry[]
  /** The login has expired: nothing is sent until the user is back. */
  isPaused: boolean
}

export type OutboxEvent =
  /** All that is stored on this device, by this tab, another one or an earlier visit, as read from `asOf` (ms since 1970) on. */
  | { type: 'loaded'; entries: readonly OutboxEntry[]; asOf: number }
  | { type: 'enqueued'; entry: OutboxEntry }
  | { type: 'started'; id: string }
  /** The server has it; `version` is what it now keeps for the record. */
  | { type: 'delivered'; id: string; version: ResponseVersion | null }
  /** The response that was to be changed is gone: the entry goes again as a first one. */
  | { type: 'responseGone'; id: string }
  /** No answer, or one that says "later": it stays first of its record. */
  | { type: 'failed'; id: string; now: number }
  | { type: 'refused'; id: string; refusal: Refusal }
  /** The user has seen the refusal and does not want the answer any more. */
  | { type: 'dismissed'; id: string }
  | { type: 'paused' }
  /** Signed in again, back online, or asked for: every waiting entry may go now. */
  | { type: 'resumed' }

export const emptyOutbox: OutboxState = { entries: [], isPaused: false }

const FIRST_RETRY_MS = 1000
const LAST_RETRY_MS = 30_000

/** How long to wait after so many failed attempts: 1 s, doubling, at most 30 s. */
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

/** Later answers to the same record learn which response they change. */
function deliver(state: OutboxState, id: string, version: ResponseVersion | null): OutboxState {
  const delivered = state.entries.find((entry) => entry.id === id)
  if (!delivered) return state
  const entries = state.entries
    .filter((entry) => entry.id !== id)
    .map((entry) => (entry.recordId === delivered.recordId ? { ...entry, ...baseOf(version) } : entry))
  return { ...state, entries }
}

/** An answer that was never tried, or was refused, says nothing any more once there is a newer one to its record. */
export function isSuperseded(old: OutboxEntry, by: OutboxEntry): boolean {
  if (old.recordId !== by.recordId || old.id === by.id) return false
  return old.state === 'refused' || (old.state === 'waiting' && !old.isTried)
}

function withoutSuperseded(entries: readonly OutboxEntry[], by: OutboxEntry): OutboxEntry[] {
  return entries.filter((entry) => !isSuperseded(entry, by) && entry.id !== by.id)
}

/** What the new entry changes begins where the ones it replaces began. */
function mergedFrom(state: OutboxState, entry: OutboxEntry): OutboxEntry {
  const replaced = state.entries.find((old) => isSuperseded(old, entry) && old.state === 'waiting')
  return replaced ? { ...entry, from: replaced.from } : entry
}

/**
 * The store knows what is left; this page knows what it is sending, and what it enqueued while the store was read. What another page
 * stored may be on its way from there.
 */
function merge(own: readonly OutboxEntry[], stored: readonly OutboxEntry[], asOf: number): OutboxEntry[] {
  const storedIds = new Set(stored.map((entry) => entry.id))
  const ownById = new Map(own.map((entry) => [entry.id, entry]))
  const fresh = own.filter((entry) => !storedIds.has(entry.id) && entry.createdAt >= asOf)
  const joined = stored.map((entry) => {
    const known = ownById.get(entry.id)
    if (!known) return { ...backToWaiting(entry), isTried: true }
    const isTried = known.isTried || entry.isTried
    // Resumed here, it need not wait as long as the store still says; what another page tried since waits as long as that page says.
    const notBefore = entry.attempts > known.attempts ? entry.notBefore : Math.min(known.notBefore, entry.notBefore)
    return known.state === 'sending'
      ? { ...entry, isTried, notBefore, state: 'sending' as const }
      : { ...backToWaiting(entry), isTried, notBefore }
  })
  return [...joined, ...fresh].sort((one, other) => one.createdAt - other.createdAt)
}
