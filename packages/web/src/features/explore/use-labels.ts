import type { Aggregations } from '@postil/contract/task/search'
import type { LabelErrorCode } from '@postil/domain/task-editing/edit-labels'
import { datasetLabels, type GlobalLabel, retiredLabels, schemaLabels } from '@postil/domain/task-editing/labels'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ClassicDataset } from '../../api/classic-datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { fetchTaskSettings, fetchUsedLabels } from '../../api/task-records.ts'

/** The labels of a dataset, and how they were found. */
export interface DatasetLabels {
  labels: readonly GlobalLabel[]
  /** Names of labels that are no longer offered, but may stand in records. */
  retired: readonly string[]
  /** There is no label schema, or an empty one: the labels come from the data. */
  problem: Extract<LabelErrorCode, 'LABEL_SCHEMA_IS_EMPTY'> | undefined
  /** The settings could not be read: 'STATUS: {code}, Could not fetch settings'. Nothing may be saved over them then. */
  error: Error | null
  isLoading: boolean
  /** Whether there is a label schema is not known yet. Without one, the labels may take longer. */
  isSchemaLoading: boolean
  retry: () => void
}

/**
 * The labels of a dataset: of its label schema; without one, those that its metadata and its records name. Once known, a label keeps its
 * place, and so its key, for as long as the page is open.
 *
 * @param whole - counts over the whole dataset, which name labels too
 */
export function useLabels(
  dataset: ClassicDataset,
  whole: Aggregations | undefined,
): Pick<DatasetLabels, 'labels' | 'isSchemaLoading'> {
  return useDatasetLabels(dataset, whole)
}

/**
 * `useLabels` for a page that tells where the labels come from.
 *
 * @param isSilent - the page itself shows why settings could not be read
 */
export function useDatasetLabels(
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
  // Counts come anew after each saved record. A label that appears or disappears with them must not change the keys of the others.
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
    // Labels that were read stay on the screen, with what is being typed beside them, when they cannot be read again.
    error: settings.isLoadingError ? settings.error : null,
    isLoading,
    isSchemaLoading: settings.isPending,
    retry: () => void settings.refetch(),
  }
}

const NO_NAMES: readonly string[] = []

/** Labels that stand in records, by the alphabet. */
function countedLabels(whole: Aggregations | undefined): string[] {
  return [...Object.keys(whole?.annotated_as ?? {}), ...Object.keys(whole?.predicted_as ?? {})].toSorted()
}

/** The names known so far, and behind them those that are new; the same list when there are none. */
function withNew(known: readonly string[], names: readonly string[]): readonly string[] {
  const all = new Set([...known, ...names])
  return all.size === known.length ? known : [...all]
}
