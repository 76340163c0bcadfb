import type { AnyRecordBody } from '@postil/contract/task/records'
import { isObject } from '@postil/domain/is-object'
import { MAX_RECORDS, offsetOf } from '@postil/domain/task-editing/pagination'
import { normaliseFilter, SIMILAR_MAX, toTaskQuery } from '@postil/domain/task-editing/query'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { fetchTaskRecord, searchTaskRecords, type TaskPage, type TaskPlace } from '../../../api/classic/task-records.ts'
import { refusalOf } from '../../../api/errors.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'
import type { ExploreUrl } from './explore-url.ts'
import type { StoredRules } from './use-stored-rules.ts'

/** Delay between a save and fetching the counts again. */
const COUNTS_MS = 1000

/** Error type of a query that the server could not parse; reported under the search box. */
const BAD_QUERY = 'InvalidTextSearchError'

/**
 * The records of the current page, and the counts over all matching ones.
 *
 * @param stored - the rules of the dataset, to which filters can refer
 */
export function useResults<Body extends AnyRecordBody>(place: TaskPlace, url: ExploreUrl, stored: StoredRules) {
  const client = useQueryClient()
  const countsTimer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { filter, sort, size } = url
  const key = queryKeys.taskDataset(place)
  const search = normaliseFilter(filter)
  const { similar } = search
  const from = similar ? 0 : Math.min(offsetOf(url), MAX_RECORDS - size)
  const limit = similar ? SIMILAR_MAX : size

  const reference = useQuery({
    queryKey: [...key, 'record', similar?.id],
    queryFn: () => fetchTaskRecord(place, similar?.id ?? ''),
    enabled: similar !== undefined,
  })
  const vector = similar ? reference.data?.vectors?.[similar.vector]?.value : undefined
  const rules = search.by_rules && !search.by_rules.rules ? stored.list : NO_RULES
  const query = toTaskQuery(search, vector, rules)
  const isReady = (similar === undefined || vector !== undefined) && rules !== undefined

  const records = useQuery({
    queryKey: [...key, 'records', search, rules, sort, from, limit],
    queryFn: async ({ signal }) => {
      const found = await searchTaskRecords<Body>(place, { query, sort, from, limit, signal })
      if (found.aggregations) client.setQueryData([...key, 'counts', search, rules], found)
      return found
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    // Never cached: the user or others may have changed the records since.
    gcTime: 0,
    meta: SILENT,
  })
  // The first page includes the counts.
  const counts = useQuery({
    queryKey: [...key, 'counts', search, rules],
    queryFn: ({ signal }): Promise<TaskPage> => searchTaskRecords(place, { query, sort, from: 0, limit: 0, signal }),
    enabled: isReady && !(from === 0 && records.isPending) && !records.isError,
    placeholderData: keepPreviousData,
    meta: SILENT,
  })
  const whole = useQuery({
    queryKey: [...key, 'progress'],
    queryFn: ({ signal }) => searchTaskRecords(place, { query: {}, sort: [], from: 0, limit: 0, signal }),
    placeholderData: keepPreviousData,
    meta: SILENT,
  })

  // If the record to compare with lacks the vector, nothing can be searched for, and the page before would be misleading.
  const page = similar && reference.data && !vector ? undefined : records.data
  const isCountedLater = !counts.isPlaceholderData && counts.dataUpdatedAt > records.dataUpdatedAt
  return {
    page,
    total: page?.total,
    /** The number of records that match now: as records are annotated, others than when the page was loaded. */
    matching: page && (isCountedLater ? counts.data?.total : page.total),
    /** Data of the previous search is shown until the new data arrives. */
    isPast: page && records.isPlaceholderData,
    /** The query sent to the server. */
    query,
    isLoading: records.isPending && isReady,
    isFetching: records.isFetching,
    error: records.error ?? (similar && reference.error) ?? (rules ? null : stored.error),
    counts: counts.data?.aggregations,
    /** Counts over the whole dataset, independent of the search. */
    whole: whole.data,
    reference: similar && reference.data,
    refresh: () => client.invalidateQueries({ queryKey: key }),
    /** After a save the counts are out of date, but the page is not. Saves in quick succession cause one request. */
    refreshCounts: () => {
      countsTimer.current ??= setTimeout(() => {
        countsTimer.current = undefined
        void client.invalidateQueries({ queryKey: [...key, 'counts'] })
        void client.invalidateQueries({ queryKey: [...key, 'progress'] })
      }, COUNTS_MS)
    },
  }
}

const NO_RULES: StoredRules['list'] = []

/** The server's message about a query that it cannot parse. */
export function queryProblem(error: unknown): string | undefined {
  const detail: unknown = refusalOf(error)?.detail
  if (!isObject(detail) || !String(detail.code).endsWith(BAD_QUERY) || !isObject(detail.params)) return undefined
  return String(detail.params.message ?? '')
}
