import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { int, text, uuid } from '../shapes'
import { UserParams } from './shapes'

export const ApiKeyBody = z.object({
  id: z.string(),
  name: z.string(),
  last_four: z.string(),
  inserted_at: z.string(),
  last_used_at: z.string().nullable(),
  /** When the key expires; null for never. */
  expires_at: z.string().nullable(),
})
/** The only reply that ever contains the key. */
const CreatedApiKey = ApiKeyBody.extend({ key: z.string() })
const ApiKeys = z.object({ items: z.array(ApiKeyBody) })
const NewApiKey = z.object({
  name: text({ min: 1, max: LIMITS.nameLength, trim: true }),
  expires_in_days: int({ ge: 1, le: LIMITS.keyDays }).nullable().optional(),
})

const KeyParams = z.object({ key_id: uuid() })

/**
 * API keys for programs. Creating one is marked `outsideTransaction`, so that its reply, which contains the key, is never stored for
 * retries; the service opens its own transaction.
 */
export const apiKeyRoutes = {
  listMyApiKeys: defineRoute({
    method: 'GET',
    path: '/api/v1/me/api-keys',
    summary: "The caller's API keys, oldest first, without the keys themselves.",
    tag: 'API keys',
    access: { can: 'server.use' },
    reply: ApiKeys,
    status: 200,
    errors: [],
  }),
  createMyApiKey: defineRoute({
    method: 'POST',
    path: '/api/v1/me/api-keys',
    summary: 'Create an API key for the caller. Only this reply contains the key.',
    tag: 'API keys',
    access: { can: 'server.use' },
    body: NewApiKey,
    outsideTransaction: true,
    reply: CreatedApiKey,
    status: 201,
    errors: [],
  }),
  deleteMyApiKey: defineRoute({
    method: 'DELETE',
    path: '/api/v1/me/api-keys/{key_id}',
    summary: 'Revoke an API key of the caller.',
    tag: 'API keys',
    access: { can: 'server.use' },
    params: KeyParams,
    reply: ApiKeyBody,
    status: 200,
    errors: ['not_found'],
  }),
  listUserApiKeys: defineRoute({
    method: 'GET',
    path: '/api/v1/users/{user_id}/api-keys',
    summary: "A user's API keys, oldest first, without the keys themselves.",
    tag: 'API keys',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    reply: ApiKeys,
    status: 200,
    errors: ['not_found'],
  }),
  createUserApiKey: defineRoute({
    method: 'POST',
    path: '/api/v1/users/{user_id}/api-keys',
    summary: 'Create an API key for a user. Only this reply contains the key.',
    tag: 'API keys',
    access: { can: 'users.manage', of: 'user', param: 'user_id' },
    params: UserParams,
    body: NewApiKey,
    outsideTransaction: true,
    reply: CreatedApiKey,
    status: 201,
    errors: ['not_found'],
  }),
  deleteUserApiKey: defineRoute({
    method: 'DELETE',
    path: '/api/v1/users/{user_id}/api-keys/{key_id}',
    summary: 'Revoke an API key of a user.',
    tag: 'API keys',
    access: { can: 'access.manage', of: 'user', param: 'user_id' },
    params: UserParams.extend(KeyParams.shape),
    reply: ApiKeyBody,
    status: 200,
    errors: ['not_found'],
  }),
}
