import './lib/ensure-node.mjs'
import { OPEN_STATEMENTS, readCoverage } from './lib/spec-coverage.mjs'

// `npm run spec`: reports which statements of the specification's checklist titles of tests name, and which are missing. `--json` is
// for programs. Fails when a statement is neither proved by a test nor listed as open.
const coverage = readCoverage()
const unexpected = coverage.missing.filter((id) => !OPEN_STATEMENTS.includes(id))
console.log(process.argv.includes('--json') ? JSON.stringify(coverage, null, 2) : describe(coverage))
process.exitCode = unexpected.length > 0 ? 1 : 0

/**
 * @param {import('./lib/checklist.mjs').Coverage} result
 * @returns {string} a text for people
 */
function describe(result) {
  const lines = [`${result.proved} of ${result.total} statements of the checklist are proved by a test`, '']
  for (const row of result.sections) {
    lines.push(`${String(row.proved).padStart(3)} of ${String(row.total).padStart(2)}  ${row.section}`)
    if (row.missing.length > 0) lines.push(`           missing: ${row.missing.join(' ')}`)
  }
  if (result.unknown.length > 0) lines.push('', `Not in the checklist: ${result.unknown.join(' ')}`)
  if (unexpected.length > 0) lines.push('', `Missing, and not known as open: ${unexpected.join(' ')}`)
  return lines.join('\n')
}
