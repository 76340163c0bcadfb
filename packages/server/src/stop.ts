import type { FastifyInstance } from 'fastify'
import type { AppContext } from './context'

/** Milliseconds for requests in flight to finish, and then for the store to close: less than ten seconds in total. */
const FINISH_MS = 7500
const CLOSE_MS = 1500

/** SIGHUP is sent when the terminal is closed, SIGINT by Ctrl-C, SIGTERM by service managers. */
const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * On the first of these signals: accept no more requests, finish those in flight, close the store, exit with 0. Whatever takes too long is
 * cut off; its transaction is rolled back and was never acknowledged.
 *
 * Further signals are ignored: the terminal or a service manager sends its signal to the whole process group, and npm forwards it again, so
 * that one request to stop arrives two or three times. Only SIGKILL ends the process at once.
 */
export function stopOnSignals(server: FastifyInstance, { engine, log, jobs }: AppContext): void {
  let isStopping = false
  const stop = async (signal: string): Promise<void> => {
    if (isStopping) return
    isStopping = true
    log.info({ signal }, 'stopping')
    // Connections that become idle during the stop are closed as well, so that keep-alive does not delay it.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    if (!(await isDoneWithin(FINISH_MS, server.close()))) {
      log.warn('requests that took too long were cut off')
      server.server.closeAllConnections()
    }
    clearInterval(idle)
    // If the store does not respond, the leases of its jobs expire by themselves.
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
