import type { ReplyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../client.ts'
import { named } from '../errors.ts'
import { DATASET_LIST_FRESH_MS, fresh } from '../freshness.ts'

type Workspaces = ReplyOf<AllRoutes['classicListWorkspaces']>

/** All workspaces visible to the user. Throws ERROR_FETCHING_WORKSPACES. */
export function fetchWorkspaces(): Promise<Workspaces> {
  return named('ERROR_FETCHING_WORKSPACES', async () =>
    fresh(await api.answer('GET /api/workspaces'), (items) => items, DATASET_LIST_FRESH_MS),
  )
}

/** The name of a workspace; a missing one is empty. Throws ERROR_FETCHING_WORKSPACE_INFO. */
export function fetchWorkspaceName(workspaceId: string): Promise<string> {
  return named('ERROR_FETCHING_WORKSPACE_INFO', async () => {
    const workspace = await api('GET /api/v1/workspaces/{workspace_id}', { params: { workspace_id: workspaceId } })
    return workspace.name ?? ''
  })
}
