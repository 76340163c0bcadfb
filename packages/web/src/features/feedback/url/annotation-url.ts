import { LIMITS } from '@postil/contract/limits'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { RecordFilter, RecordSort, SimilarityQuery } from '../../../find/query.ts'
import type { RecordQuery } from '../records/record-query.ts'
import { readFilters, readSimilarity, readSort, writeSort } from './read-parts.ts'

/** The state in the URL of the annotation view. */
export interface AnnotationUrl extends RecordQuery {
  /** Position of the first record, from 1. */
  page: number
  /** Records per page in the bulk view. */
  size: number
  view: 'focus' | 'bulk'
  /** Id of a single record to show, whatever its status. */
  recordId?: string
}

const STATUSES: readonly RecordStatus[] = ['pending', 'draft', 'submitted', 'discarded']
/** Page sizes on offer (spec section 9). */
export const PAGE_SIZES = [1, 10, 20, 50, 100] as const
const DEFAULT_SIZE = 10
/** The largest page number that is accepted. */
const PAGE_MAX = LIMITS.listWindowMax - LIMITS.listMax

/** Parse the query string. Invalid parts are ignored and listed in `bad`. */
export function readUrl(params: URLSearchParams): { url: AnnotationUrl; bad: string[] } {
  const bad: string[] = []
  const read = <Value>(name: string, parse: (text: string) => Value | undefined, fallback: Value): Value => {
    const text = params.get(name)
    if (text === null) return fallback
    const value = parse(text)
    if (value === undefined) bad.push(name)
    return value ?? fallback
  }
  const status = read('status', (text) => STATUSES.find((one) => one === text), 'pending')
  const q = params.get('q')?.trim()
  const field = params.get('field')
  const sort = params.getAll('sort').flatMap((text, index): RecordSort[] => {
    const one = index < LIMITS.sortsPerSearch ? readSort(text) : undefined
    if (!one) bad.push('sort')
    return one ? [one] : []
  })
  const recordId = read<string | undefined>('record', (text) => (/^[\w-]+$/.test(text) ? text : undefined), undefined)
  const url: AnnotationUrl = {
    status,
    text: q ? { q, ...(field ? { field } : {}) } : undefined,
    filters: read<readonly RecordFilter[]>('f', (text) => readFilters(decodePart(text)), []),
    sort,
    similarity: read<SimilarityQuery | undefined>('similar', (text) => readSimilarity(decodePart(text)), undefined),
    page: read('page', wholeFrom1, 1),
    size: read('size', (text) => PAGE_SIZES.find((size) => String(size) === text), DEFAULT_SIZE),
    view: read('view', (text) => (text === 'focus' || text === 'bulk' ? text : undefined), 'focus'),
    ...(recordId ? { recordId } : {}),
  }
  return { url, bad }
}

/** The query string of a state, without default values. */
export function writeUrl(url: AnnotationUrl): URLSearchParams {
  const params = new URLSearchParams()
  if (url.status !== 'pending') params.set('status', url.status)
  if (url.page !== 1) params.set('page', String(url.page))
  if (url.size !== DEFAULT_SIZE) params.set('size', String(url.size))
  if (url.view !== 'focus') params.set('view', url.view)
  if (url.text) params.set('q', url.text.q)
  if (url.text?.field) params.set('field', url.text.field)
  for (const sort of url.sort) params.append('sort', writeSort(sort))
  if (url.filters.length > 0) params.set('f', encodePart(url.filters))
  if (url.similarity) params.set('similar', encodePart(url.similarity))
  if (url.recordId) params.set('record', url.recordId)
  return params
}

/** Change the state and go to the first page, unless the change names a page. */
export function withQuery(url: AnnotationUrl, change: Partial<AnnotationUrl>): AnnotationUrl {
  return { ...url, recordId: undefined, ...change, page: change.page ?? 1 }
}

function wholeFrom1(text: string): number | undefined {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 && page <= PAGE_MAX ? page : undefined
}

/** Encode a value as one part of a URL: base64url of its JSON, so that names may contain any character. */
export function encodePart(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decode such a part; undefined when it is invalid. */
function decodePart(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Truncated or written by hand: the caller ignores it and tells the user.
    return undefined
  }
}
