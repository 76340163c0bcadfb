import { invitationRoutes } from '@postil/contract/account/invitations'
import { wireTime } from '../../../db/clock'
import { handle } from '../../../http/calls/handle'
import { getUser } from '../users/users.service'
import {
  createInvitation,
  createPasswordLink,
  deleteInvitation,
  type Invitation,
  listInvitations,
  renewInvitation,
  workspaceIdsOf,
} from './invitations.service'
import { acceptInvitation, join, readLink } from './join.service'

export const invitationHandlers = handle(invitationRoutes, {
  listInvitations: async ({ db, user }) => ({ items: (await listInvitations(db, user)).map(invitationWire) }),
  createInvitation: async ({ context, user, body }) => withToken(await createInvitation(context, user, body)),
  renewInvitation: async ({ context, user, params }) =>
    withToken(await renewInvitation(context, user, params.invitation_id)),
  deleteInvitation: async ({ tx, user, params }) =>
    invitationWire(await deleteInvitation(tx, user, params.invitation_id)),
  createPasswordLink: async ({ context, db, user, params }) => {
    const { row, token } = await createPasswordLink(context, user, await getUser(db, params.user_id))
    return { token, expires_at: wireTime(row.expires_at) }
  },
  readLink: async ({ context, ip, body }) => {
    const { link, username, workspaces } = await readLink(context, ip, body.token)
    const { first_name, role, expires_at } = link
    return { username, first_name, role, workspaces, expires_at: wireTime(expires_at) }
  },
  acceptInvitation: async ({ context, ip, user, body }) => ({
    workspaces: await acceptInvitation(context, ip, user, body.token),
  }),
  join: async ({ context, ip, body }) => ({ username: await join(context, ip, body) }),
})

function invitationWire(row: Invitation) {
  const { id, first_name, role, invited_by, inserted_at, expires_at } = row
  const times = { inserted_at: wireTime(inserted_at), expires_at: wireTime(expires_at) }
  return { id, first_name, role, workspace_ids: workspaceIdsOf(row), invited_by, ...times }
}

function withToken({ row, token }: { row: Invitation; token: string }) {
  return { ...invitationWire(row), token }
}
