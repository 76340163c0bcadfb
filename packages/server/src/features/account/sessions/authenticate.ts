import type { AppContext, SessionUser } from '../../../context'
import { UnauthenticatedError } from '../../../errors'
import { findUserByKey } from '../api-keys/api-keys.service'
import { findUserByToken } from './sessions.service'

/** What a request brought along to say who it is from. */
export interface Credentials {
  apiKey?: string
  /** The token of an `Authorization: Bearer` header. */
  bearer?: string
  /** The token of the session cookie. */
  cookie?: string
}

/**
 * Who is calling, looked up anew for every request (feedback-api §1.2): the API key first; an unknown key falls through to the token.
 *
 * @returns undefined when nothing valid was presented; a stale cookie counts as nothing, since browsers send it unasked
 * @throws UnauthenticatedError `Invalid token` for a bad or expired bearer token
 */
export async function authenticate(context: AppContext, credentials: Credentials): Promise<SessionUser | undefined> {
  const { apiKey, bearer, cookie } = credentials
  const byKey = apiKey ? await findUserByKey(context, apiKey) : undefined
  if (byKey) return byKey
  if (bearer) {
    const byToken = await findUserByToken(context, bearer)
    if (!byToken) throw new UnauthenticatedError('Invalid token')
    return byToken
  }
  return cookie ? findUserByToken(context, cookie) : undefined
}
