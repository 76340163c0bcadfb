import { apiKeyRoutes } from '@postil/contract/account/api-keys'
import type { AppContext } from '../../../context'
import { wireTime } from '../../../db/clock'
import type { ApiKeyTable } from '../../../db/tables'
import { handle } from '../../../http/handle'
import { createKey, listKeysOf, revokeKey } from './api-keys.service'

export const apiKeyHandlers = handle(apiKeyRoutes, {
  listMyApiKeys: async ({ db, user }) => ({ items: (await listKeysOf(db, user.id)).map(keyWire) }),
  createMyApiKey: ({ context, user, body }) => create(context, user.id, body.name, user.id),
  deleteMyApiKey: async ({ tx, user, params }) => keyWire(await revokeKey(tx, user.id, params.key_id, user.id)),
  listUserApiKeys: async ({ db, params }) => ({ items: (await listKeysOf(db, params.user_id)).map(keyWire) }),
  createUserApiKey: ({ context, user, params, body }) => create(context, params.user_id, body.name, user.id),
  deleteUserApiKey: async ({ tx, user, params }) => {
    return keyWire(await revokeKey(tx, params.user_id, params.key_id, user.id))
  },
})

/** In a transaction of its own: the framework keeps the replies of its own for retries, and this one holds the key. */
async function create({ engine }: AppContext, userId: string, name: string, by: string) {
  const { row, key } = await engine.transaction((tx) => createKey(tx, { userId, name, by }))
  return { ...keyWire(row), key }
}

function keyWire({ id, name, last_four, inserted_at, last_used_at }: ApiKeyTable) {
  return {
    id,
    name,
    last_four,
    inserted_at: wireTime(inserted_at),
    last_used_at: last_used_at === null ? null : wireTime(last_used_at),
  }
}
