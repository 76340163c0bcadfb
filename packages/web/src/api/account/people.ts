import type { BodyOf, ReplyOf } from '@postil/contract/route'
import type { AllRoutes } from '@postil/contract/routes'
import { api } from '../client.ts'
import type { ApiKey, Session } from './account.ts'

export type Person = ReplyOf<AllRoutes['listPeople']>['items'][number]
export type Invitation = ReplyOf<AllRoutes['listInvitations']>['items'][number]
export type InvitationWithLink = ReplyOf<AllRoutes['createInvitation']>
export type JoinLink = ReplyOf<AllRoutes['readLink']>
export type NewAccount = BodyOf<AllRoutes['createPerson']>
type JoinForm = BodyOf<AllRoutes['join']>

/** All users the caller may see, oldest first. */
export async function fetchPeople(): Promise<Person[]> {
  return (await api('GET /api/v1/people')).items
}

/** How many answers each user submitted, and classic records they validated, in the last seven days, by id; users without any are left out. */
export async function fetchRecentAnswers(): Promise<Record<string, number>> {
  const { items } = await api('GET /api/v1/people/answers')
  return Object.fromEntries(items.map(({ user_id, answers }) => [user_id, answers]))
}

/** Open invitations, newest first. */
export async function fetchInvitations(): Promise<Invitation[]> {
  return (await api('GET /api/v1/invitations')).items
}

/** Create an invitation; only this reply contains the link's token. */
export function invite(body: { first_name?: string; role: Person['role']; workspace_ids: string[] }) {
  return api('POST /api/v1/invitations', { body })
}

export function renewInvitation(id: string): Promise<InvitationWithLink> {
  return api('POST /api/v1/invitations/{invitation_id}/link', { params: { invitation_id: id } })
}

export async function withdrawInvitation(id: string): Promise<void> {
  await api('DELETE /api/v1/invitations/{invitation_id}', { params: { invitation_id: id } })
}

/** Create a link by which the user sets a new password; only this reply contains its token. */
export function makePasswordLink(userId: string) {
  return api('POST /api/v1/users/{user_id}/password-link', { params: { user_id: userId } })
}

/** Create an account; without a password, the reply contains the only copy of a link by which the person sets one. */
export function createPerson(body: NewAccount) {
  return api('POST /api/v1/people', { body })
}

export async function setNames(userId: string, names: Pick<Person, 'first_name' | 'last_name'>): Promise<void> {
  await api('PATCH /api/v1/users/{user_id}', { params: { user_id: userId }, body: names })
}

export async function setRole(userId: string, role: Person['role']): Promise<void> {
  await api('PATCH /api/v1/users/{user_id}', { params: { user_id: userId }, body: { role } })
}

/** Disable or enable a user. */
export async function setDisabled(userId: string, disabled: boolean): Promise<void> {
  await api('PUT /api/v1/users/{user_id}/disabled', { params: { user_id: userId }, body: { disabled } })
}

export async function deleteUser(userId: string): Promise<void> {
  await api('DELETE /api/v1/users/{user_id}', { params: { user_id: userId } })
}

export async function addMember(workspaceId: string, userId: string): Promise<void> {
  const params = { workspace_id: workspaceId }
  await api('POST /api/v1/workspaces/{workspace_id}/users', { params, body: { user_id: userId } })
}

export async function removeMember(workspaceId: string, userId: string): Promise<void> {
  const params = { workspace_id: workspaceId, user_id: userId }
  await api('DELETE /api/v1/workspaces/{workspace_id}/users/{user_id}', { params })
}

export async function createWorkspace(name: string): Promise<void> {
  await api('POST /api/v1/workspaces', { body: { name } })
}

export async function renameWorkspace(id: string, name: string): Promise<void> {
  await api('PATCH /api/v1/workspaces/{workspace_id}', { params: { workspace_id: id }, body: { name } })
}

export async function deleteWorkspace(id: string): Promise<void> {
  await api('DELETE /api/v1/workspaces/{workspace_id}', { params: { workspace_id: id } })
}

/** A user's sessions, newest first, and API keys. */
export async function fetchAccess(userId: string): Promise<{ sessions: Session[]; keys: ApiKey[] }> {
  const params = { user_id: userId }
  const [sessions, keys] = await Promise.all([
    api('GET /api/v1/users/{user_id}/sessions', { params }),
    api('GET /api/v1/users/{user_id}/api-keys', { params }),
  ])
  return { sessions: sessions.items, keys: keys.items }
}

export async function endUserSession(userId: string, sessionId: string): Promise<void> {
  const params = { user_id: userId, session_id: sessionId }
  await api('DELETE /api/v1/users/{user_id}/sessions/{session_id}', { params })
}

export async function revokeUserKey(userId: string, keyId: string): Promise<void> {
  await api('DELETE /api/v1/users/{user_id}/api-keys/{key_id}', { params: { user_id: userId, key_id: keyId } })
}

/** The purpose of a link. */
export function readLink(token: string): Promise<JoinLink> {
  return api('POST /api/join/link', { body: { token } })
}

/** Use an invitation with the account that is signed in; returns the names of the workspaces that it has joined. */
export async function acceptInvitation(token: string): Promise<string[]> {
  return (await api('POST /api/v1/me/invitations', { body: { token } })).workspaces
}

/** Use a link; returns the username to sign in with. */
export async function join(form: JoinForm): Promise<string> {
  return (await api('POST /api/join', { body: form })).username
}
