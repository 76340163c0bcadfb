import type { RecordStatus } from '@postil/domain/outbox/entry'
import { fetchRecords, type RecordBatch } from '../../../api/feedback/records.ts'
import type { Conditions } from '../../../find/query.ts'
import { fetchAhead } from '../../../ui/loading/fetch-ahead.ts'
import type { BatchPlace } from '../finding/search-body.ts'

// Not in the first view: most visits list a queue without searching it.
const loadSearch = () => import('../finding/search-body.ts')
fetchAhead(loadSearch)

/** Which records a queue contains, and their order. */
export interface RecordQuery extends Conditions {
  status: RecordStatus
}

/** A key that is equal for queries with the same records in the same order. */
export function queryKey({ status, text, filters, sort, similarity }: RecordQuery): string {
  return JSON.stringify([status, text ?? null, filters, sort, similarity ?? null])
}

/** Whether a search or a filter narrows the queue, besides the status. */
export function isNarrowed({ text, filters, similarity }: Omit<Conditions, 'sort'>): boolean {
  return text !== undefined || filters.length > 0 || similarity !== undefined
}

/** Fetch a part of the queue that a query describes. */
export async function fetchBatch(datasetId: string, query: RecordQuery, place: BatchPlace): Promise<RecordBatch> {
  if (!needsSearch(query)) return fetchRecords({ datasetId, status: query.status, ...place })
  const { searchBatch } = await loadSearch()
  return searchBatch(datasetId, query, place)
}

/** Whether the search route is needed; without conditions the records are only listed. */
export function needsSearch({ sort, ...query }: Conditions): boolean {
  return isNarrowed(query) || sort.length > 0
}
