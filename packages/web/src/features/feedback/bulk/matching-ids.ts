import { searchRecords } from '../../../api/record-search.ts'
import type { RecordQuery } from '../annotation/queue/record-query.ts'
import { toSearchBody } from '../search/search-body.ts'
import { BULK_MAX } from './bulk-job.ts'

/** The ids of every record that matches now, up to as many as one bulk answer takes. */
export async function matchingIds(datasetId: string, query: RecordQuery): Promise<string[]> {
  const { records } = await searchRecords({
    datasetId,
    status: query.status,
    search: toSearchBody(query),
    offset: 0,
    limit: query.similarity?.limit ?? BULK_MAX,
    isBare: true,
  })
  return records.map(({ id }) => id)
}
