import { CommandError, warnLoudly } from './say.mjs'

/**
 * Something that the tests need from the machine, or the reason why it is missing.
 *
 * @template T
 * @typedef {T | { missing: string }} Found
 */

/**
 * Return what was found; if it is missing, fail in CI and warn elsewhere.
 *
 * @template {object} T
 * @param {Found<T>} found
 * @param {string} consequence which tests are skipped without it
 * @returns {T | undefined} undefined when the tests that need it must be skipped
 */
export function requireInCi(found, consequence) {
  if (!('missing' in found)) return found
  if (process.env.CI) throw new CommandError(found.missing)
  warnLoudly([found.missing, consequence])
  return undefined
}
