import { setFlagsFromString } from 'node:v8'
import { readConfig } from './config'
import { failureSentence } from './failure-sentence'
import { openStore } from './open-store'
import { collectGarbage } from './workers/collect-garbage'

// `npm start` sets the memory for short-lived objects of this thread. The option would override the limits that the other threads have
// (`YOUNG_MB`), so it is taken back before they start.
setFlagsFromString('--max-semi-space-size=0')

/** Start the server from the environment; resolves when it accepts requests. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  // Start the store's threads while this one loads the rest of the server.
  const [engine, { serve }] = await Promise.all([openStore(config), import('./serve')])
  await serve(config, engine)
  // Not at once, so that the first requests do not wait for it.
  setTimeout(collectGarbage, 1000).unref()
}

main().catch((cause: unknown) => {
  process.stderr.write(`Postil cannot start. ${failureSentence(cause)}\n`)
  process.exit(1)
})
