import type { TaskDocument } from './document'

type Plain = Record<string, unknown>

/** Parts that a new payload replaces as a whole instead of merging them. */
const REPLACED = new Set(['prediction', 'annotation'])
/** Parts with one entry per agent. A new payload adds or replaces whole entries, without merging inside an entry. */
const BY_ENTRY = new Set(['predictions', 'annotations'])

/**
 * Merge a stored record with a new payload (classic-api §5.6): objects are merged key by key, lists and scalars are replaced, and absent
 * parts stay as stored.
 *
 * @param stored - the stored document
 * @param payload - the prepared payload, without nulls
 */
export function mergeDocument(stored: TaskDocument, payload: TaskDocument): TaskDocument {
  const merged = new Map<string, unknown>(Object.entries(stored))
  for (const [key, value] of Object.entries(payload)) {
    const before = merged.get(key)
    if (REPLACED.has(key)) merged.set(key, value)
    else if (BY_ENTRY.has(key) && isPlain(before) && isPlain(value)) merged.set(key, { ...before, ...value })
    else merged.set(key, deepMerge(before, value))
  }
  return Object.fromEntries(merged) as unknown as TaskDocument
}

/** Merge two JSON values: objects key by key, at every depth; anything else is replaced. */
export function deepMerge(before: unknown, after: unknown): unknown {
  if (!isPlain(before) || !isPlain(after)) return after
  const merged = new Map(Object.entries(before))
  for (const [key, value] of Object.entries(after)) merged.set(key, deepMerge(merged.get(key), value))
  return Object.fromEntries(merged)
}

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
