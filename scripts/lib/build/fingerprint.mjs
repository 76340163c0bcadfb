import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'

const skipped = /(^|\/)(node_modules|dist)$|\.(test|test-d)\.tsx?$/

/**
 * A hash that changes when a file under the paths is added, removed, moved or written.
 *
 * It uses sizes and modification times, because reading all sources would take as long at every start as a build.
 *
 * @param {string[]} paths files and folders below the project's root; missing ones count as empty
 * @returns {string} hex
 */
export function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths) addTo(hash, path)
  return hash.digest('hex')
}

/**
 * A hash of a file's content.
 *
 * @param {string} path a file below the project's root
 * @returns {string} hex
 */
export function contentHash(path) {
  return createHash('sha256')
    .update(readFileSync(join(root, path)))
    .digest('hex')
}

/**
 * @param {import('node:crypto').Hash} hash
 * @param {string} path
 */
function addTo(hash, path) {
  if (skipped.test(path)) return
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return
  if (!stats.isDirectory()) {
    hash.update(`${path}\0${stats.size}\0${stats.mtimeMs}\n`)
    return
  }
  for (const name of readdirSync(join(root, path)).sort()) addTo(hash, `${path}/${name}`)
}
