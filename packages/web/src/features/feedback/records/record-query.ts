import type { RecordStatus } from '@postil/domain/outbox/entry'
import { searchRecords } from '../../../api/feedback/record-search.ts'
import { fetchRecords, type RecordBatch } from '../../../api/feedback/records.ts'
import type { Conditions } from '../../../find/query.ts'
import { needsSearch, toSearchBody } from '../finding/search-body.ts'

/** Which records a queue contains, and their order. */
export interface RecordQuery extends Conditions {
  status: RecordStatus
}

/** A key that is equal for queries with the same records in the same order. */
export function queryKey({ status, text, filters, sort, similarity }: RecordQuery): string {
  return JSON.stringify([status, text ?? null, filters, sort, similarity ?? null])
}

/** Whether a search or a filter narrows the queue, besides the status. */
export function isNarrowed({ text, filters, similarity }: RecordQuery): boolean {
  return text !== undefined || filters.length > 0 || similarity !== undefined
}

/** A part of a queue, by offset or by cursor. */
export interface BatchPlace {
  offset: number
  limit: number
  after?: string
  signal?: AbortSignal
}

/** Fetch a part of the queue that a query describes. */
export async function fetchBatch(datasetId: string, query: RecordQuery, place: BatchPlace): Promise<RecordBatch> {
  const { status } = query
  if (!needsSearch(query)) return fetchRecords({ datasetId, status, ...place })
  return searchRecords({ datasetId, status, search: toSearchBody(query), ...place })
}
