import { useQuery } from '@tanstack/react-query'
import { fetchRecord } from '../../api/feedback/records.ts'
import { fetchResponses } from '../../api/feedback/team/resolutions.ts'
import { queryKeys } from '../../api/keys.ts'
import { isTemporary, RETRY_MS, SILENT } from '../../api/query-client.ts'

/** For queries that are tried again until the server replies. */
export const TRIED_AGAIN = {
  refetchInterval: ({ state }: { state: { error: Error | null } }) =>
    state.error && isTemporary(state.error) ? RETRY_MS : (false as const),
}

/** For queries of a record that is open: it may have changed since it was open before. */
export const FRESH = { meta: SILENT, staleTime: 0, ...TRIED_AGAIN }

/** A record with the answers of all users. */
export function useAnsweredRecord(datasetId: string, recordId: string) {
  const queryKey = queryKeys.record(datasetId, recordId)
  return {
    record: useQuery({ queryKey, queryFn: () => fetchRecord(recordId), ...FRESH }),
    responses: useQuery({ queryKey: [...queryKey, 'responses'], queryFn: () => fetchResponses(recordId), ...FRESH }),
  }
}
