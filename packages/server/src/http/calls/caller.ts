import type { Route } from '@postil/contract/route'
import type { SessionUser } from '../../context'
import { ForbiddenError, UnauthenticatedError } from '../../errors'

/** The credentials sent with a request. */
export interface Credentials {
  apiKey?: string | undefined
  /** The token of an `Authorization: Bearer` header. */
  bearer?: string | undefined
  /** The token of the session cookie. */
  cookie?: string | undefined
  /** The session that the token names, once its signature was verified; it is not verified again. */
  sessionId?: string | undefined
}

/**
 * Find the caller of a route. Throws `UnauthenticatedError` when there is none, unless the route is open to everyone: there, invalid
 * credentials count as none, so that a stale token does not prevent signing in again.
 */
export async function callerOf(
  { access }: Route,
  authenticate: () => Promise<SessionUser | undefined>,
): Promise<SessionUser | undefined> {
  const isOpen = access.can === 'server.visit'
  const user = await authenticate().catch((cause: unknown) => {
    if (isOpen && (cause instanceof UnauthenticatedError || cause instanceof ForbiddenError)) return undefined
    throw cause
  })
  if (!user && !isOpen) throw new UnauthenticatedError()
  return user
}
