import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/root.mjs'
import { command } from './lib/say.mjs'

// `npm run backup`, `npm run restore`, `npm run password` and `npm run move`: administration commands of the server.
const [name, ...args] = process.argv.slice(2)

await command(async () => {
  await ensureInstalled()
  await ensureBuilt(['server'])
  const { runAdmin } = await import(pathToFileURL(join(root, 'packages/server/dist/admin.js')).href)
  return runAdmin(name, args, process.env)
})
