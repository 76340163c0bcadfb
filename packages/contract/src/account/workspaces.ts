import { z } from 'zod'
import { defineRoute } from '../route'
import { WorkspaceBody, WorkspaceParams, workspaceName } from './shapes'

const NewWorkspace = z.object({ name: workspaceName() })

/** Workspaces contain datasets and the people who work on them. */
export const workspaceRoutes = {
  getWorkspace: defineRoute({
    method: 'GET',
    path: '/api/v1/workspaces/{workspace_id}',
    summary: 'One workspace.',
    tag: 'Workspaces',
    access: { can: 'workspace.read', of: 'workspace', param: 'workspace_id' },
    params: WorkspaceParams,
    reply: WorkspaceBody,
    status: 200,
    errors: ['not_found'],
  }),
  createWorkspace: defineRoute({
    method: 'POST',
    path: '/api/v1/workspaces',
    summary: 'Add a workspace.',
    tag: 'Workspaces',
    access: { can: 'workspaces.manage' },
    body: NewWorkspace,
    reply: WorkspaceBody,
    status: 201,
    errors: ['conflict'],
  }),
  renameWorkspace: defineRoute({
    method: 'PATCH',
    path: '/api/v1/workspaces/{workspace_id}',
    summary:
      'Rename a workspace. Requests about its classic datasets find them by the old name until another workspace has it or the log no longer has the change; all others need the new name.',
    tag: 'Workspaces',
    access: { can: 'workspaces.manage', of: 'workspace', param: 'workspace_id' },
    params: WorkspaceParams,
    body: NewWorkspace,
    reply: WorkspaceBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  deleteWorkspace: defineRoute({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspace_id}',
    summary: 'Delete a workspace without datasets.',
    tag: 'Workspaces',
    access: { can: 'workspaces.manage', of: 'workspace', param: 'workspace_id' },
    params: WorkspaceParams,
    reply: WorkspaceBody,
    status: 200,
    errors: ['not_found', 'conflict'],
  }),
  classicListWorkspaces: defineRoute({
    method: 'GET',
    path: '/api/workspaces',
    summary: 'Every workspace, oldest first, for any user.',
    tag: 'Classic workspaces',
    access: { can: 'server.use' },
    reply: z.array(WorkspaceBody),
    status: 200,
    errors: [],
  }),
  classicCreateWorkspace: defineRoute({
    method: 'POST',
    path: '/api/workspaces',
    summary: 'Add a workspace.',
    tag: 'Classic workspaces',
    access: { can: 'workspaces.manage' },
    body: NewWorkspace,
    reply: WorkspaceBody,
    status: 200,
    errors: ['conflict'],
  }),
}
