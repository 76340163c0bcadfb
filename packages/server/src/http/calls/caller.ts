import type { Route } from '@postil/contract/route'
import type { SessionUser } from '../../context'
import { ForbiddenError, UnauthenticatedError } from '../../errors'

/** What a request brought along to say who it is from. */
export interface Credentials {
  apiKey?: string | undefined
  /** The token of an `Authorization: Bearer` header. */
  bearer?: string | undefined
  /** The token of the session cookie. */
  cookie?: string | undefined
  /** The session that the token names, once its signature was checked; it is not checked again. */
  sessionId?: string | undefined
}

/**
 * Who calls a route. Throws `UnauthenticatedError` for nobody, unless the route is open to everyone: there bad credentials count as none, for a
 * stale token must not keep anyone from signing in again.
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
