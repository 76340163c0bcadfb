import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countResults, skippedTests } from './count-results.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { warnLoudly } from './say.mjs'

/**
 * Run the tests and show progress and failures as they occur.
 *
 * @param {string[]} args arguments for Vitest: files, `-t name`, `--project name`
 * @param {Record<string, string>} env environment variables for the tests, in addition to those of this process
 * @returns {Promise<import('./count-results.mjs').Counts>}
 */
export async function runVitest(args, env) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'postil-test-')))
  // A database server that a test starts runs as another user, and has its files in here.
  chmodSync(folder, 0o711)
  const report = join(folder, 'report.json')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    // Vitest also writes colour codes to files and CI logs, where they are unreadable.
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const exitCode = await run(process.execPath, [...vitest, ...reporters], {
      // Temporary files of the tests go with the folder, also those of tests that failed or were stopped.
      env: { ...process.env, TMPDIR: folder, ...colours, ...env },
    })
    const result = readReport(report)
    // With `-t` all other tests are skipped on purpose.
    const isEachMeant = !args.includes('-t')
    const skipped = isEachMeant ? skippedTests(result) : []
    if (skipped.length > 0) warnLoudly(['These tests were skipped:', ...skipped])
    return countResults(result, exitCode, isEachMeant && Boolean(process.env.CI))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** @param {string} path */
function readReport(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined // Vitest ended before writing a report; its exit code shows the failure
  }
}
