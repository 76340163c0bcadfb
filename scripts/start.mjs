import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { parts } from './lib/build/parts.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/root.mjs'
import { command } from './lib/say.mjs'

// `npm start`: install and build what is missing or stale, then become the server. It runs in this very process, so that
// signals, output and exit code are its own.
await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const main = join(root, parts.server.output)
  process.argv[1] = main
  await import(pathToFileURL(main).href)
})
