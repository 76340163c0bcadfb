import type { AppContext } from './context'

/**
 * Log a failure of work that no request waits for. A shutdown closes the store during such work, which continues at the next start: this is
 * not logged as a warning.
 */
export function logBackgroundFailure(
  { engine, log }: Pick<AppContext, 'engine' | 'log'>,
  err: unknown,
  message: string,
): void {
  if (!engine.isClosed) log.warn({ err }, message)
}
