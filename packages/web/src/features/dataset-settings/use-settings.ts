import type { Dataset } from '@postil/contract/feedback/datasets'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { enterWorkspace } from '../../api/account/session-link.ts'
import { fetchWorkspaceName } from '../../api/account/workspaces.ts'
import { fetchDataset } from '../../api/feedback/datasets.ts'
import { patchDataset } from '../../api/feedback/managed-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'

/** Fetch the dataset and the name of its workspace. Errors are thrown to the error page of the route. */
export function useSettingsDataset(datasetId: string) {
  const { data: dataset } = useQuery({
    queryKey: queryKeys.dataset(datasetId),
    queryFn: () => fetchDataset(datasetId),
    meta: SILENT,
    throwOnError: true,
  })
  const workspaceId = dataset?.workspace_id ?? ''
  const { data: workspace } = useQuery({
    queryKey: queryKeys.workspaceName(workspaceId),
    queryFn: () => fetchWorkspaceName(workspaceId),
    enabled: workspaceId !== '',
    meta: SILENT,
  })
  useEffect(() => (workspace ? enterWorkspace(workspace) : undefined), [workspace])
  return { dataset, workspace }
}

/** A function that fetches the dataset itself again. */
export function useRefetchDataset(datasetId: string): () => Promise<Dataset> {
  const queryClient = useQueryClient()
  return () =>
    queryClient.fetchQuery({
      queryKey: queryKeys.dataset(datasetId),
      queryFn: () => fetchDataset(datasetId),
      staleTime: 0,
      meta: SILENT,
    })
}

/** A function that changes the dataset itself, and caches the reply. */
export function usePatchDataset(datasetId: string): (changes: Parameters<typeof patchDataset>[1]) => Promise<void> {
  const queryClient = useQueryClient()
  return async (changes) => {
    queryClient.setQueryData(queryKeys.dataset(datasetId), await patchDataset(datasetId, changes))
  }
}

/**
 * A function that fetches one item of a cached list again, with the rest of the list.
 *
 * @param one - the item; also the result once it is gone, whose update the server then refuses
 */
export function useRefetchOne<One extends { id: string }>(
  queryKey: QueryKey,
  queryFn: () => Promise<One[]>,
  one: One,
): () => Promise<One> {
  const queryClient = useQueryClient()
  return async () => {
    const list = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0, meta: SILENT })
    return list.find(({ id }) => id === one.id) ?? one
  }
}

/** Replace the changed item in a cached list. */
export function replaceIn<One extends { id: string }>(list: readonly One[] | undefined, changed: One): One[] {
  return (list ?? []).map((one) => (one.id === changed.id ? changed : one))
}

/** Remove an item from a cached list. */
export function withoutIn<One extends { id: string }>(list: readonly One[] | undefined, removed: One): One[] {
  return (list ?? []).filter(({ id }) => id !== removed.id)
}
