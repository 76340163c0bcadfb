import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context'

/** How long requests in flight may take to finish, and then the store to close: ten seconds in all, with some to spare. */
const FINISH_MS = 7500
const CLOSE_MS = 1500

/**
 * On SIGTERM and SIGINT: accept nothing more, finish what is in flight, close the store, exit with 0. What takes too long is cut off; its
 * transaction is rolled back and was never acknowledged. A second signal ends the process at once.
 */
export function stopOnSignals(server: FastifyInstance, { engine, log }: AppContext): void {
  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping')
    // A connection that was busy when we began becomes idle later: keep-alive must not hold the stop up.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    if (!(await isDoneWithin(FINISH_MS, server.close()))) {
      log.warn('requests that took too long were cut off')
      server.server.closeAllConnections()
    }
    clearInterval(idle)
    if (!(await isDoneWithin(CLOSE_MS, engine.close()))) log.warn('the store did not close in time')
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop(signal))
}

async function isDoneWithin(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
  return Promise.race([Promise.resolve(work).then(() => true), late])
}
