import { apiKeyRoutes } from '@postil/contract/account/api-keys'
import type { HandlerContext } from '../../../context'
import { handle } from '../../../http/calls/handle'
import { keyWire } from './api-key.wire'
import { createKey, listKeysOf, revokeKey } from './api-keys.service'

export const apiKeyHandlers = handle(apiKeyRoutes, {
  listMyApiKeys: async ({ db, user }) => ({ items: (await listKeysOf(db, user.id)).map(keyWire) }),
  createMyApiKey: ({ context, user, body }) => create(context, user.id, body, user.id),
  deleteMyApiKey: async ({ tx, user, params }) => keyWire(await revokeKey(tx, user.id, params.key_id, user.id)),
  listUserApiKeys: async ({ db, params }) => ({ items: (await listKeysOf(db, params.user_id)).map(keyWire) }),
  createUserApiKey: ({ context, user, params, body }) => create(context, params.user_id, body, user.id),
  deleteUserApiKey: async ({ tx, user, params }) => {
    return keyWire(await revokeKey(tx, params.user_id, params.key_id, user.id))
  },
})

interface Wanted {
  name: string
  expires_in_days?: number | null
}

/** In its own transaction: the framework stores the replies of its transactions for retries, and this one contains the key. */
async function create({ engine }: HandlerContext, userId: string, { name, expires_in_days }: Wanted, by: string) {
  const wanted = { userId, name, by, expiresInDays: expires_in_days }
  const { row, key } = await engine.transaction((tx) => createKey(tx, wanted))
  return { ...keyWire(row), key }
}
