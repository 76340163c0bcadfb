import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { parts } from './lib/build/parts.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/root.mjs'
import { command } from './lib/say.mjs'

// `npm start`: installs and builds what is missing or stale, then runs the server in the same process, so that it receives signals directly
// and determines output and exit code. `package.json` sets how glibc and V8 use memory, which they read when a process starts (decision 0027).
await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const main = join(root, parts.server.output)
  process.argv[1] = main
  await import(pathToFileURL(main).href)
})
