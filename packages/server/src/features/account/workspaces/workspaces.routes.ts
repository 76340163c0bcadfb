import { workspaceRoutes } from '@postil/contract/account/workspaces'
import { handle } from '../../../http/calls/handle'
import { createWorkspace, deleteWorkspace, listWorkspaces, renameWorkspace } from './workspaces.service'
import { workspaceWire } from './workspaces.wire'

export const workspaceHandlers = handle(workspaceRoutes, {
  getWorkspace: async ({ found }) => workspaceWire(found('workspace')),
  createWorkspace: async ({ tx, user, body }) => workspaceWire(await createWorkspace(tx, user.id, body.name)),
  renameWorkspace: async ({ tx, user, found, body }) =>
    workspaceWire(await renameWorkspace(tx, user, found('workspace'), body.name)),
  deleteWorkspace: async ({ tx, user, found, later }) => {
    later({ work: 'runJobs' })
    await deleteWorkspace(tx, user, found('workspace'))
    return workspaceWire(found('workspace'))
  },
  classicListWorkspaces: async ({ db }) => (await listWorkspaces(db)).map(workspaceWire),
  classicCreateWorkspace: async ({ tx, user, body }) => workspaceWire(await createWorkspace(tx, user.id, body.name)),
})
