import { countsAfter, countsMoved, type StatusCounts } from '@postil/domain/outbox/select'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { type DatasetMetrics, fetchDatasetMetrics } from '../../../api/feedback/metrics.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { type DeviceMemory, useOutboxState } from '../../../local/use-outbox.ts'

/** Delay after the last delivered answer before the counts are fetched again. */
const SETTLE_MS = 1500

export interface Counts extends StatusCounts {
  total: number
  skipped: number
}

/** The user's counts in a dataset, including answers that are still unsent; undefined while they load. */
export function useCounts(datasetId: string, { outbox }: DeviceMemory): Counts | undefined {
  const client = useQueryClient()
  const state = useOutboxState(outbox)
  useQuery({
    queryKey: queryKeys.metrics(datasetId),
    queryFn: () => fetchDatasetMetrics(datasetId),
    meta: SILENT,
  })
  // Read the query cache directly: its observers are notified slightly later, so that a delivered answer would count
  // twice.
  const data = client.getQueryData<DatasetMetrics>(queryKeys.metrics(datasetId))
  const counts = useMemo(() => data && { ...data, ...countsAfter(data, state, datasetId) }, [data, state, datasetId])
  // Low priority: the next record renders before the counts.
  return useDeferredValue(counts)
}

/** Keep the counts up to date while answers are delivered. Called once on a page: a second call would count each answer twice. */
export function useDeliveredCounts(datasetId: string, { outbox }: DeviceMemory): void {
  const client = useQueryClient()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const queryKey = queryKeys.metrics(datasetId)
    const fetchAgain = () => void client.invalidateQueries({ queryKey })
    const stop = outbox.onDelivered((entry) => {
      if (entry.datasetId !== datasetId) return
      // A running request for counts may or may not include this answer: cancel it.
      void client.cancelQueries({ queryKey })
      client.setQueryData<DatasetMetrics>(
        queryKey,
        (now) => now && { ...now, ...countsMoved(now, entry.from, entry.change.status) },
      )
      clearTimeout(timer)
      timer = setTimeout(fetchAgain, SETTLE_MS)
    })
    // After a refusal, the record may have another status than the counts assume.
    const stopRefused = outbox.onRefused((entry) => {
      if (entry.datasetId === datasetId) fetchAgain()
    })
    return () => {
      clearTimeout(timer)
      stop()
      stopRefused()
    }
  }, [outbox, client, datasetId])
}
