import './lib/ensure-node.mjs'
import { join } from 'node:path'
import { ensureBuilt } from './lib/build/ensure-built.mjs'
import { ensureChromium } from './lib/ensure-chromium.mjs'
import { ensureInstalled } from './lib/ensure-installed.mjs'
import { root } from './lib/root.mjs'
import { run } from './lib/run.mjs'
import { CommandError, command, say } from './lib/say.mjs'

// `npm run screenshots`: every screen in both themes at three widths, into `screenshots/`. `npm run screenshots -- annotate` takes only those
// whose name holds the word.
const [only = ''] = process.argv.slice(2)

await command(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const chromium = await ensureChromium()
  if ('missing' in chromium) throw new CommandError(chromium.missing)
  const vitest = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', root]
  const env = { ...process.env, CHROME_PATH: chromium.path, SCREENS: only }
  const code = await run(process.execPath, [...vitest, '--config', 'e2e/screenshots.config.ts'], { env })
  if (code === 0) say('pictures are in screenshots/')
  return code
})
