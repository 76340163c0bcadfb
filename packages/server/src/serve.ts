import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { buildApp } from './app'
import { logBackgroundFailure } from './background'
import { type Config, isLoopback } from './config'
import type { AppContext } from './context'
import { startClockAfter, wireTime } from './db/clock'
import type { Engine } from './db/engines/engine'
import { migrate } from './db/migrations/migrate'
import { DEAD_MICROS, giveUpDeadImports } from './db/staged-imports'
import { ensureOwner } from './features/account/setup/setup.service'
import { jobsAtStart } from './features/job-definitions'

/** A clock that is this far behind the newest time in the store is reported as wrong. */
const WRONG_CLOCK_MICROS = 60_000_000

/** Migrate an open store to the newest schema and serve it; resolves when requests are accepted. */
export async function serve(config: Config, engine: Engine): Promise<void> {
  const report = await migrate(engine)
  const aheadMicros = await startClockAfter(engine.db)
  const { server, context } = await buildApp(config, engine)
  stopOnSignals(server, context)
  if (report.snapshot) context.log.info({ snapshot: report.snapshot }, 'the store was copied before its upgrade')
  if (aheadMicros > WRONG_CLOCK_MICROS)
    context.log.warn(
      { newest: wireTime(Date.now() * 1000 + aheadMicros) },
      "this machine's clock is behind the newest time in the store, and new times follow that one: check the clock",
    )
  await giveUpDeadImports(engine)
  giveUpDeadImportsLater(context)
  // Jobs are taken up before the first request: any that are still running were left by an earlier process.
  await context.jobs.start(jobsAtStart(config))
  const owner = await ensureOwner(context)
  await server.listen({ port: config.port, host: config.host })

  const port = portOf(server.server.address())
  const address = config.publicUrl ?? `http://localhost:${port}`
  const reach = reachSentences(config, port).map((sentence) => `${sentence}\n`)
  // Written in one call and between empty lines, so that the link stands out among log lines, some of which are written later.
  const setup = owner.setupToken ? `\nSet up the owner here, once: ${address}/setup?token=${owner.setupToken}\n\n` : ''
  process.stdout.write(`Postil is ready at ${address}\n${reach.join('')}${setup}`)
}

/** On PostgreSQL, an import that another server may have been running at the start is dead if it is still there an hour later. */
function giveUpDeadImportsLater({ engine, log }: AppContext): void {
  if (engine.kind !== 'postgres') return
  const look = () =>
    giveUpDeadImports(engine).catch((cause) =>
      logBackgroundFailure({ engine, log }, cause, 'dead imports were not removed'),
    )
  setTimeout(look, DEAD_MICROS / 1000).unref()
}

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}

/**
 * Sentences for the terminal at start, on who can reach the server: how to give others access while only this machine has it, and a warning
 * when others connect over plain HTTP.
 *
 * @param port - the port that was opened
 */
export function reachSentences({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number): string[] {
  const isSecure = publicUrl?.startsWith('https:') === true
  if (isLoopback(host)) {
    if (publicUrl) return []
    return ['Only this machine can open it. To let others in, see "Letting others in" in docs/guides/running.md.']
  }
  const addresses = publicUrl ? [] : (isIP(host) && !isAny(host) ? [host] : ownAddresses()).map((ip) => urlOf(ip, port))
  return [
    ...(addresses.length > 0 ? [`Others open it at ${addresses.join(' or ')}.`] : []),
    ...(isSecure
      ? []
      : ['Warning: over plain HTTP, whoever is on the way can read passwords and answers. Put it behind HTTPS.']),
  ]
}

function isAny(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

function ownAddresses(): string[] {
  const all = Object.values(networkInterfaces()).flatMap((found) => found ?? [])
  return all.filter(({ internal, family }) => !internal && family === 'IPv4').map(({ address }) => address)
}

function urlOf(ip: string, port: number): string {
  return `http://${ip.includes(':') ? `[${ip}]` : ip}:${port}`
}

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
function stopOnSignals(server: FastifyInstance, { engine, log, jobs }: AppContext): void {
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
  return Promise.race([Promise.resolve(work).then(() => true), sleep(ms, false, { ref: false })])
}
