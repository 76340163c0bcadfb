import type { HandlerContext, SessionUser } from '../../../context'
import { UnauthenticatedError } from '../../../errors'
import type { Credentials } from '../../../http/calls/caller'
import type { FollowUp } from '../../../http/calls/follow-up'
import { findUserByKey } from '../api-keys/api-keys.service'
import { findUserOfSession } from './sessions.service'
import { readToken } from './token'

/**
 * Authenticate the caller of a request, without caching (feedback-api §1.2): by API key first; an unknown key falls through to the token.
 *
 * @param note - called to record the visit and the use of a key
 * @returns undefined without valid credentials; an expired cookie counts as none, since browsers send it automatically
 * @throws UnauthenticatedError `Invalid token` for a bad or expired bearer token
 */
export async function authenticate(
  context: HandlerContext,
  { apiKey, bearer, cookie, sessionId }: Credentials,
  note: (work: FollowUp) => void,
): Promise<SessionUser | undefined> {
  const byKey = apiKey ? await findUserByKey(context.engine.db, apiKey, note) : undefined
  if (byKey) return byKey
  const token = bearer ?? cookie
  if (!token) return undefined
  const named = sessionId ?? (await readToken(context, token))
  const byToken = named === undefined ? undefined : await findUserOfSession(context.engine.db, named, note)
  if (!byToken && bearer) throw new UnauthenticatedError('Invalid token')
  return byToken
}
