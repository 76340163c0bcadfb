import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnnotationRecord, RecordResponse } from '../../api/feedback/record.ts'
import { fetchRecord } from '../../api/feedback/records.ts'
import { queryKeys } from '../../api/keys.ts'
import type { DeviceMemory } from '../../local/use-outbox.ts'
import { overlayUnsent } from '../feedback/records/overlay.ts'

/** The record that the URL links to, whatever its status; undefined without a link. */
export function useLinkedRecord(datasetId: string, recordId: string | undefined, { outbox }: DeviceMemory) {
  const client = useQueryClient()
  const queryKey = queryKeys.record(datasetId, recordId ?? '')
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: async () => overlayUnsent(await fetchRecord(recordId ?? ''), outbox.getState()),
    enabled: recordId !== undefined,
  })
  const note = (id: string, response: RecordResponse | undefined) =>
    client.setQueryData<AnnotationRecord>(queryKeys.record(datasetId, id), (now) => now && { ...now, response })
  return { record: recordId === undefined ? undefined : data, error, retry: () => void refetch(), note }
}
