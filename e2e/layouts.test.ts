import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { NO_ANSWER } from './support/browser-watch'
import { ClassicSettings } from './support/dataset-settings'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'
import { bankingPlan } from './support/worlds'

/** px, as in `--header-height`. */
const HEADER = 52

describe('layouts', () => {
  journey(
    'are a header with one column, or with a bar and one column, two columns, or a side panel [R15]',
    async ({ page, context, product }) => {
      const world = await seedBanking(product, 'layouts', 12)
      const plan = bankingPlan('two-columns', 2)
      // Short texts would be shown in one column with their questions.
      const records = plan.records.map((record) => ({ ...record, fields: { text: 'A long story. '.repeat(60) } }))
      const dataset = await seedDataset(product, { ...plan, records })
      await signIn(context, product)
      const header = page.getByRole('banner').first()

      await page.goto('/datasets')
      const table = page.getByRole('table', { name: 'Datasets' })
      expect((await boxOf(header)).height).toBe(HEADER)
      await expectBelow(table, header)
      // The only column, centred in the window.
      const { left, right } = await boxOf(table)
      expect(Math.abs(left - ((await roomOf(page)) - right))).toBeLessThan(2)

      await page.goto('/guides/annotating')
      const guides = page.getByRole('navigation', { name: 'Documentation' })
      const text = page.getByRole('article')
      await text.getByRole('heading', { level: 1 }).waitFor()
      await expectBelow(guides, header)
      await expectBelow(text, guides)
      await expectAccessible(page, 'guides')
      // The bar keeps its position while the column scrolls.
      const before = (await boxOf(guides)).top
      await page.mouse.move(700, 600)
      await page.mouse.wheel(0, 2000)
      await eventually(async () => (await boxOf(text)).top).toBeLessThan(0)
      expect((await boxOf(guides)).top).toBe(before)

      const view = new AnnotationView(page, dataset)
      await view.open()
      const tools = page.getByRole('search', { name: 'Find records' })
      const questions = page.getByRole('region', { name: 'Questions' })
      await expectBelow(view.record, tools)
      await expectBelow(questions, tools)
      expect((await boxOf(questions)).left).toBeGreaterThanOrEqual((await boxOf(view.record)).right - 1)

      const explore = new ExplorePage(page, world)
      await explore.open()
      const side = page.getByRole('complementary', { name: 'Side panel' })
      const bar = page.getByRole('region', { name: 'With the selected records' })
      await expectBelow(bar, header)
      await expectBelow(explore.cards.first(), bar)
      expect((await boxOf(side)).left).toBeGreaterThanOrEqual((await boxOf(explore.cards.first())).right)
      const progress = side.getByRole('button', { name: 'Progress' })
      const panel = side.getByRole('region', { name: 'Progress' })
      const isOpen = await panel.isVisible()
      await progress.click()
      await eventually(() => panel.isVisible()).toBe(!isOpen)
      await progress.click()
      await eventually(() => panel.isVisible()).toBe(isOpen)
    },
  )

  journey(
    'without the header are the default one, and a grid with header and centre [R15]',
    async ({ page, context, complaints }) => {
      complaints.expect(NO_ANSWER)
      await page.goto('/login')
      const heading = page.getByRole('heading', { level: 1 })
      await heading.waitFor()
      expect(await page.getByRole('banner').count()).toBe(0)
      expect((await boxOf(page.getByRole('main'))).height).toBeGreaterThanOrEqual(page.viewportSize()?.height ?? 0)

      await context.route('**/api/**', (route) => route.abort())
      await page.goto('/datasets')
      const words = page.getByRole('heading', { name: 'Postil cannot reach its server.' })
      await words.waitFor()
      const brand = page.getByRole('main').getByText('Postil', { exact: true })
      expect((await boxOf(brand)).bottom).toBeLessThanOrEqual(HEADER)
      const centre = await boxOf(words)
      expect(Math.abs((centre.left + centre.right) / 2 - (await roomOf(page)) / 2)).toBeLessThan(2)
      expect(centre.top).toBeGreaterThan(HEADER + 100)
      await expectAccessible(page, 'server away')
    },
  )

  journey(
    'change with the window at 450 and 1901 px: small, medium and large [R29]',
    async ({ page, context, product }) => {
      await seedDataset(product, bankingPlan('sizes', 1))
      await signIn(context, product)
      await page.goto('/datasets')
      const name = page.getByRole('banner').getByText('Postil', { exact: true })
      const table = page.getByRole('table', { name: 'Datasets' })
      await table.waitFor()
      const isNameSeen = async () => (await name.evaluate((one) => getComputedStyle(one).clipPath)) === 'none'
      const columnAt = async (width: number) => {
        await page.setViewportSize({ width, height: 900 })
        await eventually(() => widthOf(page)).toBe(width)
        return (await boxOf(table)).width
      }
      await columnAt(449)
      await eventually(isNameSeen).toBe(false)
      await columnAt(450)
      await eventually(isNameSeen).toBe(true)
      const medium = await columnAt(1900)
      const large = () => columnAt(1901)
      await eventually(large).toBeGreaterThan(medium + 300)
      await eventually(() => columnAt(1900)).toBe(medium)
      expect(await isNameSeen()).toBe(true)
    },
  )
})

