import { searchRecords } from '../../../api/feedback/record-search.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'
import type { BatchPlace, RecordQuery } from '../records/record-query.ts'
import { toSearchBody } from './search-body.ts'

/** Fetch a part of a queue that is searched, filtered or sorted. */
export function searchBatch(datasetId: string, query: RecordQuery, place: BatchPlace): Promise<RecordBatch> {
  return searchRecords({ datasetId, status: query.status, search: toSearchBody(query), ...place })
}
