import { useQuery, useQueryClient } from '@tanstack/react-query'
import { refusalOf } from '../../api/errors.ts'
import type { AnnotationRecord, RecordResponse } from '../../api/feedback/record.ts'
import { fetchRecord } from '../../api/feedback/records.ts'
import { queryKeys } from '../../api/keys.ts'
import { RETRY_MS, SILENT } from '../../api/query-client.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { overlayUnsent } from '../feedback/records/overlay.ts'

/** Statuses of a record that cannot be read: it is assigned to others or in a workspace of others, does not exist, or the id is none. */
const MISSING = [403, 404, 422]
const isGone = (error: unknown) => MISSING.includes(refusalOf(error)?.status ?? 0)

/** The record that the URL links to, whatever its status; undefined without a link, and if it is not in this dataset. */
export function useLinkedRecord(datasetId: string, recordId: string | undefined, { outbox }: DeviceMemory) {
  const client = useQueryClient()
  const queryKey = queryKeys.record(datasetId, recordId ?? '')
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => {
      const asked = outbox.getState()
      return overlayUnsent(await fetchRecord(recordId ?? ''), outbox.getState(), asked)
    },
    enabled: recordId !== undefined,
    refetchInterval: ({ state }) => (state.error && !state.data && !isGone(state.error) ? RETRY_MS : false),
    // The page itself says that the record is not there, or could not be loaded.
    meta: SILENT,
  })
  const note = (id: string, response: RecordResponse | undefined) =>
    client.setQueryData<AnnotationRecord>(queryKeys.record(datasetId, id), (now) => now && { ...now, response })
  const isElsewhere = data !== undefined && data.datasetId !== datasetId
  const isMissing = isElsewhere || isGone(error)
  const record = recordId === undefined || isMissing ? undefined : data
  return { record, error, isMissing, retry: () => void refetch(), note }
}
