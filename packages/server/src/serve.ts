import { buildApp } from './app'
import type { Config } from './config'
import { startClockAfter, wireTime } from './db/clock'
import type { Engine } from './db/engines/engine'
import { migrate } from './db/migrations/migrate'
import { giveUpDeadImports } from './db/staged-imports'
import { ensureOwner } from './features/account/setup/ensure-owner'
import { jobsAtStart } from './features/job-definitions'
import { reachSentences } from './reach'
import { stopOnSignals } from './stop'

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

function portOf(address: unknown): number {
  return typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0
}
