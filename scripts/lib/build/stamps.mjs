import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stampsFolder } from '../root.mjs'

/**
 * Read the state for which a step was last done.
 *
 * @param {string} name of the step
 * @returns {string | undefined} undefined when the step was never done
 */
export function readStamp(name) {
  try {
    return readFileSync(join(stampsFolder, name), 'utf8')
  } catch {
    return undefined // never written, or unreadable: the step must be done in both cases
  }
}

/**
 * Store the state for which a step was done.
 *
 * @param {string} name of the step
 * @param {string} state a fingerprint or a hash
 */
export function writeStamp(name, state) {
  mkdirSync(stampsFolder, { recursive: true })
  writeFileSync(join(stampsFolder, name), state)
}
