import type { Aggregations } from '@postil/contract/task/search'
import type { LabelErrorCode } from '@postil/domain/task-editing/edit-labels'
import { datasetLabels, type GlobalLabel, retiredLabels, schemaLabels } from '@postil/domain/task-editing/labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ClassicDataset } from '../../../api/classic/classic-datasets.ts'
import { fetchTaskSettings, fetchUsedLabels } from '../../../api/classic/task-records.ts'
import { queryKeys } from '../../../api/keys.ts'
import { SILENT } from '../../../api/query-client.ts'

/** The labels of a dataset, and where they come from. */
export interface DatasetLabels {
  labels: readonly GlobalLabel[]
  /** Names of labels that are no longer offered but may still be on records. */
  retired: readonly string[]
  /** There is no label schema, or an empty one: the labels come from the data. */
  problem: Extract<LabelErrorCode, 'LABEL_SCHEMA_IS_EMPTY'> | undefined
  /** The settings could not be fetched: 'STATUS: {code}, Could not fetch settings'. They must not be overwritten then. */
  error: Error | null
  isLoading: boolean
  /** It is not yet known whether there is a label schema. Without one, loading the labels takes longer. */
  isSchemaLoading: boolean
  retry: () => void
}

/**
 * The labels of a dataset: those of its label schema; without one, those found in its metadata and records. While the page is open a
 * label keeps its position, and so its key.
 *
 * @param whole - counts over the whole dataset, another source of labels
 * @param isSilent - the page itself shows why the settings could not be fetched
 */
export function useLabels(
  dataset: ClassicDataset,
  whole: Aggregations | undefined,
  { isSilent = false } = {},
): DatasetLabels {
  const place = { workspace: dataset.workspace, name: dataset.name, task: dataset.task }
  const key = queryKeys.taskDataset(place)
  const settings = useQuery({
    queryKey: queryKeys.taskSettings(place),
    queryFn: async () => ({ settings: await fetchTaskSettings(place) }),
    meta: isSilent ? SILENT : undefined,
  })
  const isUnknown = settings.isFetched && schemaLabels(settings.data?.settings) === undefined
  const used = useQuery({
    queryKey: [...key, 'labels'],
    queryFn: () => fetchUsedLabels(place),
    enabled: isUnknown,
  })
  const isLoading = settings.isPending || (isUnknown && used.isPending)
  // Counts are fetched again after each saved record. A label that appears or disappears must not change the keys of the others.
  const [found, setFound] = useState<readonly string[]>(NO_NAMES)
  const names = isLoading || !isUnknown ? NO_NAMES : withNew(found, [...(used.data ?? []), ...countedLabels(whole)])
  if (names !== found) setFound(names)
  const labels = useMemo(
    () =>
      isLoading
        ? []
        : datasetLabels(dataset.id, { settings: settings.data?.settings, metadata: dataset.metadata, used: names }),
    [dataset, settings.data, names, isLoading],
  )
  return {
    labels,
    retired: retiredLabels(settings.data?.settings),
    problem: settings.isSuccess && isUnknown ? 'LABEL_SCHEMA_IS_EMPTY' : undefined,
    // When a refetch fails, the loaded labels stay on the screen, with what the user is typing beside them.
    error: settings.isLoadingError ? settings.error : null,
    isLoading,
    isSchemaLoading: settings.isPending,
    retry: () => void settings.refetch(),
  }
}

const NO_NAMES: readonly string[] = []

/** Labels found on records, in alphabetical order. */
function countedLabels(whole: Aggregations | undefined): string[] {
  return [...Object.keys(whole?.annotated_as ?? {}), ...Object.keys(whole?.predicted_as ?? {})].toSorted()
}

/** The known names followed by new ones; the same list when there are none. */
function withNew(known: readonly string[], names: readonly string[]): readonly string[] {
  const all = new Set([...known, ...names])
  return all.size === known.length ? known : [...all]
}
