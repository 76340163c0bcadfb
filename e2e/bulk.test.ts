import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { FindingView } from './support/finding'
import { eventually, journey, newContext } from './support/journey'
import { type DatasetPlan, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { bankingPlan, entitiesPlan } from './support/worlds'

const PHONE = { hasTouch: true, viewport: { width: 390, height: 844 } }
const COUNT = 300

describe('bulk', () => {
  journey(
    'answers records with the thumb: choose, unfold, answer, submit, undo',
    async ({ browser, product, complaints }) => {
      const dataset = await seedDataset(product, bankingPlan('phone', COUNT))
      const context = await newContext(browser, product, PHONE)
      await signIn(context, product)
      const page = await context.newPage()
      complaints.watch(page)
      const view = new FindingView(page)
      await view.open(`${dataset.path}?view=bulk`)
      await view.untilFound(COUNT)
      const toggle = view.button('Questions')
      const submit = view.button('Submit')
      const intent = page.getByRole('group', { name: /^Intent/ })

      // Visible immediately, without scrolling through the list.
      for (const part of [toggle, submit]) await eventually(() => isInSight(part)).toBe(true)
      await eventually(() => overflow(page)).toBe(0)
      for (const place of [1, 2])
        await page.getByRole('checkbox', { name: `Select record ${place}`, exact: true }).tap()
      await page.getByText('For 2 records').waitFor()
      await expectAccessible(page, 'bulk on a phone, two selected')
      const chosen = await view.shownIds()

      await toggle.tap()
      await intent.locator(':focus').waitFor()
      expect(await view.cards.first().evaluate((card) => card.closest('[inert]') !== null)).toBe(true)
      await expectAccessible(page, 'bulk on a phone, unfolded')
      await page.keyboard.press('Escape')
      await intent.waitFor({ state: 'detached' })
      await toggle.and(page.locator(':focus')).waitFor()
      await view.cards.last().scrollIntoViewIfNeeded()
      const scrolledTo = await page.evaluate(() => window.scrollY)

      await toggle.tap()
      await page.getByRole('radio', { name: /^activate my card/ }).tap()
      await page.getByText('1 of 1 answered').waitFor()
      expect(await page.evaluate(() => window.scrollY)).toBe(scrolledTo)
      await submit.tap()
      await page.getByText('2 records submitted.').waitFor()
      await intent.waitFor({ state: 'detached' })
      // Focus the toast, so that it stays for as long as the answers take.
      await view.button('Undo').focus()
      await eventually(() => view.counts()).toEqual([COUNT - 2, 0, 2, 0])
      await eventually(() => view.shownIds()).not.toEqual(expect.arrayContaining(chosen.slice(0, 2)))
      await view.button('Undo').tap()
      await page.getByText('2 answers taken back.').waitFor()
      await eventually(() => view.counts()).toEqual([COUNT, 0, 0, 0])
      await page.getByText('For 2 records').waitFor()
      await context.close()
    },
  )

  journey(
    'letters find a label for the records that are selected, which stay selected in another view',
    async ({ page, context, product }) => {
      const dataset = await seedDataset(product, bankingPlan('typed-letters', 30))
      await signIn(context, product)
      const view = new FindingView(page)
      await view.open(`${dataset.path}?view=bulk`)
      await view.untilFound(30)
      for (const place of [1, 3])
        await page.getByRole('checkbox', { name: `Select record ${place}`, exact: true }).check()
      await page.getByText('For 2 records').waitFor()
      await page.getByText('Focus', { exact: true }).click()
      await eventually(() => new URL(page.url()).searchParams.get('view')).not.toBe('bulk')
      await page.getByText('Bulk', { exact: true }).click()
      await page.getByText('For 2 records').waitFor()
      // Without a selection, the first of these letters would switch to focus mode.
      await page.getByRole('checkbox', { name: 'Select record 3', exact: true }).focus()
      await page.keyboard.type('beneficiary n')
      const found = page.getByRole('radio', { name: /^beneficiary not allowed/ })
      await found.waitFor()
      await page.keyboard.press('Enter')
      await eventually(() => found.isChecked()).toBe(true)
      expect(new URL(page.url()).searchParams.get('view')).toBe('bulk')
      await view.button('Submit').click()
      await page.getByText('2 records submitted.').waitFor()
      await eventually(() => view.counts()).toEqual([28, 0, 2, 0])
    },
  )

  journey('shows 20 or more short records on a screen of 1440 by 900', async ({ page, context, product }) => {
    const dataset = await seedDataset(product, bankingPlan('dense-rows', 60))
    await signIn(context, product)
    await page.setViewportSize({ width: 1440, height: 900 })
    const view = new FindingView(page)
    await view.open(`${dataset.path}?view=bulk&size=50`)
    await view.untilFound(60, 50)
    const inSight = () =>
      view.cards.evaluateAll(
        (cards) =>
          cards.filter((card) => {
            const { top, bottom, left, width } = card.getBoundingClientRect()
            const under = document.elementFromPoint(left + width / 2, bottom - 3)
            // Entirely visible, and not covered.
            return top >= 0 && bottom <= innerHeight && under !== null && card.contains(under)
          }).length,
      )
    await eventually(inSight).toBeGreaterThanOrEqual(20)
  })

  journey(
    'marks what is suggested in the texts, and stands still when records are chosen',
    async ({ page, context, product }) => {
      const plan = entitiesPlan('suggested-marks')
      const dataset = await seedDataset(product, plan)
      await signIn(context, product)
      await page.setViewportSize({ width: 1024, height: 768 })
      const view = new FindingView(page)
      // In the order of the plan: a user's own order differs per user, and its first ten records may have few
      // suggestions.
      await view.open(`${dataset.path}?view=bulk&sort=record::inserted_at:asc`)
      await view.untilFound(plan.records.length)
      const shown = await view.shownIds()
      expect(shown).toEqual(plan.records.slice(0, shown.length).map(({ external_id }) => external_id))
      const suggested = shown.map((id) => suggestedCount(plan, id))
      expect(suggested.some((count) => count > 1)).toBe(true)
      const cards = await view.cards.all()
      for (const [at, card] of cards.entries())
        await eventually(() => card.locator('[data-caption]').count()).toBe(suggested[at])
      await expectAccessible(page, 'bulk, marks suggested')

      const top = () => view.cards.first().evaluate((card) => card.getBoundingClientRect().top)
      const before = await top()
      await page.getByRole('checkbox', { name: 'Select record 1', exact: true }).check()
      await page.getByText('For 1 record', { exact: true }).waitFor()
      expect(await top()).toBe(before)
    },
  )
})

describe('the cards of the bulk view', () => {
  journey.for([1440, 1024, 800, 390])(
    'stand still while the page, all that match, and none are selected: %i px',
    async (width, { page, context, product }) => {
      const dataset = await seedDataset(product, bankingPlan(`standing-${width}`, 60))
      await signIn(context, product)
      await page.setViewportSize({ width, height: 900 })
      const view = new FindingView(page)
      await view.open(`${dataset.path}?view=bulk&size=20`)
      await view.untilFound(60, 20)
      const top = () => view.cards.first().evaluate((card) => card.getBoundingClientRect().top)
      const before = await top()
      await page.getByRole('checkbox', { name: 'Select all on this page' }).click()
      await page.getByText('20 selected', { exact: true }).waitFor()
      expect(await top()).toBe(before)
      const offer = page.getByRole('button', { name: 'Select all 60 that match' })
      await eventually(() => isInSight(offer)).toBe(true)
      await offer.click()
      await page.getByText('All 60 selected', { exact: true }).waitFor()
      expect(await top()).toBe(before)
      await eventually(() => isInSight(page.getByRole('button', { name: 'Back to the 20 selected before' }))).toBe(true)
      // On narrower screens a bar covers whatever box is under it.
      if (width === 1440) await expectAccessible(page, 'bulk, all selected')
      await page.getByRole('button', { name: 'Clear selection' }).click()
      await page.getByText('0 selected', { exact: true }).waitFor()
      expect(await top()).toBe(before)
    },
  )
})

/** Number of spans suggested for a record. */
function suggestedCount({ records }: DatasetPlan, externalId: string): number {
  const value = records.find((record) => record.external_id === externalId)?.suggestions?.entities?.value
  return Array.isArray(value) ? value.length : 0
}

/** Whether an element lies inside the window and is not covered. */
function isInSight(part: Locator): Promise<boolean> {
  return part.evaluate((element) => {
    const { left, top, width, height, bottom } = element.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return bottom <= window.innerHeight && element.contains(hit)
  })
}

/** By how many px the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.body.clientWidth)
}
