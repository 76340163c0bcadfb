import type { TaskDocument } from './document'

type Plain = Record<string, unknown>

/** Parts given anew replace what was stored instead of mixing with it; `null` and absent parts leave it. */
const REPLACED = new Set(['prediction', 'annotation'])
/** Each entry is one agent's work: entries are added and replaced, never mixed. */
const BY_ENTRY = new Set(['predictions', 'annotations'])

/**
 * Log a record again (classic-api §5.6): objects merge key by key, lists and scalars replace.
 *
 * @param stored - the document as it is
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
