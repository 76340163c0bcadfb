import { userRoutes } from '@postil/contract/account/users'
import { can } from '@postil/domain/permissions'
import { handle } from '../../../http/calls/handle'
import { addToWorkspacesByName } from '../members/members.service'
import { hashPassword } from '../passwords/password'
import { listWorkspacesOf } from '../workspaces/workspaces.service'
import { workspaceWire } from '../workspaces/workspaces.wire'
import { createUserWithKey, deleteUser, getUser, listUsers, updateUser } from './users.service'
import { classicUsersWire, oneClassicUserWire, oneUserWire, usersWire } from './users.wire'

export const userHandlers = handle(userRoutes, {
  listUsers: async ({ db, user }) => ({ items: await usersWire(db, await listUsers(db), user) }),
  getUser: async ({ db, user, found }) => oneUserWire(db, found('user'), user),
  createUser: async ({ context, user, body }) => {
    const passwordHash = await hashPassword(body.password)
    return context.engine.transaction(async (tx) => {
      const { row, key } = await createUserWithKey(tx, user.id, { ...body, passwordHash })
      return { ...(await oneUserWire(tx, row)), api_key: key }
    })
  },
  updateUser: {
    queriesBeforeTransaction: true,
    prepare: async ({ password, ...changes }, before) => {
      // A hash takes long, so none is computed for those whom the transaction refuses.
      const isAllowed = before !== undefined && can(before.user, 'users.manage')
      const passwordHash = password && isAllowed ? await hashPassword(password) : undefined
      return async ({ tx, user, params }) => {
        const row = await getUser(tx, params.user_id)
        return oneUserWire(tx, await updateUser(tx, user, row, { ...changes, passwordHash }))
      }
    },
  },
  deleteUser: async ({ tx, user, params }) => {
    const row = await getUser(tx, params.user_id)
    const reply = await oneUserWire(tx, row)
    await deleteUser(tx, user, row)
    return reply
  },
  listUserWorkspaces: async ({ db, found }) => ({
    items: (await listWorkspacesOf(db, found('user'))).map(workspaceWire),
  }),
  classicListUsers: async ({ db, user }) => classicUsersWire(db, await listUsers(db), user),
  classicCreateUser: async ({ context, user, body }) => {
    const passwordHash = await hashPassword(body.password)
    return context.engine.transaction(async (tx) => {
      const { row, key } = await createUserWithKey(tx, user.id, { ...body, passwordHash })
      await addToWorkspacesByName(tx, user.id, row.id, body.workspaces ?? [])
      return { ...(await oneClassicUserWire(tx, row)), api_key: key }
    })
  },
  classicDeleteUser: async ({ tx, user, params }) => {
    const row = await getUser(tx, params.user_id)
    const reply = await oneClassicUserWire(tx, row)
    await deleteUser(tx, user, row)
    return reply
  },
})
