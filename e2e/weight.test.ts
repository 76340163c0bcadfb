import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { QUIET_MS } from '../packages/web/src/ui/loading/fetch-ahead'
import { AnnotationView } from './support/annotating'
import { seedBanking } from './support/exploring'
import { journey } from './support/journey'
import type { Product } from './support/product'
import { type DatasetPlan, seedDataset } from './support/seeds/seed'
import { seedSolutions } from './support/seeds/seed-solutions'
import { seedTokens } from './support/seeds/seed-tokens'
import { signIn } from './support/session'
import { bankingPlan, entitiesPlan, everyKindPlan } from './support/worlds'

/** Maximum bytes by compression: at most 250 kB are promised, which leaves a reserve. */
const MAX_BYTES = { br: 215_000, gzip: 240_000 } as const
/** Smaller files fit into one packet, with or without compression, and are sent as they are. */
const SMALL_BYTES = 1100
/** Maximum layout shift that still looks stable: a quarter of the score that browsers rate as good. */
const MAX_SHIFT = 0.025
/** Delay of one file on a slow connection: everything else arrives long before. */
const SLOW_MS = 1500

const PLANS: readonly (readonly [string, (name: string) => DatasetPlan])[] = [
  ['one label', (name) => bankingPlan(name, 12)],
  ['marks in the text', entitiesPlan],
  ['every kind of question, with Markdown', (name) => everyKindPlan(name, 12)],
]

describe('the annotation page', () => {
  journey.for(PLANS)(
    'needs at most 215 kB of JavaScript for %s, and 240 kB where only gzip is understood',
    async ([name, plan], { page, context, product }) => {
      const dataset = await seedDataset(product, plan(`weight-of-${name.replaceAll(/\W+/g, '-')}`))
      await signIn(context, product)
      await holdAhead(page)
      await new AnnotationView(page, dataset).open()
      await expectWeight(page, MAX_BYTES)
    },
  )

  journey.for(PLANS)(
    'stands still while counts and suggestions arrive: %s',
    async ([name, plan], { page, context, product }) => {
      const dataset = await seedDataset(product, plan(`shift-of-${name.replaceAll(/\W+/g, '-')}`))
      await signIn(context, product)
      await watchShifts(page)
      await holdAhead(page)
      await new AnnotationView(page, dataset).open()
      await page.waitForLoadState('networkidle')
      expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT)
    },
  )

  journey(
    'has no layout shift with guidelines kept open, however late their code is loaded',
    async ({ page, context, product }) => {
      const guidelines = Array.from({ length: 9 }, (_, at) => `${at + 1}. Choose what the **customer** wants.`).join(
        '\n',
      )
      const dataset = await seedDataset(product, { ...bankingPlan('shift-of-guidelines', 3), guidelines })
      await signIn(context, product)
      await watchShifts(page)
      await holdAhead(page)
      const view = new AnnotationView(page, dataset)
      await view.open()
      const text = page.getByRole('region', { name: 'Text of the guidelines' }).getByRole('list')
      await page.getByRole('button', { name: 'Guidelines' }).click()
      await text.waitFor()
      let isDelayed = false
      await page.route(/\/markdown-[^/]+\.js$/, async (route) => {
        isDelayed = true
        await delay(SLOW_MS)
        await route.continue()
      })
      await view.open()
      await text.waitFor()
      await page.waitForLoadState('networkidle')
      expect(isDelayed).toBe(true)
      // If the questions were pushed by the text, the shift would be five times as large.
      expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT / 5)
    },
  )

  journey(
    'keeps the options in their places however late the switch over them is',
    async ({ page, context, product }) => {
      const dataset = await seedDataset(product, bankingPlan('shift-of-a-switch', 3))
      await signIn(context, product)
      let letThrough: () => void = () => {}
      const isSeen = new Promise<void>((resolve) => {
        letThrough = resolve
      })
      await page.route(/\/AutoSubmitSwitch-[^/]+\.js$/, async (route) => {
        await isSeen
        await route.continue()
      })
      await new AnnotationView(page, dataset).open()
      const toggle = page.getByRole('switch', { name: 'Submit when an option is chosen with the keyboard' })
      const placeOf = async () => (await page.getByRole('group', { name: /intent/i }).boundingBox())?.y
      await page.evaluate(async () => void (await document.fonts.ready))
      const before = await placeOf()
      expect(await toggle.count()).toBe(0)
      letThrough()
      await toggle.waitFor({ state: 'attached' })
      expect(before).toBeGreaterThan(0)
      expect(await placeOf()).toBe(before)
    },
  )
})

