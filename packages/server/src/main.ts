import { buildApp } from './app'
import { readConfig } from './config'
import { migrate } from './db/migrations/migrate'
import { ensureOwner } from './features/account/setup/ensure-owner'
import { purgeDeleted } from './features/feedback/datasets/purge.service'
import { fillLexicalVectors } from './features/feedback/lexical-vectors/fill-vectors'
import { openStore } from './open-store'
import { indexBacklog } from './search/text/text-backlog'
import { startFailure } from './start-failure'
import { stopOnSignals } from './stop'

/** Start the server from the environment; resolves when it accepts requests. */
export async function main(env: Record<string, string | undefined> = process.env): Promise<void> {
  const config = readConfig(env)
  const engine = await openStore(config)
  const report = await migrate(engine)
  const { server, context } = await buildApp(config, engine)
  stopOnSignals(server, context)
  if (report.snapshot) context.log.info({ snapshot: report.snapshot }, 'the store was copied before its upgrade')
  const owner = await ensureOwner(context)
  await server.listen({ port: config.port, host: config.host })

  const address = config.publicUrl ?? `http://localhost:${portOf(server.server.address())}`
  const setup = owner.setupToken ? `Set up the owner here, once: ${address}/setup?token=${owner.setupToken}\n` : ''
  process.stdout.write(`Postil is ready at ${address}\n${setup}`)
  void purgeDeleted(context)
  void indexBacklog(context)
  void fillLexicalVectors(context)
}

function portOf(address: unknown): number | string {
  return typeof address === 'object' && address !== null && 'port' in address ? String(address.port) : ''
}

main().catch((cause: unknown) => {
  process.stderr.write(`Postil cannot start. ${startFailure(cause)}\n`)
  process.exit(1)
})