describe('a tooltip', () => {
  journey(
    'opens by a click below its anchor, and closes by its icon, a click outside and a scroll [R26]',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await page.goto('/user-settings')
      const anchor = page.getByRole('button', { name: 'About wide cards' })
      const note = page.getByRole('dialog', { name: 'About wide cards' })
      // What arrives later moves the page, and closes the note like a scroll.
      await page.getByRole('main').getByRole('link', { name: 'default', exact: true }).waitFor()
      await page.getByRole('row', { name: /POSTIL_OWNER_API_KEY/ }).waitFor()
      await anchor.evaluate((one) => one.scrollIntoView({ block: 'center' }))
      await anchor.hover()
      expect(await note.count()).toBe(0)

      await anchor.click()
      const words = note.getByText('Cards of text classification')
      await words.waitFor()
      await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {}))))
      const [below, around] = [await boxOf(note), await boxOf(anchor)]
      // The dialog has a border of one pixel, and its position is rounded to whole pixels.
      expect(Math.abs(below.top - 1 - around.bottom - 8)).toBeLessThanOrEqual(1)
      expect(below.width).toBeGreaterThanOrEqual(206)
      expect(await words.evaluate((one) => getComputedStyle(one).maxHeight)).toBe('250px')
      const close = note.getByRole('button', { name: 'Close' })
      expect((await boxOf(close.locator('svg'))).width).toBe(14)
      await expectAccessible(page, 'open tooltip')

      await close.click()
      await note.waitFor({ state: 'detached' })
      await anchor.click()
      await words.click()
      expect(await note.count()).toBe(1)
      await page.getByRole('heading', { name: 'Experimental' }).click()
      await note.waitFor({ state: 'detached' })
      await anchor.click()
      await words.waitFor()
      await page.mouse.move(400, 300)
      await page.mouse.wheel(0, -150)
      await note.waitFor({ state: 'detached' })
    },
  )
})

describe('feature toggles', () => {
  journey(
    'are switched in the user settings, and kept under the key of the built app [R33]',
    async ({ page, context, product }) => {
      const world = await seedBanking(product, 'toggles', 3)
      await signIn(context, product)
      await page.setViewportSize({ width: 1800, height: 900 })
      const view = new ExplorePage(page, world)
      const cardWidth = async () => {
        await view.open()
        return (await boxOf(view.cards.first())).width
      }
      const stored = () =>
        page.evaluate(() => [localStorage.getItem('postil.features'), localStorage.getItem('postil.features.dev')])
      const toggle = async () => {
        await page.goto('/user-settings')
        await page.getByText('Wide cards', { exact: true }).click()
      }
      expect(await cardWidth()).toBe(1100)
      await toggle()
      await eventually(stored).toEqual(['{"wideCards":true}', null])
      expect(await cardWidth()).toBeGreaterThan(1300)
      // Toggles of a development server do not affect the built app.
      await page.evaluate(() => localStorage.setItem('postil.features.dev', '{"wideCards":false}'))
      expect(await cardWidth()).toBeGreaterThan(1300)
      await toggle()
      await eventually(stored).toEqual(['{"wideCards":false}', '{"wideCards":false}'])
      expect(await cardWidth()).toBe(1100)
    },
  )
})

describe('the view of a classic dataset', () => {
  journey(
    'begins in annotate mode, with a head of 140 px, closed panels, nothing pending, and 36 keys for labels [E18]',
    async ({ page, product }) => {
      const labels = Array.from({ length: 37 }, (_, at) => `label ${String(at + 1).padStart(2, '0')}`)
      const world = await seedBanking(product, 'view-settings', 5, { labels })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      expect(view.address()).toEqual({})
      const bar = page.getByRole('region', { name: 'With the selected records' })
      expect((await boxOf(bar.locator('..'))).height).toBe(140)
      expect(await view.button('Annotate').getAttribute('aria-pressed')).toBe('true')
      const side = page.getByRole('complementary', { name: 'Side panel' })
      for (const panel of ['Stats', 'Rules']) expect(await side.getByRole('region', { name: panel }).count()).toBe(0)
      expect(await page.getByRole('dialog').count()).toBe(0)

      const settings = new ClassicSettings(page, world)
      await settings.open()
      await view.button('Change the order').click()
      const rows = page.getByRole('list', { name: 'Labels' }).getByRole('listitem')
      await eventually(() => rows.count()).toBe(37)
      const keys = await rows.evaluateAll((all) =>
        all.map((row) => row.querySelector('[aria-hidden]:not(svg)')?.textContent ?? ''),
      )
      expect(keys).toEqual([...'1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ', ''])
      // The last key selects the last label that has one.
      await page.getByRole('link', { name: 'Back to the dataset' }).click()
      await view.cards.first().focus()
      const [id = ''] = await view.ids()
      await page.keyboard.press('z')
      await view.untilStored(id, { status: 'Validated' })
      expect((await world.record(id)).annotation?.labels[0]?.class).toBe('label 36')
    },
  )
})

interface Box {
  left: number
  top: number
  right: number
  bottom: number
  width: number
  height: number
}

async function boxOf(locator: Locator): Promise<Box> {
  await locator.waitFor()
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  const { x, y, width, height } = box
  return { left: x, top: y, right: x + width, bottom: y + height, width, height }
}

async function expectBelow(lower: Locator, upper: Locator): Promise<void> {
  expect((await boxOf(lower)).top).toBeGreaterThanOrEqual((await boxOf(upper)).bottom - 1)
}

/** The width of the page without the space reserved for a scrollbar. */
function roomOf(page: Page): Promise<number> {
  return page.evaluate(() => document.body.getBoundingClientRect().right)
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.clientWidth)
}
