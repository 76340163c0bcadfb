import { meRoutes } from '@postil/contract/account/me'
import { handle } from '../../../http/handle'
import { changePassword, getUser } from '../users/users.service'
import { oneClassicUserWire, oneUserWire } from '../users/users.wire'
import { listWorkspaces, listWorkspacesOf } from '../workspaces/workspaces.service'
import { workspaceWire } from '../workspaces/workspaces.wire'

export const meHandlers = handle(meRoutes, {
  getMe: async ({ db, user }) => oneUserWire(db, await getUser(db, user.id), user),
  listMyWorkspaces: async ({ db, user }) => ({ items: (await listWorkspacesOf(db, user)).map(workspaceWire) }),
  changeMyPassword: async ({ context, tx, user, body, ip }) => {
    await changePassword(context, tx, user, { ...body, ip })
    return undefined
  },
  classicMe: async ({ db, user }) => {
    const everyName = user.role === 'owner' ? (await listWorkspaces(db)).map((row) => row.name) : undefined
    return oneClassicUserWire(db, await getUser(db, user.id), user, everyName)
  },
})
