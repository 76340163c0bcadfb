import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'
import { test as base, expect } from 'vitest'
import { ensureChromium } from '../../scripts/lib/ensure-chromium.mjs'
import { root } from '../../scripts/lib/root.mjs'
import { Complaints, Traffic } from './browser-watch'
import { Product } from './product'

/** Default timeout: long enough for a busy machine, and never reached by a passing journey. */
const PATIENCE_MS = 30_000
/** Maximum random delay in ms of each request of the browser, and of each reply of the API, for finding races; default 0. */
const MAX_DELAY_MS = Number(process.env.E2E_DELAY_MS ?? 0)
/** Record traces of failed journeys. Off by default: a snapshot of the page per step makes every journey slower. */
const IS_TRACED = Boolean(process.env.E2E_TRACE)
/** Enough of a page's text to see which dialog or message is open. */
const SHOWN_CHARACTERS = 4000
const FAILURES = join(root, '.cache/e2e-failures')

interface World {
  /** One per file, shared by its journeys. */
  product: Product
  /** One per process, shared by its files. */
  browser: Browser
  /** A browser profile for the journey; errors on its pages are collected. */
  context: BrowserContext
  page: Page
  complaints: Complaints
}

/**
 * A test in a real browser against the built product. It also fails when the browser logs an error that the journey did not
 * declare as expected. Screenshots of failed ones are kept in `.cache/e2e-failures`.
 */
export const journey = base.extend<World>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the fixture's needs from the pattern
    async ({}, use) => {
      const product = await Product.start()
      await use(product)
      await product.stop()
    },
    { scope: 'file' },
  ],
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: as above
    async ({}, use) => {
      const browser = await startChromium()
      await use(browser)
      await browser.close()
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: as above
  complaints: async ({}, use) => use(new Complaints()),
  context: async ({ browser, product, complaints, task }, use) => {
    const context = await newContext(browser, product)
    context.on('page', (page) => complaints.watch(page))
    if (IS_TRACED) await context.tracing.start({ snapshots: true })
    await use(context)
    const hasFailed = task.result?.state === 'fail'
    const unexpected = complaints.unexpected()
    if (hasFailed || unexpected.length > 0) await keep(context, task.name, [...unexpected, product.output()])
    else if (IS_TRACED) await context.tracing.stop()
    await context.close()
    if (!hasFailed) expect(unexpected, 'what the browser complained about').toEqual([])
  },
  page: async ({ context }, use) => use(await context.newPage()),
})

/**
 * Create a browser profile for journeys. Its base URL is the product's, and animations are off, so that nothing is
 * checked half-way.
 */
export async function newContext(
  browser: Browser,
  product: Product,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
    ...options,
  })
  context.setDefaultTimeout(PATIENCE_MS)
  traffic.set(context, new Traffic(context))
  if (MAX_DELAY_MS > 0) await delayRequests(context)
  return context
}

/**
 * Delay every request by a random time, so that a journey that reads too early fails. Replies arrive some time after the server has stored
 * what they report.
 */
async function delayRequests(context: BrowserContext): Promise<void> {
  const wait = () => setTimeout(Math.random() * MAX_DELAY_MS)
  await context.route('**/*', async (route) => {
    await wait()
    // The page may have been closed meanwhile.
    await route.fallback().catch(() => undefined)
  })
  await context.route('**/api/**', async (route) => {
    // A stream has no end to wait for.
    if (route.request().resourceType() === 'eventsource') return route.fallback()
    try {
      await wait()
      const response = await route.fetch({ maxRedirects: 0 })
      await wait()
      await route.fulfill({ response })
    } catch {
      // As above; or the server was stopped, which the page should see as it would without the delay.
      await route.abort().catch(() => undefined)
    }
  })
}

const traffic = new WeakMap<BrowserContext, Traffic>()

/**
 * Wait until a page has finished the requests it sends by itself, so that none is interrupted by a change of the
 * session.
 */
export async function untilQuiet(page: Page): Promise<void> {
  await eventually(() => traffic.get(page.context())?.isQuiet(page)).toBe(true)
}

/** Poll until an assertion about the result of `ask` holds. */
export function eventually<T>(ask: () => T | Promise<T>, patienceMs = PATIENCE_MS) {
  return expect.poll(ask, { timeout: patienceMs, interval: 25 })
}

async function keep(context: BrowserContext, title: string, notes: readonly string[]): Promise<void> {
  const folder = join(FAILURES, title.replace(/[^a-z0-9]+/gi, '-').slice(0, 80))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'notes.txt'), notes.join('\n'))
  if (IS_TRACED) await context.tracing.stop({ path: join(folder, 'trace.zip') })
  // A page that hangs or has crashed yields neither screenshot nor text.
  for (const [index, page] of context.pages().entries()) {
    const path = join(folder, `page-${index + 1}`)
    await page.screenshot({ path: `${path}.png`, timeout: 5000 }).catch(() => undefined)
    const seen = await page
      .locator('body')
      .ariaSnapshot({ timeout: 5000 })
      .catch(() => '')
    writeFileSync(`${path}.txt`, `${page.url()}\n${seen}`)
    // A log of CI is often all that is left of a failure.
    console.error(`${title}: page ${index + 1} at ${page.url()} showed\n${seen.slice(0, SHOWN_CHARACTERS)}`)
  }
}

/**
 * Start the Chromium that `npm test` found or installed. Without its sandbox when run as root, as in containers,
 * where the sandbox cannot start.
 */
export async function startChromium(options: LaunchOptions = {}): Promise<Browser> {
  const found = await ensureChromium({ prefersShell: true })
  if ('missing' in found) throw new Error(found.missing)
  return chromium.launch({ executablePath: found.path, chromiumSandbox: process.getuid?.() !== 0, ...options })
}
