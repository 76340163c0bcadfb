import { LIMITS } from '@postil/contract/limits'
import type { OutboxState } from '@postil/domain/outbox/reduce'
import { unsentEntries } from '@postil/domain/outbox/select'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { refusalOf } from '../../../api/errors.ts'
import { queueQuery } from '../../../api/feedback/queries.ts'
import type { AnnotationRecord } from '../../../api/feedback/record.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'
import { takeLeases } from '../../../api/feedback/team/leases.ts'
import { queryKeys } from '../../../api/keys.ts'
import { RETRY_MS, SILENT } from '../../../api/query-client.ts'
import type { DeviceMemory } from '../../../local/use-outbox.ts'
import { isRefused } from '../../feedback/notices/notice.ts'
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
  /** Records get only so many answers: those of the page are leased to the user. */
  isShared: boolean
  /** Others have every record of the page. */
  isTaken: boolean
}

/**
 * One page of records from index `page` on, without those whose answers are already being sent.
 *
 * @param keptIds - records of other pages whose leases are renewed with those of the page
 */
export function useBulkPage(
  datasetId: string,
  url: AnnotationUrl,
  { outbox }: DeviceMemory,
  keptIds: () => Iterable<string>,
): BulkPage {
  const { page, size, status } = url
  const handout = useQuery({ ...queueQuery(datasetId), meta: SILENT })
  const isShared = handout.data?.hand_out === 'until_completed'
  const { data, isPlaceholderData, error, refetch } = useQuery({
    queryKey: queryKeys.bulkPage(datasetId, `${queryKey(url)} ${page} ${size}`),
    queryFn: async ({ signal }) => {
      const asked = outbox.getState()
      const fetchPage = () => fetchBatch(datasetId, url, { offset: page - 1, limit: size, signal })
      return { ...(await (isShared ? fetchLeased(datasetId, fetchPage, keptIds()) : fetchPage())), from: page, asked }
    },
    enabled: !handout.isPending,
    refetchInterval: ({ state }) => (state.error && !isRefused(state.error) ? RETRY_MS : false),
    // Others may have the records of a page that was left: it is not shown again before its leases are taken again.
    ...(isShared && { gcTime: 0, staleTime: 0 }),
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
  const { records: fetched, asked } = data ?? {}
  // Re-render only when an answer to one of these records is added or removed, not for every other answer of a bulk
  // change.
  const unsent = useSyncExternalStore(outbox.subscribe, () => unsentAmong(outbox.getState(), fetched))
  // biome-ignore lint/correctness/useExhaustiveDependencies: `unsent` tells when the outbox has changed for these records
  const records = useMemo(
    () =>
      (fetched ?? []).filter((record) => {
        // Also what was saved after the server had read the list: there it is still pending.
        const latest = overlayUnsent(record, outbox.getState(), asked)
        return latest === record || statusOf(latest) === status
      }),
    [fetched, asked, outbox, unsent, status],
  )
  return {
    records,
    from: data?.from ?? page,
    total: data?.total,
    isStale: isPlaceholderData,
    error,
    retry: () => void refetch(),
    isShared,
    isTaken: isShared && fetched?.length === 0 && page <= (data?.total ?? 0),
  }
}

/** How often a page is fetched again without the records that others took since it was listed. */
const MOST_FETCHES = 4

/** The records to lease, as many as one request takes: those of the page first. */
export function leasedIds(listed: Iterable<string>, kept: Iterable<string>): string[] {
  return [...new Set([...listed, ...kept])].slice(0, LIMITS.recordsPerCall)
}

/** A page of records that are leased to the user; as listed, if they cannot be leased now: the server also accepts answers beyond the limit. */
async function fetchLeased(
  datasetId: string,
  fetchPage: () => Promise<RecordBatch>,
  keptIds: Iterable<string>,
): Promise<RecordBatch> {
  for (let fetches = 1; ; fetches += 1) {
    const batch = await fetchPage()
    const asked = leasedIds(
      batch.records.map(({ id }) => id),
      keptIds,
    )
    const leases = await takeLeases(datasetId, asked).catch((error: unknown) => {
      if (refusalOf(error)?.status === 401) throw error
    })
    if (!leases) return batch
    const mine = new Set(leases.record_ids)
    const records = batch.records.filter(({ id }) => mine.has(id))
    if (records.length === batch.records.length || fetches === MOST_FETCHES) return { ...batch, records }
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
