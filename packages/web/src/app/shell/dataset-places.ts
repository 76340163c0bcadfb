import type { QueryClient } from '@tanstack/react-query'
import { fetchClassicDatasets } from '../../api/classic-datasets.ts'
import { fetchFeedbackDatasets } from '../../api/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { fetchWorkspaces } from '../../api/workspaces.ts'
import { rowsOfClassic, rowsOfFeedback } from '../../features/dataset-list/dataset-row.ts'
import { LIST_KEYS } from '../../features/dataset-list/use-datasets.ts'
import type { Place } from '../../keyboard/commands.ts'

/** Lists that were fetched so lately are not asked for again. */
const FRESH_MS = 30_000

/** Every dataset of both families, to be found by its name. A call that fails does not hide what the others brought. */
export async function datasetPlaces(client: QueryClient, go: (path: string) => void): Promise<Place[]> {
  const shared = { staleTime: FRESH_MS, meta: SILENT } as const
  const [feedback, classic, workspaces] = await Promise.all([
    orNothing(client.fetchQuery({ queryKey: LIST_KEYS.feedback, queryFn: fetchFeedbackDatasets, ...shared })),
    orNothing(client.fetchQuery({ queryKey: LIST_KEYS.classic, queryFn: fetchClassicDatasets, ...shared })),
    orNothing(client.fetchQuery({ queryKey: queryKeys.workspaces(), queryFn: fetchWorkspaces, ...shared })),
  ])
  const names = new Map(workspaces.map(({ id, name }) => [id, name]))
  return [...rowsOfFeedback(feedback, names), ...rowsOfClassic(classic)].map(({ key, name, workspace, to }) => ({
    id: key,
    label: name,
    detail: workspace,
    open: () => go(to),
  }))
}

async function orNothing<Item>(coming: Promise<readonly Item[]>): Promise<readonly Item[]> {
  try {
    return await coming
  } catch {
    // The palette still has its commands, and the list of datasets says what is wrong.
    return []
  }
}
