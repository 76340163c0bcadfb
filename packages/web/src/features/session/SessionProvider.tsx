import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { RETRY_MS } from '../../api/query-client.ts'
import { t } from '../../i18n/index.ts'
import { writeItem } from '../../ui/browser/stored.ts'
import { useStableCallback } from '../../ui/browser/use-stable-callback.ts'
import { toasts } from '../../ui/toast/toast-queue.ts'
import { type Session, SessionContext, type SessionStatus, type User } from './session.ts'
import { closeSession, fetchMe, fetchSession, openSession } from './session-client.ts'

/** Written on every sign-in and sign-out, so that the other tabs follow. */
const SESSION_SIGNAL_KEY = 'auth.changed'
/** The code of Postil's own 401. Any other 401 is from a proxy before it. */
const UNAUTHORIZED = 'argilla.api.errors::UnauthorizedError'

interface State {
  user: User | null
  status: SessionStatus
  hasLeft?: boolean
}

interface SessionProviderProps {
  children: ReactNode
  /** Called when the user is signed out or another one is signed in, also by another tab: to clear caches that hold data of this user. */
  onLeave?: () => void
}

/** Provides the session to everything inside. */
export function SessionProvider({ children, onLeave }: SessionProviderProps) {
  const [state, setState] = useState<State>({ user: null, status: 'loading' })
  /** Counts what began last: a reply that comes after a later sign-in or sign-out is out of date. */
  const begun = useRef(0)
  /** Id of the user whose data may be in the caches. */
  const cached = useRef<string>(undefined)

  /** Id of the toast about the end of the session. */
  const told = useRef<number>(undefined)

  // Stable: a new function on each render would make the effect below ask for the session again with each page.
  const enter = useStableCallback((user: User | null) => {
    if (cached.current !== undefined && cached.current !== user?.id) onLeave?.()
    cached.current = user?.id
  })

  const refresh = useCallback(async () => {
    begun.current += 1
    const own = begun.current
    const user = await fetchSession().catch(() => undefined)
    if (own !== begun.current) return
    // A missing reply is not a refusal: a signed-in user stays signed in, otherwise the guard waits for the server.
    if (user === undefined) setState((known) => (known.status === 'in' ? known : { user: null, status: 'unreachable' }))
    else {
      enter(user)
      setState({ user, status: user ? 'in' : 'out' })
    }
  }, [enter])

  useEffect(() => {
    void refresh()
    const handleStorage = (event: StorageEvent) => {
      if (event.key === SESSION_SIGNAL_KEY) void refresh()
    }
    // When the user comes back to the page, what has changed about them is taken over, such as their role. The end of the session is left to the next
    // request, with its notice.
    const handleVisible = async () => {
      if (document.visibilityState === 'hidden') return
      const own = begun.current
      const user = await fetchSession().catch(() => null)
      if (own === begun.current) setState((known) => (isChanged(known.user, user) ? { ...known, user } : known))
    }
    window.addEventListener('storage', handleStorage)
    document.addEventListener('visibilitychange', handleVisible)
    return () => {
      window.removeEventListener('storage', handleStorage)
      document.removeEventListener('visibilitychange', handleVisible)
    }
  }, [refresh])

  useEffect(() => {
    if (state.status !== 'unreachable') return
    const timer = setInterval(() => void refresh(), RETRY_MS)
    return () => clearInterval(timer)
  }, [state.status, refresh])

  const session = useMemo<Session>(() => {
    const leave = (hasLeft: boolean) => {
      begun.current += 1
      setState({ user: null, status: 'out', hasLeft })
      enter(null)
    }
    return {
      ...state,
      retry: () => void refresh(),
      signIn: async (username, password) => {
        await openSession(username, password)
        const user = await fetchMe()
        begun.current += 1
        enter(user)
        toasts.dismiss(told.current)
        setState({ user, status: 'in' })
        writeItem(SESSION_SIGNAL_KEY, String(Date.now()))
      },
      signOut: async () => {
        try {
          await closeSession()
        } finally {
          leave(true)
          writeItem(SESSION_SIGNAL_KEY, String(Date.now()))
        }
      },
      expire: (code) => {
        if (state.status !== 'in') return
        toasts.clear()
        told.current = toasts.notify({
          type: 'warning',
          message: t(code === UNAUTHORIZED ? 'session.expired' : 'session.refused'),
        })
        leave(false)
      },
    }
  }, [state, refresh, enter])

  return <SessionContext value={session}>{children}</SessionContext>
}

function isChanged(known: User | null, now: User | null): boolean {
  return known?.id === now?.id && JSON.stringify(known) !== JSON.stringify(now)
}
