import type { RecordStatus } from '@postil/domain/outbox/entry'
import { searchRecords } from '../../../api/record-search.ts'
import { fetchRecords, type RecordBatch } from '../../../api/records.ts'
import { needsSearch, toSearchBody } from '../finding/search-body.ts'

/** Words to find, in every field or in one. */
export interface TextQuery {
  q: string
  field?: string
}

/** One condition; all of a list must hold. Terms are alternatives, a range includes both ends. */
export type RecordFilter = FilterScope & ({ terms: readonly string[] } | { ge?: number; le?: number })
export type FilterScope =
  | { scope: 'metadata'; name: string }
  | { scope: 'response'; name: string }
  | { scope: 'suggestion'; name: string; property: 'value' | 'score' | 'agent' }

/** One sort key; earlier ones come first. `name` is empty for the record's own times. */
export interface RecordSort {
  scope: 'record' | 'metadata' | 'suggestion' | 'response'
  name: string
  /** `inserted_at`, `updated_at`, `value` or `score` */
  property: string
  order: 'asc' | 'desc'
}

/** Records most or least like one of them. */
export interface SimilarityQuery {
  recordId: string
  vector: string
  limit: number
  order: 'most' | 'least'
}

/** Which records of a dataset a queue holds, and in which order. */
export interface RecordQuery {
  status: RecordStatus
  text?: TextQuery
  filters: readonly RecordFilter[]
  sort: readonly RecordSort[]
  similarity?: SimilarityQuery
}

/** Equal for queries that mean the same records in the same order. */
export function queryKey({ status, text, filters, sort, similarity }: RecordQuery): string {
  return JSON.stringify([status, text ?? null, filters, sort, similarity ?? null])
}

/** Whether something other than the status narrows the queue. */
export function isNarrowed({ text, filters, similarity }: RecordQuery): boolean {
  return text !== undefined || filters.length > 0 || similarity !== undefined
}

/** Which part of a queue. */
export interface BatchPlace {
  offset: number
  limit: number
  signal?: AbortSignal
}

/** Fetch a part of the queue a query describes. */
export async function fetchBatch(datasetId: string, query: RecordQuery, place: BatchPlace): Promise<RecordBatch> {
  const { status } = query
  if (!needsSearch(query)) return fetchRecords({ datasetId, status, ...place })
  return searchRecords({ datasetId, status, search: toSearchBody(query), ...place })
}
