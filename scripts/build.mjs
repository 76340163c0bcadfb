import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { buildServer } from './lib/build/build-server.mjs'
import { compressFiles } from './lib/build/compress-files.mjs'
import { fingerprint } from './lib/build/fingerprint.mjs'
import { hasSources, partNames, parts } from './lib/build/parts.mjs'
import { writeStamp } from './lib/build/stamps.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/root.mjs'
import { CommandError, command, say } from './lib/say.mjs'

// `npm run build` builds everything, `npm run build -- server` one part, even if it is up to date.
const builders = { server: buildServer, web: buildWeb }

await command(async () => {
  const asked = process.argv.slice(2)
  const unknown = asked.find((name) => !Object.hasOwn(parts, name))
  if (unknown !== undefined)
    throw new CommandError(`There is no part called ${unknown}: choose ${partNames.join(' or ')}.`)
  await ensureInstalled()
  for (const name of partNames) {
    if ((asked.length === 0 || asked.includes(name)) && hasSources(name)) await build(name)
  }
})

/** @param {import('./lib/build/parts.mjs').PartName} name */
async function build(name) {
  // Computed before the build, so that a file saved during the build makes the result stale.
  const state = fingerprint(parts[name].sources)
  const startedMs = performance.now()
  say(`building ${name}`)
  await builders[name]().catch((/** @type {Error} */ cause) => {
    throw new CommandError(`${name} could not be built. ${cause.message}`)
  })
  writeStamp(name, state)
  say(`built ${name} in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
}

/** Bundle the web app with Vite, as configured in packages/web/vite.config.ts. */
async function buildWeb() {
  // A build started by Vitest inherits "test", which would select the slow development version of React.
  process.env.NODE_ENV = 'production'
  const { build } = await import('vite')
  await build({ configFile: join(root, 'packages/web/vite.config.ts'), logLevel: 'warn' })
  await compressFiles(join(root, 'packages/web/dist'))
}
