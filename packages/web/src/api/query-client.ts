import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { showError } from './error-to-notice.ts'
import { refusalOf } from './errors.ts'
import { freshMs } from './freshness.ts'

/** Mark a query or mutation whose failure is no news: `meta: SILENT`. */
export const SILENT = { isSilent: true } as const

/** Make a cache of server data: fresh for as long as each answer says, one more try when no answer came, failures told once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => query.meta?.isSilent || showError(error) }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, mutation) => mutation.meta?.isSilent || showError(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: (query) => freshMs(query.state.data),
        retry: (failures, error) => failures < 1 && (refusalOf(error)?.status ?? 500) >= 500,
        refetchOnWindowFocus: false,
      },
    },
  })
}

/** The page's cache of server data. It is emptied when the user leaves. */
export const queryClient = createQueryClient()
