import { meRoutes } from '@postil/contract/account/me'
import { wireTime } from '../../../db/clock'
import { handle } from '../../../http/calls/handle'
import { keyWire } from '../api-keys/api-key.wire'
import { listKeysOf } from '../api-keys/api-keys.service'
import { getUser } from '../users/users.service'
import { oneUserWire } from '../users/users.wire'
import { listWorkspacesOf } from '../workspaces/workspaces.service'
import { workspaceWire } from '../workspaces/workspaces.wire'
import { ownClassicUserWire } from './me.wire'
import { changePassword, checkPasswords } from './own-password'

export const meHandlers = handle(meRoutes, {
  getMe: async ({ db, user }) => oneUserWire(db, await getUser(db, user.id), user),
  listMyWorkspaces: async ({ db, user }) => ({ items: (await listWorkspacesOf(db, user)).map(workspaceWire) }),
  changeMyPassword: {
    queriesBeforeTransaction: true,
    prepare: async (body, before) => {
      const checked = before && (await checkPasswords(before, body))
      return async ({ tx, user }) => {
        const ended = await changePassword(tx, user, checked)
        return {
          ended_sessions: ended.map(({ inserted_at, expires_at }) => ({
            inserted_at: wireTime(inserted_at),
            expires_at: wireTime(expires_at),
          })),
          api_keys: (await listKeysOf(tx, user.id)).map(keyWire),
        }
      }
    },
  },
  classicMe: ({ db, user }) => ownClassicUserWire(db, user),
})
