import type { HandlerContext, SessionUser } from '../../../context'
import { UnauthenticatedError } from '../../../errors'
import type { Credentials } from '../../../http/caller'
import type { FollowUp } from '../../../http/follow-up'
import { findUserByKey } from '../api-keys/api-keys.service'
import { findUserOfSession } from './sessions.service'
import { readToken } from './token'

/**
 * Who is calling, looked up anew for every request (feedback-api §1.2): the API key first; an unknown key falls through to the token.
 *
 * @param note - gets what is to be kept of the visit and the use of a key
 * @returns undefined when nothing valid was presented; a stale cookie counts as nothing, since browsers send it unasked
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
