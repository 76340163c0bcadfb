import { useQuery } from '@tanstack/react-query'
import { fetchRecord } from '../../api/feedback/records.ts'
import { fetchResponses } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'

/** For queries of a record that is open: it may have changed since it was open before. */
export const FRESH = { meta: SILENT, staleTime: 0 }

/** A record with the answers of all users. */
export function useAnsweredRecord(datasetId: string, recordId: string) {
  const queryKey = queryKeys.record(datasetId, recordId)
  return {
    record: useQuery({ queryKey, queryFn: () => fetchRecord(recordId), ...FRESH }),
    responses: useQuery({ queryKey: [...queryKey, 'responses'], queryFn: () => fetchResponses(recordId), ...FRESH }),
  }
}
