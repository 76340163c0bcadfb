import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './apt.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const macChrome = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * Find a Chromium for the browser tests, installing Debian's when there is none.
 *
 * @returns {Promise<import('./engine.mjs').Found<{ path: string }>>}
 */
export async function ensureChromium() {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    return isExecutable(chosen)
      ? { path: chosen }
      : { missing: `CHROME_PATH names no program that can be run: ${chosen}` }
  }
  const present = findChromium()
  if (present !== undefined) return { path: present }
  await installDebianPackages(['chromium', 'chromium-sandbox', 'fonts-liberation'])
  const installed = findChromium()
  if (installed !== undefined) return { path: installed }
  return { missing: 'No Chromium found for the browser tests: install one, or set CHROME_PATH to it.' }
}

function findChromium() {
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), macChrome].find(isExecutable)
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false // the answer, not a failure
  }
}
