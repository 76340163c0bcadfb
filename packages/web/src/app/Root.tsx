import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { RouterProvider as AriaRouterProvider } from 'react-aria-components'
import { Outlet, useHref, useLocation, useNavigate, useNavigation } from 'react-router'
import { SessionProvider } from '../features/session/SessionProvider.tsx'
import { t } from '../i18n/index.ts'
import { KeyboardProvider } from '../keyboard/KeyboardProvider.tsx'
import { requestProgress } from '../ui/request-progress.ts'
import { ToastRegion } from '../ui/toast/ToastRegion.tsx'
import { toasts } from '../ui/toast/toast-queue.ts'
import { ConnectionNotices } from './notices/ConnectionNotices.tsx'
import { queryClient } from './query-client.ts'
import { useScrollMemory } from './routing/use-scroll-memory.ts'
import { SessionLink } from './SessionLink.tsx'

/** What every screen needs around it: the session, the cache, the keys, the toasts. */
export function Root() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isLoadingPage = useNavigation().state !== 'idle'
  useScrollMemory()

  // biome-ignore lint/correctness/useExhaustiveDependencies: again on every page, whatever the one before did
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
