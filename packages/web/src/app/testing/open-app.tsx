import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter } from 'react-router'
import { queryClient } from '../../api/query-client.ts'
import { Router } from '../../ui/browser/Router.tsx'
import { appRoutes } from '../routes.tsx'

export { fakeServer, MARIA } from '../../api/testing/fake-server.ts'

/** Open the whole app at an address. */
export function openApp(address: string) {
  queryClient.clear()
  const router = createMemoryRouter(appRoutes(), { initialEntries: [address] })
  render(<Router router={router} />)
  const here = () => router.state.location.pathname + router.state.location.search + router.state.location.hash
  return { router, here, user: userEvent.setup() }
}
