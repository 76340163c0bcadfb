import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { countResults, skippedTests } from './count-results.mjs'
import { root } from './root.mjs'
import { run } from './run.mjs'
import { warnLoudly } from './say.mjs'

/**
 * Run the tests, failures and progress shown as they come.
 *
 * @param {string[]} args Vitest's own: files, `-t name`, `--project name`
 * @param {Record<string, string>} env settings for the tests, over our own
 * @returns {Promise<import('./count-results.mjs').Counts>}
 */
export async function runVitest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), 'postil-test-'))
  const report = join(folder, 'report.json')
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args]
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    // Vitest colours what it writes to a file or a log in CI too, where nobody can read it.
    const colours = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
    const exitCode = await run(process.execPath, [...vitest, ...reporters], {
      env: { ...process.env, ...colours, ...env },
    })
    const result = readReport(report)
    // With `-t` all others are skipped, as asked.
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
    return undefined // Vitest ended before it wrote one; its exit code tells
  }
}
