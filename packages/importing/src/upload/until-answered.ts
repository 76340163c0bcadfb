import { ApiError, NetworkError } from '@postil/sdk/errors'

/** Delays before each retry; the last one is repeated. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000]
/** About ten minutes. */
const MAX_RETRIES = 40

/** Waits, unless aborted. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>

interface UntilAnsweredOptions {
  signal: AbortSignal | undefined
  /** Called before each wait, and with false when the server replies again. */
  onWaiting: (isWaiting: boolean) => void
  /** For tests. */
  sleep?: Sleep | undefined
}

/** Send a request that may be repeated, again and again while the server does not reply. */
export async function untilAnswered<Reply>(
  send: () => Promise<Reply>,
  { signal, onWaiting, sleep = wait }: UntilAnsweredOptions,
): Promise<Reply> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      const reply = await send()
      if (attempt > 0) onWaiting(false)
      return reply
    } catch (error) {
      if (attempt >= MAX_RETRIES || !isPassing(error)) throw error
      onWaiting(true)
      await sleep(RETRY_MS[attempt] ?? RETRY_MS.at(-1) ?? 0, signal)
    }
  }
}

/** Whether the failure is temporary: server unreachable or overloaded. */
function isPassing(error: unknown): boolean {
  if (error instanceof NetworkError) return true
  return error instanceof ApiError && (error.status === 429 || error.status >= 500)
}

function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
  })
}
