import type { Dataset } from '@postil/contract/feedback/datasets'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { patchDataset } from '../../api/feedback/managed-datasets.ts'
import { datasetQuery } from '../../api/feedback/queries.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { useWorkspace } from '../feedback/use-workspace.ts'

/** Fetch the dataset and the name of its workspace. Errors are thrown to the error page of the route. */
export function useSettingsDataset(datasetId: string) {
  const { data: dataset } = useQuery({ ...datasetQuery(datasetId), meta: SILENT, throwOnError: true })
  return { dataset, workspace: useWorkspace(dataset) }
}

/** A function that fetches the dataset itself again. */
export function useRefetchDataset(datasetId: string): () => Promise<Dataset> {
  const queryClient = useQueryClient()
  return () => queryClient.fetchQuery({ ...datasetQuery(datasetId), staleTime: 0, meta: SILENT })
}

/** A function that changes the dataset itself, and caches the reply. */
export function usePatchDataset(datasetId: string): (changes: Parameters<typeof patchDataset>[1]) => Promise<void> {
  const queryClient = useQueryClient()
  return async (changes) => {
    queryClient.setQueryData(queryKeys.dataset(datasetId), await patchDataset(datasetId, changes))
  }
}

interface ListQuery<One> {
  queryKey: QueryKey
  queryFn: () => Promise<One[]>
}

/** Functions that keep the cached list of a dataset's fields, questions, properties or vectors as the server has it. */
export function useListChanges<One extends { id: string }>({ queryKey, queryFn }: ListQuery<One>) {
  const queryClient = useQueryClient()
  const change = (to: (list: readonly One[]) => One[]) =>
    queryClient.setQueryData<One[]>(queryKey, (list) => to(list ?? []))
  return {
    /** Fetch one item again, with the rest of the list. If it is gone, the result is the known one, whose update the server then refuses. */
    refetchOne: async (known: One): Promise<One> => {
      const list = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0, meta: SILENT })
      return list.find(({ id }) => id === known.id) ?? known
    },
    add: (made: One) => void change((list) => [...list, made]),
    replace: (changed: One) => void change((list) => list.map((one) => (one.id === changed.id ? changed : one))),
    remove: (removed: One) => void change((list) => list.filter(({ id }) => id !== removed.id)),
  }
}
