import { use } from 'react'
import { UNSAFE_DataRouterContext as DataRouter } from 'react-router'

/**
 * A function that gives the query string of the latest navigation. React renders a navigation when it has time, so a click
 * can come before: a change made from the rendered query string would undo the one before it.
 */
export function useLatestSearch(): () => URLSearchParams {
  // The only place where the router tells this: its hooks give what is rendered.
  const router = use(DataRouter)?.router
  return () => new URLSearchParams(router?.state.location.search)
}
