import { chromium } from 'playwright-core'
import { ensureChromium } from '../../scripts/lib/ensure-chromium.mjs'
import { makePlace, startServer } from './server.mjs'

/**
 * Measure in Chromium, with a server over a fresh store. Without Chromium, the only row says so.
 *
 * @param {(browser: import('playwright-core').Browser, server: import('./server.mjs').Server) => Promise<string[][]>} measure
 * @param {{ engine?: string, postgresUrl?: string }} [store] default: SQLite
 * @returns {Promise<string[][]>} the rows that `measure` returns
 */
export async function inBrowser(measure, { engine = 'sqlite', postgresUrl } = {}) {
  const found = await ensureChromium()
  if ('missing' in found) return [['skipped', '', found.missing, '']]
  const place = await makePlace(engine, postgresUrl)
  const server = await startServer(place.env)
  const browser = await chromium.launch({ executablePath: found.path, chromiumSandbox: process.getuid?.() !== 0 })
  try {
    return await measure(browser, server)
  } finally {
    await browser.close()
    await server.stop()
    await place.remove()
  }
}

/**
 * A page of a signed-in owner.
 *
 * @param {import('playwright-core').Browser} browser
 * @param {import('./server.mjs').Server} server
 */
export async function signedInPage(browser, server) {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
  await context.request.post('/api/security/token', {
    form: { username: 'owner', password: 'bench-password' },
    headers: { origin: server.url },
  })
  return context.newPage()
}
