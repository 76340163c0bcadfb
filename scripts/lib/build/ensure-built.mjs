import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { run } from '../run.mjs'
import { CommandError } from '../say.mjs'
import { fingerprint } from './fingerprint.mjs'
import { hasSources, partNames, parts } from './parts.mjs'
import { readStamp } from './stamps.mjs'

/**
 * Build the parts whose sources have changed since their last build.
 *
 * The build runs in a child process, so that a server started afterwards does not have the bundlers in its memory.
 *
 * @param {import('./parts.mjs').PartName[]} [names] default: all parts
 */
export async function ensureBuilt(names = partNames) {
  const stale = names.filter((name) => hasSources(name) && !isFresh(name))
  if (stale.length === 0) return
  const code = await run(process.execPath, [join(root, 'scripts/build.mjs'), ...stale])
  if (code !== 0) throw new CommandError(`The build of ${stale.join(' and ')} failed, see above.`)
}

/** @param {import('./parts.mjs').PartName} name */
function isFresh(name) {
  const { output, sources } = parts[name]
  return existsSync(join(root, output)) && readStamp(name) === fingerprint(sources)
}
