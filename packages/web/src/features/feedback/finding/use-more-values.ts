import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFacets } from '../../../api/feedback/facets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { CountedValues } from '../../../find/filters/facets.ts'
import type { FilterTopic } from '../../../find/filters/topics.ts'
import type { RecordQuery } from '../records/record-query.ts'
import { type toSearchBody, toWireScope } from './search-body.ts'

/** Number of values requested for one filter: the server's maximum. */
const MORE_VALUES = 1000
/** Debounce of the typed text, in ms. */
const ASK_AFTER_MS = 200

/** The queue and the conditions whose records are counted. */
export interface CountedRecords {
  datasetId: string
  status: RecordQuery['status'] | undefined
  search: ReturnType<typeof toSearchBody>
}

/**
 * More values of one filter than the counts of all filters contain: up to the server's maximum, or those that contain
 * a text. Fetched only while the filter is open and has more values.
 */
export function useMoreValues(
  { datasetId, status, search }: CountedRecords,
  { scope }: FilterTopic,
  sought: string,
  isWanted: boolean,
): CountedValues | undefined {
  const containing = useRested(sought, ASK_AFTER_MS)
  const facet = { scope: toWireScope(scope), size: MORE_VALUES, buckets: 1, ...(containing ? { containing } : {}) }
  const { data, isPlaceholderData } = useQuery({
    queryKey: queryKeys.facets(datasetId, JSON.stringify([status, search, facet])),
    queryFn: ({ signal }) => fetchFacets({ datasetId, status, search, facets: [facet], signal }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
  const [found] = data?.facets ?? []
  if (!isWanted || found?.type !== 'terms') return undefined
  // Results for the previous text are still shown: they do not say whether more values exist for this one.
  const isOfPart = sought === '' && (isPlaceholderData || containing !== '')
  return { values: found.values, hasMore: found.has_more || isOfPart }
}

/** The debounced text: its last value that stayed the same for `restMs`. */
function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return rested
}
