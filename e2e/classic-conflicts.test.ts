import { describe, expect } from 'vitest'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { openSignedIn } from './support/session'

const COUNT = 8
/** Records that somebody else validates while the page is open. */
const THEIRS = [2, 4, 6]
const BY_EVA = { status: 'Validated', annotation: { agent: 'eva', labels: [{ class: 'lost', score: 1 }] } } as const

/** Open a page of records, some of which somebody else changes then. */
async function openOutdated(page: ExplorePage['page'], product: Product, name: string, count = COUNT) {
  const world = await seedBanking(product, name, count, { labels: ['lost', 'stolen'], isBare: true })
  const view = await openSignedIn(product, new ExplorePage(page, world))
  await world.log(THEIRS.map((id) => ({ id, inputs: { text: 'theirs' }, ...BY_EVA })))
  const bar = page.getByRole('region', { name: 'Records that others changed first' })
  const statusOfTheirs = async () => (await Promise.all(THEIRS.map(world.record))).map(({ status }) => status)
  return { view, world, bar, statusOfTheirs }
}

/** Press Discard in the bar of the selected records. */
async function discardSelected(page: ExplorePage['page']): Promise<void> {
  const bar = page.getByRole('region', { name: 'With the selected records' })
  await bar.getByRole('button', { name: /^Discard/ }).click()
}

describe('a bulk action on records that somebody else has changed meanwhile', () => {
  journey(
    'is decided for all of them at once, and its undo leaves what others made of them [T8, X8]',
    async ({ page, product, complaints }) => {
      const { view, world, bar, statusOfTheirs } = await openOutdated(page, product, 'conflicts-mine')
      complaints.expect(/status of 409 /)
      await page.getByRole('checkbox', { name: 'Select the page' }).click()
      await discardSelected(page)
      await view.told('3 record(s) could not have been discarded')
      await view.told('5 records are discarded')
      await bar.getByText(/^Others changed 3 of these records/).waitFor()

      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await eventually(() => world.count('Default')).toBe(COUNT - THEIRS.length)
      expect(await statusOfTheirs()).toEqual(THEIRS.map(() => 'Validated'))
      await bar.waitFor()

      await bar.getByRole('button', { name: 'Save mine for all' }).click()
      await view.told('3 records are discarded')
      await eventually(statusOfTheirs).toEqual(THEIRS.map(() => 'Discarded'))
      await bar.waitFor({ state: 'detached' })
      expect(
        await page.evaluate(() => document.activeElement?.closest<HTMLElement>('[data-record]')?.dataset.record),
      ).toBe('2')

      await page.keyboard.press('Control+z')
      await eventually(statusOfTheirs).toEqual(THEIRS.map(() => 'Validated'))
      for (const id of THEIRS) expect(await world.record(id)).toMatchObject(BY_EVA)
      expect(await world.count('Default')).toBe(COUNT - THEIRS.length)
    },
  )

  journey('can be given up for all of them, and saved after all', async ({ page, product, complaints }) => {
    const { view, world, bar, statusOfTheirs } = await openOutdated(page, product, 'conflicts-theirs')
    complaints.expect(/status of 409 /)
    await page.getByRole('checkbox', { name: 'Select the page' }).click()
    await discardSelected(page)
    await bar.getByText(/^Others changed 3 of these records/).waitFor()
    await bar.getByRole('button', { name: 'Keep theirs for all' }).click()
    await view.told('3 records stay as others have changed them')
    await bar.waitFor({ state: 'detached' })
    await view.untilSaved()
    expect(await statusOfTheirs()).toEqual(THEIRS.map(() => 'Validated'))
    expect(await world.count('Discarded')).toBe(COUNT - THEIRS.length)

    await page.getByRole('button', { name: 'Save mine instead' }).click()
    await eventually(() => world.count('Discarded')).toBe(COUNT)
  })

  journey('stays within reach on other pages of the dataset', async ({ page, product, complaints }) => {
    // More than a page, on which two of theirs are: records are in the order of their ids as texts.
    const { view, world, bar, statusOfTheirs } = await openOutdated(page, product, 'conflicts-elsewhere', 14)
    complaints.expect(/status of 409 /)
    await page.getByRole('checkbox', { name: 'Select the page' }).click()
    await discardSelected(page)
    await bar.getByText(/^Others changed 2 of these records/).waitFor()
    await page.getByRole('button', { name: 'Next page' }).click()
    await bar.getByText(/^Others changed 2 records on other pages/).waitFor()

    // They are shown on request.
    await bar.getByRole('button', { name: 'Show those on other pages' }).click()
    await bar.getByText(/^Others changed 2 of these records/).waitFor()
    await eventually(() => view.cards.count()).toBe(2)

    // And decided at once, from a page without any of them.
    await page.goBack()
    await bar.getByText(/^Others changed 2 records on other pages/).waitFor()
    await bar.getByRole('button', { name: 'Save mine for all' }).click()
    await view.told('2 records are discarded')
    await bar.waitFor({ state: 'detached' })
    const sorted = async () => (await statusOfTheirs()).toSorted()
    await eventually(sorted).toEqual(['Discarded', 'Discarded', 'Validated'])

    await page.keyboard.press('Control+z')
    await eventually(sorted).toEqual(THEIRS.map(() => 'Validated'))
    for (const id of THEIRS) expect(await world.record(id)).toMatchObject(BY_EVA)
  })
})
