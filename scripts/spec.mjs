import './lib/ensure-node.mjs'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProvedIds, parseChecklist } from './lib/checklist.mjs'
import { root } from './lib/root.mjs'

// `npm run spec`: how much of the specification's checklist is named by the title of a test, and what is not. `--json` for programs.
const testFile = /\.(test|test-d|spec)\.tsx?$/

const sections = parseChecklist(readFileSync(join(root, 'docs/reference/checklist.md'), 'utf8'))
const proved = new Set(findTestFiles().flatMap((path) => findProvedIds(readFileSync(path, 'utf8'))))
const rows = sections.map(({ title, ids }) => ({
  section: title,
  total: ids.length,
  proved: ids.filter((id) => proved.has(id)).length,
  missing: ids.filter((id) => !proved.has(id)),
}))
const known = new Set(sections.flatMap(({ ids }) => ids))
const summary = {
  proved: rows.reduce((sum, row) => sum + row.proved, 0),
  total: known.size,
  unknown: [...proved].filter((id) => !known.has(id)),
  sections: rows,
}
console.log(process.argv.includes('--json') ? JSON.stringify(summary, null, 2) : describe(summary))

/** @returns {string[]} absolute paths */
function findTestFiles() {
  return ['packages', 'e2e'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => testFile.test(path) && !/(^|\/)node_modules\//.test(path))
      .map((path) => join(root, folder, path)),
  )
}

/**
 * @param {typeof summary} result
 * @returns {string} for people
 */
function describe(result) {
  const lines = [`${result.proved} of ${result.total} ids of the checklist are proved by a test`, '']
  for (const row of result.sections) {
    lines.push(`${String(row.proved).padStart(3)} of ${String(row.total).padStart(2)}  ${row.section}`)
    if (row.missing.length > 0) lines.push(`           missing: ${row.missing.join(' ')}`)
  }
  if (result.unknown.length > 0) lines.push('', `Not in the checklist: ${result.unknown.join(' ')}`)
  return lines.join('\n')
}
