import { QueryClient } from '@tanstack/react-query'

/** How long an answer is fresh when its cache-control does not say (spec section 9). */
const DEFAULT_STALE_MS = 3000

/** The page's cache of server data. It is emptied when the user leaves. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: DEFAULT_STALE_MS, retry: 1, refetchOnWindowFocus: false } },
})
