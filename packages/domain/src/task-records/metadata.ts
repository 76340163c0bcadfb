import type { ExactJson } from '@postil/contract/shapes'
import { TASK_LIMITS } from '@postil/contract/task/constants'
import { codePointLength, sliceByCodePoints } from '../spans/code-points'
import type { Metadata } from './document'

/** Whether a metadata key is protected: its value is stored unchanged and not searchable. */
export function isProtected(key: string): boolean {
  return key.startsWith('_')
}

/**
 * Convert metadata to its stored form (classic-api §5.4): nested objects become dotted keys, long texts are cut to their last 128 code
 * points, nulls and empty lists are dropped. Protected keys stay unchanged.
 */
export function normalizeMetadata(given: Record<string, ExactJson>): Metadata {
  const entries: [string, ExactJson][] = []
  for (const [key, value] of Object.entries(given)) {
    if (value === null) continue
    if (isProtected(key)) entries.push([key, value])
    else flattenInto(entries, key, value)
  }
  return Object.fromEntries(entries)
}

function flattenInto(entries: [string, ExactJson][], key: string, value: ExactJson): void {
  if (value === null) return
  if (Array.isArray(value)) {
    if (value.length > 0) entries.push([key, value.map(shorten)])
    return
  }
  if (typeof value === 'object') {
    for (const [inner, item] of Object.entries(value)) flattenInto(entries, `${key}.${inner}`, item)
    return
  }
  entries.push([key, shorten(value)])
}

function shorten(value: ExactJson): ExactJson {
  if (typeof value === 'string') return lastCodePoints(value, TASK_LIMITS.metadataValueLength)
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
  return value
}

function lastCodePoints(text: string, count: number): string {
  if (text.length <= count) return text
  const length = codePointLength(text)
  return length <= count ? text : sliceByCodePoints(text, length - count)
}
