import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fetchFacets } from '../../../api/feedback/facets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { CountedValues } from '../../../find/filters/facets.ts'
import type { FilterTopic } from '../../../find/filters/topics.ts'
import { toWireScope } from './search-body.ts'
import type { CountedRecords } from './use-facets.ts'

/** Values counted for one filter that has more of them: as many as the server gives. */
const MORE_VALUES = 1000
/** What is typed is asked for when the typing rests so long. */
const ASK_AFTER_MS = 200

/**
 * Values beyond those counted for every filter of the screen: as many as the server gives, or those with a text in them.
 * Asked for only while one filter is open and has more of them.
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
  // What was found by a part of it, and is shown until the next answer, does not tell of all values.
  const isOfPart = sought === '' && (isPlaceholderData || containing !== '')
  return { values: found.values, hasMore: found.has_more || isOfPart }
}

/** A text as it was when it last stayed the same for a while. */
function useRested(text: string, restMs: number): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text, restMs])
  return rested
}
