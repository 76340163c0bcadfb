import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { run } from './lib/run.mjs'
import { command } from './lib/say.mjs'

// `npm run check`: checks types, lint, format and unused code. Installs missing packages first, since each import of one would be
// an error.
const KNIP = ['node_modules/.bin/knip', '--no-progress', '--no-config-hints']
const TYPES = [
  'node_modules/.bin/tsc',
  '-p',
  'tsconfig.json',
  '--incremental',
  '--tsBuildInfoFile',
  '.cache/types.tsbuildinfo',
]
// Side by side: the first takes as long as the others together. More than one checker of types would check the same types again.
const LANES = [
  [[...TYPES, '--checkers', '1']],
  [
    ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
    KNIP,
    // Tests count as uses in the first pass, not in the second.
    [...KNIP, '-c', 'knip.production.jsonc', '--include', 'files,exports,types'],
  ],
]

await command(async () => {
  await ensureInstalled()
  const codes = await Promise.all(LANES.map(runInTurn))
  return codes.find((code) => code !== 0) ?? 0
})

/** @param {string[][]} checks @returns the code of the first check that fails, or 0 */
async function runInTurn(checks) {
  for (const [program = '', ...args] of checks) {
    const code = await run(program, args)
    if (code !== 0) return code
  }
  return 0
}
