import { statfsSync } from 'node:fs'
import './lib/ensure-node.mjs'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { closingLine } from './lib/count-results.mjs'
import { requireInCi } from './lib/engine.mjs'
import { ensureChromium } from './lib/ensure-chromium.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { ensurePostgres } from './lib/ensure-postgres.mjs'
import { run } from './lib/run.mjs'
import { runVitest } from './lib/run-vitest.mjs'
import { CommandError, command, say } from './lib/say.mjs'

// `npm test`: checks types, lint and format, then runs all tests on both engines and in a browser. `npm test -- <filters>` runs only some
// tests. The last line is always the count, also after errors.
const filters = process.argv.slice(2)

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm'
/** The files of all tests take a tenth of this at once. A container without a setting of its own has 64 MB there. */
const ENOUGH_BYTES = 4 * 2 ** 30

await command(async () => {
  const counts = await testEverything().catch((/** @type {unknown} */ error) => {
    if (error instanceof CommandError) say(error.message)
    else console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  console.log(`\n${closingLine(counts)}`)
  return counts.failed > 0 || counts.passed === 0 ? 1 : 0
})

async function testEverything() {
  useMemoryForTemporaryFiles()
  // Both wait for the network most of the time.
  const [, browser] = await Promise.all([ensureInstalled(), ensureChromium({ prefersShell: true })])
  const isChecked = filters.length > 0 || (await check())
  await ensureBuilt()
  const chromium = requireInCi(browser, 'The browser journeys are skipped.')
  const postgres = requireInCi(await ensurePostgres(), 'Nothing is tested on PostgreSQL.')
  try {
    const browserless = chromium === undefined ? ['--project=!e2e'] : []
    const counts = await runVitest([...filters, ...browserless], {
      CHROME_PATH: chromium?.path ?? '',
      POSTIL_TEST_POSTGRES_URL: postgres?.url ?? '',
    })
    if (!isChecked) {
      say('the check of types, lint and format failed, see the top; it counts as one failure')
      counts.failed += 1
    }
    return counts
  } finally {
    await postgres?.stop()
  }
}

/** @returns {Promise<boolean>} whether types, lint and format are correct */
async function check() {
  say('checking types, lint and format (npm run check)')
  return (await run('npm', ['run', '--silent', 'check'])) === 0
}

/**
 * Keep temporary files in memory, if there is room and `TMPDIR` names no other place: the tests write hundreds of stores, which live for some
 * seconds, and wait for the disk with each change.
 */
function useMemoryForTemporaryFiles() {
  if (process.env.TMPDIR === undefined && freeBytes(MEMORY) >= ENOUGH_BYTES) process.env.TMPDIR = MEMORY
}

/** @param {string} folder */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0 // not on Linux, or not in this container
  }
}
