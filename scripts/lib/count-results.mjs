/**
 * The result of a run. Skipped tests exist but did not run.
 *
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/**
 * The fields of the report by Vitest's json reporter that are used here.
 *
 * @typedef {object} VitestReport
 * @property {{ name: string, status: string, assertionResults: { status: string, fullName?: string }[] }[]} testResults one for each test file
 */

/**
 * Count the tests of a Vitest run. Failures that Vitest does not count as tests count here, too: a file that could not be loaded, an error
 * outside of tests, a run that ended before its report, and, where all tests must run, a skipped test.
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
 * The names of the skipped tests.
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
 * @param {string} status of one test in Vitest's report
 * @returns {keyof Counts}
 */
function kindOf(status) {
  if (status === 'passed' || status === 'failed') return status
  return 'skipped'
}
