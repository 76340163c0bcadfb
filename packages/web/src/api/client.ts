import { type Client, createClient } from '@postil/sdk/client'
import { requestProgress } from '../ui/loading/request-progress.ts'
import { endSession, sessionHeaders } from './account/session-link.ts'

/**
 * Aborts a request after a minute, as if the connection were broken: an answer whose reply never comes must not keep all later ones waiting,
 * nor a record that never comes its page.
 */
export const patience = (): AbortSignal => AbortSignal.timeout(60_000)

/** Create the app's client of the HTTP API: it drives the loading bar, sends the workspace header, and detects the end of a session. */
export function createAppClient(doFetch: typeof fetch = (...request) => fetch(...request)): Client {
  const open: (() => void)[] = []
  return createClient({
    headers: sessionHeaders,
    patience,
    onProgress: (change) => {
      if (change === 1) open.push(requestProgress.begin())
      else open.pop()?.()
    },
    fetch: async (...request) => {
      const reply = await doFetch(...request)
      // The 401 of a proxy may have any body.
      if (reply.status === 401)
        endSession(
          await reply
            .clone()
            .json()
            .catch(() => undefined),
        )
      return reply
    },
  })
}

/** The app's client. */
export const api = createAppClient()
