import { buildApp } from './app'
import { ConfigError, readConfig } from './config'
import { StoreInUseError } from './db/engines/engine'
import { migrate } from './db/migrations/migrate'
import { ensureOwner } from './features/account/setup/ensure-owner'
import { purgeDeleted } from './features/feedback/datasets/purge.service'
import { openStore } from './open-store'

/** How long a stop may take before what is still running is cut off. */
const STOP_MS = 9000

/** Start the server from the environment; resolves when it accepts requests. */
export async function main(env: Record<string, string | undefined> = process.env): Promise<void> {
  const config = readConfig(env)
  const engine = await openStore(config)
  const report = await migrate(engine)
  const { server, context } = await buildApp(config, engine)
  if (report.snapshot) context.log.info({ snapshot: report.snapshot }, 'the store was copied before its upgrade')
  const owner = await ensureOwner(context)
  await server.listen({ port: config.port, host: config.host })

  const address = config.publicUrl ?? `http://localhost:${portOf(server.server.address())}`
  const setup = owner.setupToken ? `Set up the owner here, once: ${address}/setup?token=${owner.setupToken}\n` : ''
  process.stdout.write(`Postil is ready at ${address}\n${setup}`)
  void purgeDeleted(context)

  const stop = async (signal: string): Promise<void> => {
    context.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), STOP_MS).unref()
    // A connection that was busy when we began becomes idle later: keep-alive must not hold the stop up.
    const idle = setInterval(() => server.server.closeIdleConnections(), 50)
    await server.close()
    clearInterval(idle)
    await engine.close()
    process.exit(0)
  }
  process.once('SIGTERM', (signal) => void stop(signal))
  process.once('SIGINT', (signal) => void stop(signal))
}

function portOf(address: unknown): number | string {
  return typeof address === 'object' && address !== null && 'port' in address ? String(address.port) : ''
}

main().catch((cause: unknown) => {
  const isPlain = cause instanceof ConfigError || cause instanceof StoreInUseError
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  let message = isPlain ? cause.message : cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
  if (code === 'EADDRINUSE') message = 'The port is taken: stop the other program, or set POSTIL_PORT.'
  if (code === 'ECONNREFUSED') message = 'PostgreSQL does not answer at POSTIL_DATABASE_URL.'
  process.stderr.write(`Postil cannot start. ${message}\n`)
  process.exit(1)
})
