import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureCoverage, parseChecklist } from './checklist.mjs'
import { root } from './root.mjs'

/**
 * Statements of the checklist that no test proves yet. A test fails when any other statement is missing, and when one of these is proved.
 *
 * @type {string[]}
 */
export const OPEN_STATEMENTS = []

const testFile = /\.(test|test-d|spec)\.tsx?$/

/** The coverage of `docs/reference/checklist.md` by the tests. */
export function readCoverage() {
  const sections = parseChecklist(readFileSync(join(root, 'docs/reference/checklist.md'), 'utf8'))
  return measureCoverage(sections, readTestFiles())
}

function readTestFiles() {
  return ['packages', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => testFile.test(path) && !/(^|[\\/])node_modules[\\/]/.test(path))
      .map((path) => join(folder, path))
      .map((path) => ({ path: path.replaceAll('\\', '/'), source: readFileSync(join(root, path), 'utf8') })),
  )
}
