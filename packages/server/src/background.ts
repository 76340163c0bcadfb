import type { AppContext } from './context'

/**
 * Log a failure of work that no request waits for. A stop closes the store under such work, which goes on at the next start: nothing to
 * warn about.
 */
export function logBackgroundFailure(
  { engine, log }: Pick<AppContext, 'engine' | 'log'>,
  err: unknown,
  message: string,
): void {
  if (!engine.isClosed) log.warn({ err }, message)
}
