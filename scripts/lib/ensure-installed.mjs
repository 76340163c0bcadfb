import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { contentHash } from './build/fingerprint.mjs'
import { readStamp, writeStamp } from './build/stamps.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { CommandError, say } from './say.mjs'

/** Install the packages of the lockfile when they are missing or when the lockfile has changed. */
export async function ensureInstalled() {
  const wanted = contentHash('package-lock.json')
  if (readStamp('lock') === wanted) return
  if (!isInstalledByHand()) await install()
  writeStamp('lock', wanted)
}

async function install() {
  say('installing npm packages (npm ci)')
  // The build needs development packages. No package needs its install script, since all ship prebuilt binaries.
  const args = ['ci', '--include=dev', '--ignore-scripts', '--loglevel=error']
  const code = await run('npm', args).catch(() => {
    throw new CommandError('npm is needed to install the packages, and it is not on the PATH.')
  })
  // The compiler's incremental state may be outdated after an installation: it kept reporting errors that were fixed.
  rmSync(join(root, '.cache/types.tsbuildinfo'), { force: true })
  if (code !== 0)
    throw new CommandError(`The npm packages could not be installed: npm ci ended with ${code}, see above.`)
}

/** Whether node_modules matches the lockfile, as after a plain `npm install`. Avoids `npm ci`, which would delete node_modules first. */
function isInstalledByHand() {
  const wanted = readPackages('package-lock.json')
  const present = readPackages('node_modules/.package-lock.json')
  if (wanted === undefined || present === undefined) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.optional) return true
    // The folder, too: a failed install can leave the list without the packages.
    return present[path]?.version === entry.version && existsSync(join(root, path))
  })
}

/**
 * @param {string} path of a lockfile
 * @returns {Record<string, { version?: string, optional?: boolean }> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8')).packages
  } catch {
    return undefined // absent before the first install, or cut short by an interrupted one
  }
}
