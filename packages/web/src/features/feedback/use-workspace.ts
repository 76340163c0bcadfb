import type { Dataset } from '@postil/contract/feedback/datasets'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { enterWorkspace } from '../../api/account/session-link.ts'
import { fetchWorkspaceName } from '../../api/account/workspaces.ts'
import { queryKeys } from '../../api/keys.ts'
import { SILENT } from '../../api/query-client.ts'

/** The name of the workspace of the page's dataset; undefined while it is not known. */
export function useWorkspace(dataset: Dataset | undefined): string | undefined {
  const workspaceId = dataset?.workspace_id ?? ''
  const { data: workspace } = useQuery({
    queryKey: queryKeys.workspaceName(workspaceId),
    queryFn: () => fetchWorkspaceName(workspaceId),
    enabled: workspaceId !== '',
    meta: SILENT,
  })
  useEffect(() => (workspace ? enterWorkspace(workspace) : undefined), [workspace])
  return workspace
}
