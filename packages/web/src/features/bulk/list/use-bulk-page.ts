import type { OutboxState } from '@postil/domain/outbox/reduce'
import { unsentEntries } from '@postil/domain/outbox/select'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { overlayUnsent } from '../../feedback/records/overlay.ts'
import { statusOf } from '../../feedback/records/queue.ts'
import { fetchBatch, queryKey } from '../../feedback/records/record-query.ts'
import type { AnnotationUrl } from '../../feedback/url/annotation-url.ts'

/** A page of the list. */
export interface BulkPage {
  records: readonly AnnotationRecord[]
  /** Index of the first record, from 1; that of the previous page until the next one is loaded. */
  from: number
  total: number | undefined
  /** The previous page is still shown while the requested one loads. */
  isStale: boolean
  error: unknown
  retry: () => void
}

/** One page of records from index `page` on, without those whose answers are already being sent. */
export function useBulkPage(datasetId: string, url: AnnotationUrl, { outbox }: DeviceMemory): BulkPage {
  const { page, size, status } = url
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: queryKeys.bulkPage(datasetId, `${queryKey(url)} ${page} ${size}`),
    queryFn: async ({ signal }) => ({
      ...(await fetchBatch(datasetId, url, { offset: page - 1, limit: size, signal })),
      from: page,
    }),
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
  const fetched = data?.records
  // Re-render only when an answer to one of these records is added or removed, not for every other answer of a bulk
  // change.
  const unsent = useSyncExternalStore(outbox.subscribe, () => unsentAmong(outbox.getState(), fetched))
  const records = useMemo(
    () =>
      (fetched ?? [])
        .map((record) => overlayUnsent(record, outbox.getState()))
        .filter((record) => unsent === '' || statusOf(record) === status),
    [fetched, outbox, unsent, status],
  )
  return {
    records,
    from: data?.from ?? page,
    total: data?.total,
    isStale: isPlaceholderData,
    error,
    retry: () => void refetch(),
  }
}

/** A key of the unsent answers to some records: equal keys, equal answers. */
function unsentAmong(state: OutboxState, records: readonly AnnotationRecord[] | undefined): string {
  const ids = new Set(records?.map(({ id }) => id))
  return unsentEntries(state)
    .filter(({ recordId }) => ids.has(recordId))
    .map(({ id }) => id)
    .join()
}
