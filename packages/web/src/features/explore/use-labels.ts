import type { Aggregations } from '@postil/contract/task/search'
import { datasetLabels, type GlobalLabel, schemaLabels } from '@postil/domain/task-editing/labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { fetchTaskSettings, fetchUsedLabels } from '../../api/task-records.ts'

/**
 * The labels of a dataset: of its label schema; without one, those that its metadata and its records name. The page never waits for them.
 *
 * @param whole - counts over the whole dataset, which name labels too
 */
export function useLabels(dataset: ClassicDataset, whole: Aggregations | undefined): readonly GlobalLabel[] {
  const place = { workspace: dataset.workspace, name: dataset.name, task: dataset.task }
  const key = queryKeys.taskDataset(place)
  const settings = useQuery({
    queryKey: [...key, 'settings'],
    queryFn: async () => ({ settings: await fetchTaskSettings(place) }),
  })
  const isUnknown = settings.isFetched && schemaLabels(settings.data?.settings) === undefined
  const used = useQuery({
    queryKey: [...key, 'labels'],
    queryFn: () => fetchUsedLabels(place),
    enabled: isUnknown,
  })
  return useMemo(() => {
    const counted = [...Object.keys(whole?.annotated_as ?? {}), ...Object.keys(whole?.predicted_as ?? {})].toSorted()
    return datasetLabels(dataset.id, {
      settings: settings.data?.settings,
      metadata: dataset.metadata,
      used: isUnknown ? [...(used.data ?? []), ...counted] : [],
    })
  }, [dataset, settings.data, used.data, whole, isUnknown])
}
