import { useQueryClient } from '@tanstack/react-query'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { fetchTaskDataset } from '../../api/classic/task-records.ts'
import { patchTaskDataset } from '../../api/classic/task-settings.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'

/** Functions that save tags or metadata of a dataset and show the server's result, and that fetch the dataset again. */
export function useSaveDataset({ workspace, name }: ClassicDataset) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.taskDataset({ workspace, name })
  return {
    save: async (body: Parameters<typeof patchTaskDataset>[1]): Promise<void> => {
      queryClient.setQueryData(queryKey, await patchTaskDataset({ workspace, name }, body))
      void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
    },
    refetch: () =>
      queryClient.fetchQuery({
        queryKey,
        queryFn: () => fetchTaskDataset({ workspace, name }),
        staleTime: 0,
        meta: SILENT,
      }),
  }
}