describe('the page of a classic dataset', () => {
  const count = 12
  journey.for<[string, (product: Product) => Promise<{ path: string }>]>([
    ['text classification', (product) => seedBanking(product, 'weight-of-labels', count)],
    ['token classification', (product) => seedTokens(product, 'weight-of-entities')],
    ['text2text', (product) => seedSolutions(product, 'weight-of-texts', count)],
  ])(
    'needs at most 215 kB of JavaScript for %s, and 240 kB where only gzip is understood',
    async ([, seed], { page, context, product }) => {
      const { path } = await seed(product)
      await signIn(context, product)
      await holdAhead(page)
      await page.goto(path)
      await page.locator('article[data-record]').first().waitFor()
      await expectWeight(page, MAX_BYTES)
    },
  )

  journey(
    'keeps its cards in their places however late the code for marks in texts is',
    async ({ page, context, product }) => {
      const { path } = await seedTokens(product, 'shift-of-entities')
      await signIn(context, product)
      await watchShifts(page)
      await holdAhead(page)
      let isDelayed = false
      await page.route(/\/TokenCard-[^/]+\.js$/, async (route) => {
        isDelayed = true
        await delay(SLOW_MS)
        await route.continue()
      })
      await page.goto(path)
      await page.locator('[data-question-of]').first().waitFor()
      await page.waitForLoadState('networkidle')
      expect(isDelayed).toBe(true)
      // If the texts became higher with their marks, the shift would be eight times as large.
      expect(await shiftOf(page)).toBeLessThanOrEqual(MAX_SHIFT / 5)
    },
  )
})

/** Check the total size of all scripts that the page has loaded, for a compression that the browser supports. */
async function expectWeight(page: Page, maxBytes: Readonly<Record<'br' | 'gzip', number>>): Promise<void> {
  await page.waitForLoadState('networkidle')
  const addresses = await scriptsOf(page)
  expect(addresses.length).toBeGreaterThan(1)
  for (const encoding of ['br', 'gzip'] as const) {
    const sizes = await Promise.all(addresses.map((address) => sizeOf(address, encoding)))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(total, encoding).toBeLessThanOrEqual(maxBytes[encoding])
  }
}

/**
 * Disable prefetching on all further pages: it is not part of the first visit, and on a machine that pauses it could
 * start before the page is checked.
 */
async function holdAhead(page: Page): Promise<void> {
  await page.addInitScript((quietMs) => {
    const setTimer = window.setTimeout.bind(window)
    const setOther = (work: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === quietMs ? 0 : setTimer(work, ms, ...rest)
    Reflect.set(window, 'setTimeout', setOther)
  }, QUIET_MS)
}

/** Record the layout shifts of all further pages. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Reflect.set(window, 'shifts', shifts)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Number(Reflect.get(entry, 'value')))
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** The cumulative layout shift since the page was opened. */
async function shiftOf(page: Page): Promise<number> {
  const shifts: number[] = await page.evaluate(() => Reflect.get(window, 'shifts'))
  return shifts.reduce((sum, shift) => sum + shift, 0)
}

/** URLs of the scripts that the page has loaded so far. */
async function scriptsOf(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name: address }) => address)
      .filter((address) => new URL(address).pathname.endsWith('.js')),
  )
}

/** The transferred size of a file in bytes, for a client with one compression. */
async function sizeOf(address: string, encoding: string): Promise<number> {
  const [reply] = await once(get(address, { headers: { 'accept-encoding': encoding } }), 'response')
  let size = 0
  for await (const chunk of reply) size += chunk.length
  expect([encoding, size < SMALL_BYTES ? undefined : encoding], address).toContain(reply.headers['content-encoding'])
  return size
}
