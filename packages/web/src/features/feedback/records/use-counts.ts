import { countsAfter, countsMoved, type StatusCounts } from '@postil/domain/outbox/select'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo } from 'react'
import { type DatasetMetrics, fetchDatasetMetrics } from '../../../api/feedback/metrics.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { type DeviceMemory, useOutboxState } from '../../../local/use-outbox.ts'

/** Counts are asked for again so long after the last delivered answer. */
const SETTLE_MS = 1500

export interface Counts extends StatusCounts {
  total: number
}

/** The user's counts in a dataset as they will be once the server has every answer; undefined until they are known. */
export function useCounts(datasetId: string, { outbox }: DeviceMemory): Counts | undefined {
  const client = useQueryClient()
  const state = useOutboxState(outbox)
  useQuery({
    queryKey: queryKeys.metrics(datasetId),
    queryFn: () => fetchDatasetMetrics(datasetId),
    meta: SILENT,
  })
  // Read from the cache itself: what it tells its watchers comes a moment later, and a delivered answer would count twice.
  const data = client.getQueryData<DatasetMetrics>(queryKeys.metrics(datasetId))

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const queryKey = queryKeys.metrics(datasetId)
    const stop = outbox.onDelivered((entry) => {
      if (entry.datasetId !== datasetId) return
      // Counts asked for before this answer arrived may or may not hold it.
      void client.cancelQueries({ queryKey })
      client.setQueryData<DatasetMetrics>(
        queryKey,
        (now) => now && { ...countsMoved(now, entry.from, entry.change.status), total: now.total },
      )
      clearTimeout(timer)
      timer = setTimeout(() => void client.invalidateQueries({ queryKey }), SETTLE_MS)
    })
    // Where an answer was not taken, the record may stand elsewhere than was known.
    const stopRefused = outbox.onRefused((entry) => {
      if (entry.datasetId === datasetId) void client.invalidateQueries({ queryKey })
    })
    return () => {
      clearTimeout(timer)
      stop()
      stopRefused()
    }
  }, [outbox, client, datasetId])

  const counts = useMemo(
    () => data && { ...countsAfter(data, state, datasetId), total: data.total },
    [data, state, datasetId],
  )
  // The next record is drawn first, the counts right after it.
  return useDeferredValue(counts)
}
