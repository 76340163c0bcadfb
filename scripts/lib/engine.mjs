import { CommandError, warnLoudly } from './say.mjs'

/**
 * Something the tests need from the machine, or a sentence about why it is not there.
 *
 * @template T
 * @typedef {T | { missing: string }} Found
 */

/**
 * Return what was found; if it is missing, fail in CI and warn elsewhere.
 *
 * @template {object} T
 * @param {Found<T>} found
 * @param {string} consequence what is not tested without it
 * @returns {T | undefined} undefined when its tests are to be skipped
 */
export function requireInCi(found, consequence) {
  if (!('missing' in found)) return found
  if (process.env.CI) throw new CommandError(found.missing)
  warnLoudly([found.missing, consequence])
  return undefined
}
