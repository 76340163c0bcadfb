import type { RecordStatus } from '@postil/domain/outbox/entry'
import { searchRecords } from '../../../api/feedback/record-search.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'
import type { Conditions } from '../../../find/query.ts'
import { toSearchBody } from './search-body.ts'

/** A part of a queue, by offset or by cursor. */
export interface BatchPlace {
  offset: number
  limit: number
  after?: string
  signal?: AbortSignal
}

/** Fetch a part of a queue that is searched, filtered or sorted. */
export function searchBatch(
  datasetId: string,
  query: Conditions & { status: RecordStatus },
  place: BatchPlace,
): Promise<RecordBatch> {
  return searchRecords({ datasetId, status: query.status, search: toSearchBody(query), ...place })
}
