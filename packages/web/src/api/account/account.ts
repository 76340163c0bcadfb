import type { ReplyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../client.ts'

/** An API key as listed, without the key itself. */
export type ApiKey = ReplyOf<AllRoutes['listMyApiKeys']>['items'][number]
/** A new key; the only reply that contains the key itself. */
export type CreatedApiKey = ReplyOf<AllRoutes['createMyApiKey']>

export type Session = ReplyOf<AllRoutes['listMySessions']>['items'][number]

/** The user's API keys, oldest first. */
export async function fetchApiKeys(): Promise<ApiKey[]> {
  return (await api('GET /api/v1/me/api-keys')).items
}

/** Create an API key, which expires after some days, or never. */
export function createApiKey({ name, days }: { name: string; days: number | null }): Promise<CreatedApiKey> {
  return api('POST /api/v1/me/api-keys', { body: { name, expires_in_days: days } })
}

/** Revoke an API key: programs that use it are then refused. */
export async function revokeApiKey(keyId: string): Promise<void> {
  await api('DELETE /api/v1/me/api-keys/{key_id}', { params: { key_id: keyId } })
}

/** The key of the user's sessions in the query cache. */
export const MY_SESSIONS = ['my-sessions']

/** The user's sessions, newest first. */
export async function fetchMySessions(): Promise<Session[]> {
  return (await api('GET /api/v1/me/sessions')).items
}

/** Sign the user out of another browser. */
export async function endMySession(sessionId: string): Promise<void> {
  await api('DELETE /api/v1/me/sessions/{session_id}', { params: { session_id: sessionId } })
}

/** The sessions that a password change has ended, and the API keys that stay valid. */
export type PasswordChanged = ReplyOf<AllRoutes['changeMyPassword']>

/** Change the user's password. It ends their sessions in other browsers. */
export function changePassword(current: string, next: string): Promise<PasswordChanged> {
  return api('PUT /api/v1/me/password', { body: { current_password: current, new_password: next } })
}
