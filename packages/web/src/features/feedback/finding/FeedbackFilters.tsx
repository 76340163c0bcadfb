import type { MetadataProperty } from '@postil/contract/feedback/settings/metadata-properties'
import type { Question } from '@postil/contract/feedback/settings/questions'
import { can } from '@postil/domain/permissions'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Facet, fetchFacets } from '../../../api/feedback/facets.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import { FilterRow } from '../../../find/filters/FilterRow.tsx'
import { FilterSheet } from '../../../find/filters/FilterSheet.tsx'
import type { CountedValues, Facets } from '../../../find/filters/facets.ts'
import type { FilterEditorProps } from '../../../find/filters/filter-editor.ts'
import type { FilterTopic } from '../../../find/filters/topics.ts'
import { useUser } from '../../session/session.ts'
import type { RecordQuery } from '../records/record-query.ts'
import { type FilterEntries, facetRequests, filterEntries, filterMenus, filterName } from './filter-entries.ts'
import { toSearchBody, toWireScope } from './search-body.ts'

/** The conditions of the records to count, in one of the user's queues or, without a status, in the whole dataset. */
type CountedQuery = Pick<RecordQuery, 'text' | 'filters'> & { status?: RecordQuery['status'] | undefined }

interface FeedbackFiltersProps extends Omit<FilterEditorProps, 'menus' | 'nameOf' | 'facets'> {
  datasetId: string
  url: CountedQuery
  /** A sheet over the page instead of a row, on narrow screens. */
  isSheet: boolean
  onClose: () => void
  /** Undefined while they load. */
  properties: readonly MetadataProperty[] | undefined
  questions: readonly Question[] | undefined
}

/** The filters of a feedback dataset, with counts. */
export function FeedbackFilters({ datasetId, url, properties, questions, isSheet, ...open }: FeedbackFiltersProps) {
  const isLead = can(useUser(), 'answers.resolve', { isMember: true })
  const entries = useMemo(
    () => (properties && questions ? filterEntries(properties, questions, isLead) : undefined),
    [properties, questions, isLead],
  )
  const facets = useFacets(datasetId, url, entries)
  const Editor = isSheet ? FilterSheet : FilterRow
  return (
    <Editor
      {...open}
      menus={filterMenus(entries, url.status === 'pending')}
      nameOf={(filter) => filterName(filter, entries)}
      facets={facets}
    />
  )
}

/**
 * Counts for all filters in one request, repeated when the conditions change. The old counts are kept until the new
 * ones arrive.
 */
function useFacets(datasetId: string, query: CountedQuery, entries: FilterEntries | undefined): Facets {
  const { status, text, filters } = query
  const facets = entries ? facetRequests(entries) : []
  // Sort and similarity do not affect the counts.
  const search = toSearchBody({ text, filters, sort: [], similarity: undefined })
  const { data, isPending, isPlaceholderData, isError } = useQuery({
    queryKey: queryKeys.facets(datasetId, JSON.stringify([status, search, facets])),
    queryFn: ({ signal }) => fetchFacets({ datasetId, status, search, facets, signal }),
    enabled: facets.length > 0,
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
  const useMore: Facets['useMoreValues'] = (topic, sought, isWanted) =>
    useMoreValues({ datasetId, status, search }, topic, sought, isWanted)
  return {
    total: data?.total,
    find: (scope) => {
      const key = JSON.stringify(toWireScope(scope))
      return data?.facets.find((facet) => JSON.stringify(orderedScope(facet)) === key)
    },
    isLoading: isPending && !isError && facets.length > 0,
    useMoreValues: useMore,
    isStale: isPlaceholderData,
  }
}

// The keys of a reply may come in any order: sort them for comparison.
function orderedScope({ scope }: Facet): unknown {
  if (scope.entity === 'metadata') return { entity: 'metadata', metadata_property: scope.metadata_property }
  if (scope.entity === 'suggestion') return { entity: 'suggestion', question: scope.question, property: scope.property }
  if (scope.entity === 'response' && 'question' in scope) return { entity: 'response', question: scope.question }
  return scope
}

/** Number of values requested for one filter: the server's maximum. */
const MORE_VALUES = 1000
/** Debounce of the typed text, in ms. */
const ASK_AFTER_MS = 200

/** The queue and the conditions whose records are counted. */
interface CountedRecords {
  datasetId: string
  status: RecordQuery['status'] | undefined
  search: ReturnType<typeof toSearchBody>
}

/**
 * More values of one filter than the counts of all filters contain: up to the server's maximum, or those that contain
 * a text. Fetched only while the filter is open and has more values.
 */
function useMoreValues(
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
