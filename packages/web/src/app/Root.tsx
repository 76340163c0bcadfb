import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { RouterProvider as AriaRouterProvider } from 'react-aria-components'
import { Outlet, useHref, useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router'
import { onSessionEnded, setSignedIn } from '../api/account/session-link.ts'
import { queryClient } from '../api/query-client.ts'
import { SessionProvider } from '../features/session/SessionProvider.tsx'
import { useSession } from '../features/session/session.ts'
import { t } from '../i18n/index.ts'
import { KeyboardProvider } from '../keyboard/KeyboardProvider.tsx'
import { requestProgress } from '../ui/loading/request-progress.ts'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import { toasts } from '../ui/toast/toast-queue.ts'

/** The providers around every screen: session, query cache, keyboard commands, toasts. */
export function Root() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isLoadingPage = useNavigation().location !== undefined
  useScrollMemory()

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again on every page
  useEffect(() => {
    document.title = t('app.name')
    toasts.leavePage()
  }, [pathname])

  useEffect(() => (isLoadingPage ? requestProgress.begin() : undefined), [isLoadingPage])

  return (
    <AriaRouterProvider navigate={(path, options) => void navigate(path, options)} useHref={useHref}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider onLeave={() => queryClient.clear()}>
          <SessionLink />
          <KeyboardProvider>
            <Outlet />
          </KeyboardProvider>
        </SessionProvider>
      </QueryClientProvider>
      <ConnectionNotices />
      <ToastRegion />
    </AriaRouterProvider>
  )
}

/** Connects the session with the API client: a 401 ends the session, and requests of a signed-in user name their workspace. */
function SessionLink() {
  const { user, expire } = useSession()
  const isSignedIn = user !== null
  // A layout effect: it must run before the effects of the page below, which send the first requests.
  useLayoutEffect(() => setSignedIn(isSignedIn), [isSignedIn])
  useEffect(() => onSessionEnded(expire), [expire])
  return null
}

const ABOUT = 'connection'

/** A toast of error type when the browser goes offline and when it comes back (spec section 2). */
function ConnectionNotices() {
  useEffect(() => {
    const tell = ({ type }: Event) =>
      toasts.notify({ type: 'error', about: ABOUT, message: t(type === 'online' ? 'app.online' : 'app.offline') })
    window.addEventListener('offline', tell)
    window.addEventListener('online', tell)
    return () => {
      window.removeEventListener('offline', tell)
      window.removeEventListener('online', tell)
    }
  }, [])
  return null
}

/**
 * Scroll restoration by the app instead of the browser (spec section 2): a new page starts at its top, going back restores the
 * position, and a change of only the query string moves nothing.
 */
function useScrollMemory(): void {
  const { key, pathname } = useLocation()
  const how = useNavigationType()
  const places = useRef(new Map<string, number>())
  const before = useRef(pathname)

  useEffect(() => {
    history.scrollRestoration = 'manual'
  }, [])

  useEffect(() => {
    const known = places.current
    if (how === 'POP') window.scrollTo(0, known.get(key) ?? 0)
    else if (before.current !== pathname) window.scrollTo(0, 0)
    before.current = pathname
    const remember = () => known.set(key, window.scrollY)
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key, pathname, how])
}
