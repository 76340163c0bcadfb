import type { Response } from '@postil/contract/feedback/responses'
import type { Json } from '@postil/contract/shapes'
import { can, type Role } from '@postil/domain/permissions'
import { toResponse } from '../../../api/feedback/record.ts'
import type { FormerVectors, History, RecordPart } from '../../../api/feedback/team/history.ts'

export type Change = History['items'][number]

/** What can be restored from the changes of a record. */
export interface Restoring {
  /** The part as a change left it or, if the change removed it and it is still gone, as it was before. */
  partAt: (change: Change) => RecordPart | undefined
  /** The part as it was before its oldest change in the history; undefined for other changes. */
  partBefore: (change: Change) => RecordPart | undefined
  /** Whether it is the oldest change of its part. */
  isFirst: (change: Change) => boolean
}

/** Find out which parts of a record its changes concern, and how these parts are now. */
export function restoringFrom(items: readonly Change[]): Restoring {
  const authors = new Map<string, string>()
  for (const change of items) {
    if (kindOf(change) !== 'response') continue
    const { id, user_id } = stateOf<Response>(change)
    if (id && user_id) authors.set(id, user_id)
  }
  /** Identifies a part within the record. A response that was deleted and created again is the same part. */
  const keyOf = (change: Change): string | undefined => {
    const kind = kindOf(change)
    if (kind === undefined || kind === 'metadata' || kind === 'gold') return kind
    const { id = '', question_id } = stateOf<{ id: string; question_id: string }>(change)
    return `${kind} ${kind === 'response' ? (authors.get(id) ?? id) : question_id}`
  }
  const latest = new Map<string, Json>()
  const oldest = new Map<string, Change>()
  for (const change of items) {
    const key = keyOf(change)
    if (key === undefined) continue
    if (!latest.has(key)) latest.set(key, change.after)
    oldest.set(key, change)
  }
  const latestVectors = items.find(({ id }) => id !== undefined)?.id
  const isFirst = (change: Change) => oldest.get(keyOf(change) ?? '') === change
  const nowOf = (change: Change) => latest.get(keyOf(change) ?? '') ?? null
  /** Whether a change removed its part, which is still gone. */
  const isGone = (change: Change) => change.after === null && nowOf(change) === null
  const partOf = (change: Change, then: Json) => {
    const former = formerVectors(change, latestVectors)
    if (former) return former
    const kind = kindOf(change)
    // The states are those of the kind.
    return kind && ({ kind, then, now: nowOf(change) } as unknown as RecordPart)
  }
  return {
    isFirst,
    partAt: (change) => partOf(change, isGone(change) ? change.before : change.after),
    partBefore: (change) =>
      isFirst(change) && change.before !== null && !isGone(change) ? partOf(change, change.before) : undefined,
  }
}

/** Whether a user may restore a part, and it is not as it was then. */
export function canRestore(part: RecordPart, user: { id: string; role: Role }, users: History['users']): boolean {
  if (part.kind !== 'vectors' && isSame(part)) return false
  switch (part.kind) {
    case 'response': {
      const author = (part.then ?? part.now)?.user_id
      // Users answer again by the form. A deleted answer needs an author.
      if (author === user.id || (!part.now && !users.some(({ id }) => id === author))) return false
      return can(user, 'response.change', { isMember: true })
    }
    case 'resolution':
    case 'gold':
      return can(user, 'answers.resolve', { isMember: true })
    case 'suggestion':
    case 'vectors':
      return can(user, 'records.write', { isMember: true })
    case 'metadata':
      return can(user, 'records.write', { isMember: true }) && isExact(part.then?.metadata)
  }
}

/** The part of the record that a change is about; undefined for changes of nothing that can be restored. */
function kindOf({ kind, after }: Change): RecordPart['kind'] | undefined {
  const [subject] = kind.split('.')
  if (subject === 'response' || subject === 'suggestion' || subject === 'resolution' || subject === 'gold')
    return subject
  return kind === 'record.update' && (after as { vectors?: unknown } | null)?.vectors === undefined
    ? 'metadata'
    : undefined
}

/** The vectors that a change replaced; undefined if there were none. */
function formerVectors({ id, before }: Change, latest = id): RecordPart | undefined {
  const { vectors = [] } = (before ?? {}) as { vectors?: string[] }
  if (id === undefined || latest === undefined || vectors.length === 0) return undefined
  return { kind: 'vectors', change: id, latest }
}

function stateOf<State>({ before, after }: Change): Partial<State> {
  const state: unknown = after ?? before ?? {}
  return state as Partial<State>
}

function isSame(part: Exclude<RecordPart, FormerVectors>): boolean {
  const [then, now] = [contentOf(part, 'then'), contentOf(part, 'now')].map((content) => JSON.stringify(content))
  return then === now
}

/** A state without its ids and times. */
function contentOf(part: Exclude<RecordPart, FormerVectors>, time: 'then' | 'now') {
  const state: unknown = part[time]
  if (!state) return null
  if (part.kind === 'response') {
    const { status, values } = toResponse(state as Response)
    return [status, values]
  }
  const { value, type, agent, score, metadata } = state as Record<string, Json>
  return [value, type, agent, score, metadata]
}

/** Whether all numbers are as they were sent: the browser rounds large integers, which must not be stored. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isInteger(value) || Number.isSafeInteger(value)
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact)
}
