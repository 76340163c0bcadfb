import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchWorkspaces } from '../../api/account/workspaces.ts'
import { fetchClassicDatasets } from '../../api/classic/classic-datasets.ts'
import { fetchFeedbackDatasets } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { type DatasetRow, rowsOfClassic, rowsOfFeedback } from './dataset-row.ts'

/** How often an empty list is fetched again, in ms: the first dataset appears without a reload. */
const EMPTY_POLL_MS = 10_000

/** Query keys of the two lists; both are covered by invalidating `queryKeys.datasets()`. */
export const LIST_KEYS = {
  feedback: [...queryKeys.datasets(), 'feedback'],
  classic: [...queryKeys.datasets(), 'classic'],
} as const

/** The datasets of both families in one list. */
export interface DatasetList {
  rows: readonly DatasetRow[]
  /** Nothing is shown yet: at least one request has neither a reply nor failed. */
  isLoading: boolean
  /** At least one request failed: rows may be missing. */
  isPartial: boolean
  /** Every request failed. */
  isFailed: boolean
  isRefreshing: boolean
  /** Refetch everything including counts, ignoring the cache. */
  refresh: () => void
}

/** The datasets the user can see. A failed request does not hide the results of the others. */
export function useDatasets(): DatasetList {
  const queryClient = useQueryClient()
  const isEmpty = () =>
    Object.values(LIST_KEYS).every((key) => queryClient.getQueryData<readonly unknown[]>(key)?.length === 0)
  const shared = { meta: SILENT, refetchOnWindowFocus: true }
  const listed = { ...shared, refetchInterval: () => isEmpty() && EMPTY_POLL_MS }
  const feedback = useQuery({ queryKey: LIST_KEYS.feedback, queryFn: fetchFeedbackDatasets, ...listed })
  const classic = useQuery({ queryKey: LIST_KEYS.classic, queryFn: fetchClassicDatasets, ...listed })
  const workspaces = useQuery({ queryKey: queryKeys.workspaces(), queryFn: fetchWorkspaces, ...shared })
  const all = [feedback, classic, workspaces]
  const isLoading = all.some((one) => one.isPending)

  const rows = useMemo(() => {
    // Rows that arrive one family after the other would move under a pointer that is about to press one.
    if (isLoading) return []
    const names = new Map((workspaces.data ?? []).map(({ id, name }) => [id, name]))
    return [...rowsOfFeedback(feedback.data ?? [], names), ...rowsOfClassic(classic.data ?? [])]
  }, [isLoading, feedback.data, classic.data, workspaces.data])

  return {
    rows,
    isLoading,
    isPartial: all.some((one) => one.isError),
    isFailed: feedback.isError && classic.isError && rows.length === 0,
    isRefreshing: all.some((one) => one.isFetching),
    refresh: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
      void queryClient.invalidateQueries({ queryKey: queryKeys.workspaces() })
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes('metrics') })
    },
  }
}
