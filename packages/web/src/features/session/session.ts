import type { Role } from '@postil/domain/permissions'
import { createContext, useContext } from 'react'

export type { Role }

/** The signed-in user, as the server returns it (`GET /api/me`). */
export interface User {
  id: string
  username: string
  first_name: string
  last_name: string | null
  role: Role
  /** Names of the user's workspaces. */
  workspaces: readonly string[]
}

/** `unreachable`: the server did not reply; the request is repeated. */
export type SessionStatus = 'loading' | 'in' | 'out' | 'unreachable'

export interface Session {
  user: User | null
  status: SessionStatus
  /** The user signed out in this browser, rather than being refused by the server. */
  hasLeft?: boolean
  /** Throws a `SignInError` when it fails. */
  signIn: (username: string, password: string) => Promise<void>
  signOut: () => Promise<void>
  /**
   * The session was refused (401): clear the user and show a message; the guard then shows the login page.
   *
   * @param code - the error code of the reply, which decides the message; undefined if it has none
   */
  expire: (code?: unknown) => void
  /** Ask the server again. */
  retry: () => void
}

export const SessionContext = createContext<Session | null>(null)

/** The session. Throws outside a `SessionProvider`. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

/** The signed-in user. Throws on pages that are not guarded. */
export function useUser(): User {
  const { user } = useSession()
  if (!user) throw new Error('useUser needs a guarded page')
  return user
}
