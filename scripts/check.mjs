import './lib/ensure-node.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { run } from './lib/run.mjs'
import { command } from './lib/say.mjs'

// `npm run check`: checks types, lint, format and unused code. Installs missing packages first, since each import of one would be
// an error.
const KNIP = ['node_modules/.bin/knip', '--no-progress', '--no-config-hints']
const CHECKS = [
  ['node_modules/.bin/tsc', '-p', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', '.cache/types.tsbuildinfo'],
  ['node_modules/.bin/biome', 'check', '--error-on-warnings', '.'],
  KNIP,
  // Tests count as uses in the first pass, not in the second.
  [...KNIP, '-c', 'knip.production.jsonc', '--include', 'files,exports,types'],
]

await command(async () => {
  await ensureInstalled()
  for (const [program = '', ...args] of CHECKS) {
    const code = await run(program, args)
    if (code !== 0) return code
  }
  return 0
})
