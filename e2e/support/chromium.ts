import { type Browser, chromium, type LaunchOptions } from 'playwright-core'
import { ensureChromium } from '../../scripts/lib/ensure-chromium.mjs'

/** Start the Chromium that `npm test` found. Containers run it as root, where its sandbox cannot start. */
export async function startChromium(options: LaunchOptions = {}): Promise<Browser> {
  const found = await ensureChromium({ prefersShell: true })
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.path, chromiumSandbox: process.getuid?.() !== 0, ...options })
}
