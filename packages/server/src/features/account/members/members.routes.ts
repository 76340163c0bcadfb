import { memberRoutes } from '@postil/contract/account/members'
import { InvalidError } from '../../../errors'
import { handle } from '../../../http/calls/handle'
import { findUser, getUser } from '../users/users.service'
import { classicUsersWire, oneClassicUserWire, oneUserWire, usersWire } from '../users/users.wire'
import { addMember, listMembers, removeMember } from './members.service'

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
