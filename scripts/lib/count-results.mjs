/**
 * The result of a run; a skipped test exists but did not run.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * The fields used here of the report that Vitest's json reporter writes.
 *
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { status: string, fullName?: string }[] }[]} testResults one for each test file
 */

/**
 * Count the tests of a Vitest run. What Vitest does not count as a test still fails here: a file that could not be loaded, an
 * error outside every test, a run that ended before its report, and, where everything has to run, a test that did not.
 *
 * @param {VitestReport | undefined} report undefined when none was written
 * @param {number} exitCode of Vitest
 * @param {boolean} [mustRunAll] as in CI
 * @returns {Counts}
 */
export function countResults(report, exitCode, mustRunAll = false) {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const file of report?.testResults ?? []) {
    const statuses = file.assertionResults.map((test) => test.status)
    for (const status of statuses) counts[kindOf(status)] += 1
    if (file.status === 'failed' && !statuses.includes('failed')) counts.failed += 1
  }
  if (counts.failed === 0 && (exitCode !== 0 || (mustRunAll && counts.skipped > 0))) counts.failed = 1
  return counts
}

/**
 * The names of the tests that were there and did not run.
 *
 * @param {VitestReport | undefined} report
 * @returns {string[]}
 */
export function skippedTests(report) {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => kindOf(status) === 'skipped')
      .map(({ fullName }) => `${file.name}: ${fullName}`),
  )
}

/**
 * The closing line of `npm test`.
 *
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/**
 * @param {string} status of one test, as Vitest names it
 * @returns {keyof Counts}
 */
function kindOf(status) {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}
