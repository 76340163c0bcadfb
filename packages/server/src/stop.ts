import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context'

/** How long requests in flight may take to finish, and then the store to close: ten seconds in all, with some to spare. */
const FINISH_MS = 7500
const CLOSE_MS = 1500

/** SIGHUP comes when the terminal is closed, SIGINT from Ctrl-C, SIGTERM from service managers. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * On the first signal that asks for it: accept nothing more, finish what is in flight, close the store, exit with 0. What takes too long is
 * cut off; its transaction is rolled back and was never acknowledged.
 *
 * Further signals change nothing: npm passes on what the terminal or a service manager has sent to the whole process group already, so one
 * request to stop arrives two or three times. Only SIGKILL ends the process in mid-work.
 */
export function stopOnSignals(server: FastifyInstance, { engine, log, jobs }: AppContext): void {
  let isStopping = false
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    // A connection that was busy when we began becomes idle later: keep-alive must not hold the stop up.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    if (!(await isDoneWithin(FINISH_MS, server.close()))) {
      log.warn('requests that took too long were cut off')
      server.server.closeAllConnections()
    }
    clearInterval(idle)
    // When the store does not answer, the leases of its jobs end by themselves.
    const close = () => engine.close()
    if (!(await isDoneWithin(CLOSE_MS, jobs.stop().then(close, close)))) log.warn('the store did not close in time')
    process.exit(0)
  }
  for (const signal of STOP_SIGNALS) process.on(signal, () => void stop(signal))
}

async function isDoneWithin(ms: number, work: PromiseLike<unknown>): Promise<boolean> {
  const late = new Promise<false>((resolve) => {
    setTimeout(() => resolve(false), ms).unref()
  })
  return Promise.race([Promise.resolve(work).then(() => true), late])
}
