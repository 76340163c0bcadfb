import { accessSync, constants } from 'node:fs'
import { delimiter, resolve } from 'node:path'
import { installDebianPackages } from './apt.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Headless shells. Full browsers open a window per browser profile, even when headless, which takes longer than most journeys. */
const shells = ['chromium-headless-shell', 'chrome-headless-shell']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Find a Chromium, installing Debian's when there is none.
 *
 * @param {{ prefersShell?: boolean }} [options] prefersShell: prefer the headless shell; in CI it is installed in any case
 * @returns {Promise<import('./engine.mjs').Found<{ path: string }>>}
 */
export async function ensureChromium({ prefersShell = false } = {}) {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    return isExecutable(chosen)
      ? { path: chosen }
      : { missing: `CHROME_PATH names no program that can be run: ${chosen}` }
  }
  const findAny = () => find(prefersShell ? [...shells, ...names] : names) ?? find([macChrome])
  const isShellDue = prefersShell && Boolean(process.env.CI) && find(shells) === undefined
  if (isShellDue || findAny() === undefined) {
    const program = prefersShell ? 'chromium-headless-shell' : 'chromium'
    await installDebianPackages([program, 'chromium-sandbox', 'fonts-liberation'])
  }
  const path = findAny()
  return path === undefined
    ? { missing: 'No Chromium found for the browser tests: install one, or set CHROME_PATH to it.' }
    : { path }
}

/** @param {readonly string[]} programs names or paths, in order of preference */
function find(programs) {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return programs.flatMap((name) => folders.map((folder) => resolve(folder, name))).find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // not an error: the program does not exist
  }
}
