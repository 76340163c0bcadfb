import type { QueryClient } from '@tanstack/react-query'
import { fetchWorkspaces } from '../../api/account/workspaces.ts'
import { fetchClassicDatasets } from '../../api/classic/classic-datasets.ts'
import { fetchFeedbackDatasets } from '../../api/feedback/datasets.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'
import { rowsOfClassic, rowsOfFeedback } from '../../features/dataset-list/dataset-row.ts'
import { LIST_KEYS } from '../../features/dataset-list/use-datasets.ts'
import type { Place } from '../../keyboard/commands.ts'

/** Lists fetched within this time are not fetched again. */
const FRESH_MS = 30_000

/** Every dataset of both families as palette entries. A failed request does not hide the results of the others. */
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
    // The palette still works, and the list of datasets reports the error.
    return []
  }
}
