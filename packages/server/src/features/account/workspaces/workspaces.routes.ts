import { memberRoutes } from '@postil/contract/account/members'
import { workspaceRoutes } from '@postil/contract/account/workspaces'
import { InvalidError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { addMember, listMembers, removeMember } from '../members/members.service'
import { findUser, getUser } from '../users/users.service'
import { classicUsersWire, oneClassicUserWire, oneUserWire, usersWire } from '../users/users.wire'
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

export const memberHandlers = handle(memberRoutes, {
  listMembers: async ({ db, user, params }) => ({
    items: await usersWire(db, await listMembers(db, params.workspace_id), user),
  }),
  addMember: async ({ tx, user, params, body }) => {
    const member = await findUser(tx, body.user_id)
    if (!member) throw new InvalidError(`User with id \`${body.user_id}\` not found`)
    await addMember(tx, user.id, params.workspace_id, member.id)
    return oneUserWire(tx, member)
  },
  removeMember: async ({ tx, user, params }) => {
    return oneUserWire(tx, await removeMember(tx, user, params.workspace_id, params.user_id))
  },
  classicListMembers: async ({ db, user, params }) => {
    return classicUsersWire(db, await listMembers(db, params.workspace_id), user)
  },
  classicAddMember: async ({ tx, user, params }) => {
    const member = await getUser(tx, params.user_id)
    await addMember(tx, user.id, params.workspace_id, member.id)
    return oneClassicUserWire(tx, member)
  },
  classicRemoveMember: async ({ tx, user, params }) => {
    return oneClassicUserWire(tx, await removeMember(tx, user, params.workspace_id, params.user_id))
  },
})
