import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { NO_ANSWER } from './support/browser-watch'
import { eventually, journey, newContext } from './support/journey'
import { startChromium } from './support/journey.ts'
import type { Product } from './support/product'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { bankingPlan } from './support/worlds'

describe('pages', () => {
  journey('have their edges in the same place, whether they scroll or not', async ({ product }) => {
    for (let at = 0; at < 30; at += 1) await seedDataset(product, bankingPlan(`in-a-long-list-${at}`, 1))
    // Another browser: that of the other journeys hides its scrollbars.
    const browser = await startChromium({ ignoreDefaultArgs: ['--hide-scrollbars'] })
    const context = await newContext(browser, product)
    await signIn(context, product)
    const page = await context.newPage()
    const endOf = async () => {
      const box = await page.getByRole('button', { name: /^Account of / }).boundingBox()
      return box && box.x + box.width
    }
    await page.goto('/datasets')
    await page.getByText('in-a-long-list-29', { exact: true }).waitFor()
    const rows = page.getByRole('table', { name: 'Datasets' }).getByRole('row')
    const isInSight = (row: Locator) => row.evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight)
    // Compact rows: at least ten datasets are visible at once, below the table's head.
    await eventually(() => isInSight(rows.nth(10))).toBe(true)
    expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(true)
    expect(await page.evaluate(() => innerWidth - document.documentElement.clientWidth)).toBeGreaterThan(0)
    const end = await endOf()
    await page.getByRole('link', { name: 'in-a-long-list-29', exact: true }).click()
    await page.getByRole('region', { name: 'Record', exact: true }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollHeight > innerHeight)).toBe(false)
    expect(await endOf()).toBe(end)
    await browser.close()
  })

  journey('show code character by character, without ligatures', async ({ page }) => {
    await page.goto('/login')
    const ofCode = await page.evaluate(() =>
      [...document.fonts].filter(({ family }) => family.includes('Mono')).map((font) => font.featureSettings),
    )
    expect(ofCode.length).toBeGreaterThan(0)
    expect(new Set(ofCode)).toEqual(new Set(['"calt" 0']))
  })
})

describe('the side panel', () => {
  journey(
    'is 70 px, and 350 px with an open panel on screens wider than 1100 px [R16]',
    async ({ page, context, product }) => {
      const view = new AnnotationView(page, await seedDataset(product, bankingPlan('panel', 3)))
      await signIn(context, product)
      await view.open()
      const side = page.getByRole('complementary', { name: 'Side panel' })
      const width = async () => (await side.boundingBox())?.width
      const progress = side.getByRole('button', { name: 'Progress' })
      expect(await width()).toBe(70)
      await progress.click()
      await eventually(width).toBe(350)
      await page.setViewportSize({ width: 1101, height: 800 })
      await eventually(width).toBe(350)
      await page.setViewportSize({ width: 1100, height: 800 })
      await eventually(width).toBe(70)
      await side.getByRole('region', { name: 'Progress' }).waitFor()
    },
  )
})

describe('toasts', () => {
  journey(
    'come after 100 ms, stay by the length of their words and fade for 150 ms [R24, R25]',
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      await openWithClock(page, context, product)
      await context.setOffline(true)
      const toast = page.getByRole('region', { name: 'Notifications' }).getByText('You are offline.')
      await passes(page, 99)
      expect(await toast.count()).toBe(0)
      await passes(page, 1)
      await toast.waitFor()
      const box = await toast.boundingBox()
      expect(box?.x).toBeGreaterThan(1440 / 2)
      expect(box?.y).toBeGreaterThan(900 / 2)
      // 16 characters: 6,000 ms, and 1,000 for the first 120.
      await passes(page, 6999)
      expect(await leaving(page)).toBe(0)
      await passes(page, 1)
      await eventually(() => leaving(page)).toBe(1)
      await passes(page, 150)
      await toast.waitFor({ state: 'detached' })
    },
  )

  journey('stay while the pointer is on them [R24]', async ({ page, context, product, complaints }) => {
    complaints.expect(NO_ANSWER)
    await openWithClock(page, context, product)
    await context.setOffline(true)
    await passes(page, 100)
    const toast = page.getByRole('region', { name: 'Notifications' }).getByText('You are offline.')
    await toast.hover()
    await passes(page, 60_000)
    expect(await leaving(page)).toBe(0)
    await toast.waitFor()
    await page.mouse.move(10, 400)
    await passes(page, 7150)
    await toast.waitFor({ state: 'detached' })
  })
})

describe('code in a record', () => {
  journey('is copied by its button, which says so for one second [R27]', async ({ page, context, product }) => {
    const code = 'select *\n  from records'
    const dataset = await seedDataset(product, {
      ...bankingPlan('code', 0),
      fields: { text: true },
      records: [{ fields: { text: `Look:\n\n\`\`\`sql\n${code}\n\`\`\`` }, external_id: 'code-1' }],
    })
    await signIn(context, product)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const view = new AnnotationView(page, dataset)
    await view.open()
    const copy = view.record.getByRole('button', { name: 'Copy code' })
    await copy.waitFor()
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await copy.click()
    const said = view.record.getByText('Copied')
    await said.waitFor()
    expect((await page.evaluate(() => navigator.clipboard.readText())).trim()).toBe(code)
    await passes(page, 999)
    expect(await said.count()).toBe(1)
    await passes(page, 1)
    await said.waitFor({ state: 'detached' })
  })
})

describe('numbers', () => {
  for (const [locale, written] of [
    ['en-GB', '1,234'],
    ['de-DE', '1.234'],
  ] as const) {
    journey(`are written as the browser's language does: ${locale} [R31]`, async ({ browser, product }) => {
      const dataset = await seedDataset(product, bankingPlan(`numbers-${locale}`.toLowerCase(), 1234))
      const context = await newContext(browser, product, { locale })
      await signIn(context, product)
      const page = await context.newPage()
      const view = new AnnotationView(page, dataset)
      await view.open()
      await eventually(() => view.queue('Pending').textContent()).toContain(written)
      await context.close()
    })
  }
})

describe('the loading bar', () => {
  journey('shows while requests are under way, and goes with the last [R34]', async ({ page, context, product }) => {
    await signIn(context, product)
    let release: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/v1/me/datasets', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/datasets')
    const bar = page.getByRole('progressbar', { name: 'Loading' })
    await bar.waitFor()
    expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(100)
    release?.()
    // The bar is removed when no request is running.
    await bar.waitFor({ state: 'detached' })
  })
})

/** Open the user settings with a fake clock, which the journey advances. */
async function openWithClock(page: Page, context: BrowserContext, product: Product): Promise<void> {
  await signIn(context, product)
  await page.goto('/user-settings')
  await page.getByRole('heading', { name: 'User settings' }).waitFor()
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 1000)
}

const passes = (page: Page, ms: number) => page.clock.runFor(ms)
const leaving = (page: Page) => page.locator('[data-leaving]').count()
