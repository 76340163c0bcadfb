import { isObject } from '@postil/domain/is-object'
import { requestProgress } from '../../ui/loading/request-progress.ts'
import type { Role, User } from './session.ts'

/** Why signing in failed. */
export type SignInReason = 'wrong' | 'missing' | 'tooMany' | 'noServer' | 'failed'

/** Signing in failed, for the given `reason`. */
export class SignInError extends Error {
  override name = 'SignInError'
  readonly reason: SignInReason

  constructor(reason: SignInReason, detail = '', options?: ErrorOptions) {
    super(detail, options)
    this.reason = reason
  }
}

/** The signed-in user, or null without a session (no 401, which the browser would log as a failure). Throws without a reply. */
export async function fetchSession(): Promise<User | null> {
  const reply = await send('/api/session', { headers: { Accept: 'application/json' } })
  if (!reply.ok) throw new Error(`GET /api/session answered ${reply.status}`)
  const body: unknown = await reply.json()
  if (!isObject(body)) throw new Error('GET /api/session did not answer a session')
  return body.user === null ? null : parseUser(body.user)
}

/** The user who has just signed in. Throws when there is none. */
export async function fetchMe(): Promise<User> {
  const reply = await send('/api/me', { headers: { Accept: 'application/json' } })
  if (!reply.ok) throw new Error(`GET /api/me answered ${reply.status}`)
  return parseUser(await reply.json())
}

/** Open a session: the reply's HttpOnly cookie carries it. Throws a `SignInError`. */
export async function openSession(username: string, password: string): Promise<void> {
  const reply = await send('/api/security/token', {
    method: 'POST',
    headers: { Accept: 'application/json' },
    body: new URLSearchParams({ username, password }),
  }).catch((cause: unknown) => {
    throw new SignInError('noServer', 'No answer', { cause })
  })
  if (!reply.ok) throw new SignInError(REASONS[reply.status] ?? 'failed', `${reply.status} ${reply.statusText}`.trim())
}

/** Close the session on the server. Throws when the server does not answer. */
export async function closeSession(): Promise<void> {
  await send('/api/session/logout', { method: 'POST' })
}

const REASONS: Readonly<Record<number, SignInReason>> = {
  401: 'wrong',
  422: 'missing',
  429: 'tooMany',
  502: 'noServer',
  503: 'noServer',
  504: 'noServer',
}

function send(path: string, init: RequestInit): Promise<Response> {
  return requestProgress.follow(fetch(path, { credentials: 'same-origin', cache: 'no-store', ...init }))
}

/** Parse the server's user. Throws when it is not valid. */
export function parseUser(body: unknown): User {
  if (!isObject(body) || typeof body.id !== 'string' || typeof body.username !== 'string') {
    throw new Error('The server did not answer a user')
  }
  return {
    id: body.id,
    username: body.username,
    first_name: typeof body.first_name === 'string' ? body.first_name : '',
    last_name: typeof body.last_name === 'string' ? body.last_name : null,
    role: parseRole(body.role),
    workspaces: Array.isArray(body.workspaces) ? body.workspaces.filter((name) => typeof name === 'string') : [],
  }
}

// An unknown role gets the fewest rights (spec section 6).
function parseRole(role: unknown): Role {
  return role === 'owner' || role === 'admin' ? role : 'annotator'
}
