import { useEffect, useLayoutEffect } from 'react'
import { onSessionEnded, setSignedIn } from '../api/session-link.ts'
import { useSession } from '../features/session/session.ts'

/** Joins the session and the calls: a 401 ends the session, and requests of a signed-in user name their workspace. */
export function SessionLink() {
  const { user, expire } = useSession()
  const isSignedIn = user !== null
  // Before the effects of the page below, which make the first requests.
  useLayoutEffect(() => setSignedIn(isSignedIn), [isSignedIn])
  useEffect(() => onSessionEnded(expire), [expire])
  return null
}
