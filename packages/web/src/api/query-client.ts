import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showError } from './error-to-notice.ts'
import { refusalOf } from './errors.ts'
import { freshMs } from './freshness.ts'

/** `meta: SILENT` marks a query or mutation whose failure is not reported. */
export const SILENT = { isSilent: true } as const

/** How often something is tried again on its own until the server replies, in ms. */
export const RETRY_MS = 5000

/** Whether a request may succeed later: there was no reply, or the server could not answer it now. */
export function isTemporary(error: unknown): boolean {
  return (refusalOf(error)?.status ?? 500) >= 500
}

/** Create a cache of server data: freshness from each reply, one retry when there was no reply, each failure reported once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.meta?.isSilent || showError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => mutation.meta?.isSilent || showError(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: (query) => freshMs(query.state.data),
        retry: (failures, error) => failures < 1 && isTemporary(error),
        refetchOnWindowFocus: false,
      },
    },
  })
}

/** The page's cache of server data. It is cleared when the user signs out. */
export const queryClient = createQueryClient()
