import { useQueryClient } from '@tanstack/react-query'
import type { ClassicDataset } from '../../api/classic/classic-datasets.ts'
import { patchTaskDataset } from '../../api/classic/task-settings.ts'
import { queryKeys } from '../../api/keys.ts'

/** Save tags or metadata of a dataset, and show the server's result. */
export function useSaveDataset({ workspace, name }: ClassicDataset) {
  const queryClient = useQueryClient()
  return async (body: Parameters<typeof patchTaskDataset>[1]): Promise<void> => {
    const saved = await patchTaskDataset({ workspace, name }, body)
    queryClient.setQueryData(queryKeys.taskDataset({ workspace, name }), saved)
    void queryClient.invalidateQueries({ queryKey: queryKeys.datasets() })
  }
}
