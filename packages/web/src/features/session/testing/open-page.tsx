import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createMemoryRouter, Outlet } from 'react-router'
import { queryClient } from '../../../api/query-client.ts'
import { KeyboardProvider } from '../../../keyboard/KeyboardProvider.tsx'
import { Router } from '../../../ui/browser/Router.tsx'
import { ToastRegion } from '../../../ui/toast/ToastRegion.tsx'
import { SessionProvider } from '../SessionProvider.tsx'
import { useSession } from '../session.ts'

/**
 * For tests: open one of several pages with session, query cache and keyboard commands. Any other path renders the
 * text `elsewhere`.
 */
export function openPage(address: string, pages: Readonly<Record<string, ComponentType>>) {
  queryClient.clear()
  const children = Object.entries(pages).map(([path, Component]) => ({ path, Component }))
  const elsewhere = { path: '*', element: <p>elsewhere</p> }
  const router = createMemoryRouter([{ element: <Frame />, children: [...children, elsewhere] }], {
    initialEntries: [address],
  })
  render(<Router router={router} />)
  const here = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  return { router, here, user: userEvent.setup() }
}

function Frame() {
  return (
    <QueryClientProvider client={queryClient}>
      <SessionProvider>
        <KeyboardProvider>
          <Known />
        </KeyboardProvider>
        <ToastRegion />
      </SessionProvider>
    </QueryClientProvider>
  )
}

// Like the app's guard, render a page only once the session is known.
function Known() {
  return useSession().status === 'loading' ? null : <Outlet />
}
