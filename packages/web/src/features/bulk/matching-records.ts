import type { AnnotationRecord } from '../../api/record.ts'
import { searchRecords } from '../../api/record-search.ts'
import { toSearchBody } from '../feedback/finding/search-body.ts'
import type { RecordQuery } from '../feedback/records/record-query.ts'
import { BULK_MAX } from './bulk-job.ts'

/**
 * Every record that matches now, up to as many as one bulk answer takes.
 *
 * @param isBare - without suggestions, when only the ids are wanted
 */
export async function matchingRecords(
  datasetId: string,
  query: RecordQuery,
  isBare: boolean,
): Promise<readonly AnnotationRecord[]> {
  const { records } = await searchRecords({
    datasetId,
    status: query.status,
    search: toSearchBody(query),
    offset: 0,
    limit: BULK_MAX,
    isBare,
  })
  return records
}
