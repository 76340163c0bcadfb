import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

/**
 * A part of the product that is built from sources.
 *
 * @typedef {object} Part
 * @property {string} entry main source file; without it there is nothing to build
 * @property {string} output main built file
 * @property {string[]} sources files and folders whose changes make the output stale
 */

const shared = ['package-lock.json', 'scripts/build.mjs', 'scripts/lib', 'packages/contract', 'packages/domain']

/** @satisfies {Record<string, Part>} */
export const parts = {
  server: {
    entry: 'packages/server/src/main.ts',
    output: 'packages/server/dist/main.js',
    sources: [...shared, 'packages/server'],
  },
  web: {
    entry: 'packages/web/index.html',
    output: 'packages/web/dist/index.html',
    sources: [
      ...shared,
      'packages/sdk',
      'packages/importing',
      'packages/web',
      'docs/guides',
      'docs/reference/configuration.md',
    ],
  },
}

/** @typedef {keyof typeof parts} PartName */

/** @type {PartName[]} */
export const partNames = ['server', 'web']

/**
 * Whether the sources of a part exist.
 *
 * @param {PartName} name
 */
export function hasSources(name) {
  return existsSync(join(root, parts[name].entry))
}
