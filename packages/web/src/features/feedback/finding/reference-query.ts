import { fetchRecord } from '../../../api/feedback/records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'

/**
 * Fetches the record of a similarity search by itself: only so the names of its vectors are known. Cached apart from a
 * linked record, whose response includes what is not sent yet.
 */
export function referenceQuery(datasetId: string, recordId: string) {
  const queryKey = [...queryKeys.record(datasetId, recordId), 'reference']
  return { queryKey, queryFn: () => fetchRecord(recordId), meta: SILENT }
}
