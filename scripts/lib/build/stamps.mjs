import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stampsFolder } from '../root.mjs'

/**
 * What a step was last done for.
 *
 * @param {string} name of the step
 * @returns {string | undefined} undefined when it was never done here
 */
export function readStamp(name) {
  try {
    return readFileSync(join(stampsFolder, name), 'utf8')
  } catch {
    return undefined // never written, or unreadable: both mean that the step is due
  }
}

/**
 * Remember that a step is done for a state.
 *
 * @param {string} name of the step
 * @param {string} state a fingerprint or a hash
 */
export function writeStamp(name, state) {
  mkdirSync(stampsFolder, { recursive: true })
  writeFileSync(join(stampsFolder, name), state)
}
