import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import type { ClassicWorld } from './support/seeds/classic-world'
import { openSignedIn, signIn } from './support/session'

const SETTINGS = /TextClassification\/settings/
/** The first labels; the key of each is its position. */
const LABELS = ['lost', 'stolen', 'arrival', 'fees', 'limits', 'refund', 'pin', 'top_up', 'exchange']
/** Simulates a fast user on a slow computer. */
const SLOW = { cpu: 6, latency: 200, bytesPerSecond: 100_000 }

describe('keys on the cards of a classic dataset', () => {
  journey(
    'label the record that was shown as active, whatever is pressed before the screen or the server has followed',
    { timeout: 180_000 },
    async ({ page, product }) => {
      const world = await makeWorld(product, 'quick-keys', 20)
      const view = await openSignedIn(product, new ExplorePage(page, world), hundred())
      const ids = await view.ids()
      await slowDown(page)
      await view.cards.first().focus()
      // All at once: the browser queues the events while the page is busy. Each key is released before the next is
      // pressed, since a key that is still down would count as held.
      const strokes = ids.flatMap((_, at) => [page.keyboard.down(keyAt(at)), page.keyboard.up(keyAt(at))])
      await Promise.all(strokes)
      await eventually(() => world.count('Validated'), 120_000).toBe(20)
      expect(await labelsOf(world, ids)).toEqual(ids.map((_, at) => LABELS[at % 9]))
    },
  )

  journey('count from the first moment that cards are there', async ({ page, context, product }) => {
    const world = await makeWorld(product, 'early-keys', 3)
    await signIn(context, product)
    await page.route(SETTINGS, async (route) => {
      await page.waitForResponse(/TextClassification:search/)
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    const view = new ExplorePage(page, world)
    await view.open()
    await view.cards.first().focus()
    await page.keyboard.press('2')
    await page.keyboard.press('3')
    await view.untilStored(0, { status: 'Validated' })
    await view.untilStored(1, { status: 'Validated' })
    expect(await labelsOf(world, ['0', '1'])).toEqual(['stolen', 'arrival'])
  })

  journey('label one record while they are held down', async ({ page, product }) => {
    const world = await makeWorld(product, 'held-keys', 5)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.cards.first().focus()
    // Repeated key-down events without key-up are what the browser sends for a held key.
    for (let at = 0; at < 4; at += 1) await page.keyboard.down('1')
    await page.keyboard.up('1')
    await eventually(() => view.statuses()).toEqual(['Validated', 'Default', 'Default', 'Default', 'Default'])
    await eventually(() => world.count('Validated')).toBe(1)
  })

  journey('undo a slip, and are back at its record', async ({ page, product }) => {
    const world = await makeWorld(product, 'undone-slip', 4)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const [, second] = await view.ids()
    await view.cards.nth(1).focus()
    await page.keyboard.press('Backspace')
    await view.told('1 record is discarded')
    await page.keyboard.press('Control+z')
    await eventually(() => view.statuses()).toEqual(['Default', 'Default', 'Default', 'Default'])
    await page.keyboard.press('2')
    await eventually(() => view.statuses()).toEqual(['Default', 'Validated', 'Default', 'Default'])
    await eventually(() => world.count('Validated')).toBe(1)
    expect(await labelsOf(world, [second ?? ''])).toEqual(['stolen'])
  })

  journey(
    'belong to the card that is shown as active, wherever the pointer was used since',
    async ({ page, product }) => {
      const world = await makeWorld(product, 'other-places', 5)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      // No card is focused yet, so only the selected record is validated.
      await view.card(3).getByRole('checkbox').click()
      await page.keyboard.press('Enter')
      await view.untilStored(3, { status: 'Validated' })
      expect(await view.statuses()).toEqual(['Default', 'Default', 'Default', 'Validated', 'Default'])

      await view.cards.nth(1).focus()
      await view.card(4).getByRole('checkbox').click()
      await page.keyboard.press('2')
      await view.untilStored(1, { status: 'Validated' })
      expect(await labelsOf(world, ['1'])).toEqual(['stolen'])
      expect((await world.record(4)).status).toBe('Default')

      // A click beside the cards does not change the focused card.
      await eventually(() => activeId(page)).toBe('2')
      await page.getByText('5 records', { exact: true }).click()
      await page.keyboard.press('3')
      await view.untilStored(2, { status: 'Validated' })
      expect(await labelsOf(world, ['2'])).toEqual(['arrival'])
    },
  )

  journey('lead to the cards from where nothing has the focus', async ({ page, product }) => {
    const world = await makeWorld(product, 'no-focus', 5)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.cards.first().waitFor()
    await page.keyboard.press('ArrowDown')
    await eventually(() => activeId(page)).toBe('0')
    await page.getByText('5 records', { exact: true }).click()
    await page.keyboard.press('ArrowDown')
    await eventually(() => activeId(page)).toBe('1')
    await page.keyboard.press('2')
    await view.untilStored(1, { status: 'Validated' })
    expect(await labelsOf(world, ['1'])).toEqual(['stolen'])
  })

  journey(
    'go on with the first record that a search from the keyboard finds',
    async ({ page, product, complaints }) => {
      complaints.expect(/400 \(Bad Request\)/)
      const world = await makeWorld(product, 'searched-keys', 15)
      const at = Array.from({ length: 3 }, (_, id) => ({ id: 100 + id, inputs: { text: `a zebra, ${id}` } }))
      await world.log(at)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      const box = page.getByRole('searchbox', { name: 'Search the records' })
      await page.keyboard.press('/')
      await page.keyboard.type('zebra AND (')
      await page.keyboard.press('Enter')
      await page.getByText(/^Failed to parse query/).waitFor()
      // The box keeps the focus, so that the query can be corrected.
      await eventually(() => box.evaluate((element) => element === document.activeElement)).toBe(true)
      await page.keyboard.press('Backspace')
      for (let left = 'AND '.length; left > 0; left -= 1) await page.keyboard.press('Backspace')
      await page.keyboard.press('Enter')
      await eventually(() => view.ids()).toEqual(['100', '101', '102'])
      await eventually(() => activeId(page)).toBe('100')
      await page.keyboard.press('2')
      await page.keyboard.press('3')
      await view.untilStored(101, { status: 'Validated' })
      expect(await labelsOf(world, ['100', '101'])).toEqual(['stolen', 'arrival'])
      // The box shows the previous query, which is not an unapplied one.
      await page.goBack()
      await eventually(() => box.inputValue()).toBe('zebra AND (')
      await eventually(() => page.getByText('Press Enter to search').count()).toBe(0)
    },
  )

  journey('go on with the first card of the next page', async ({ page, product }) => {
    const world = await makeWorld(product, 'next-page', 15)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.cards.nth(9).focus()
    await page.keyboard.press('1')
    await page.keyboard.press('ArrowRight')
    const [first = ''] = await eventuallyOther(view)
    await eventually(() => activeId(page)).toBe(first)
    await page.keyboard.press('2')
    await view.untilStored(first, { status: 'Validated' })
    expect(await labelsOf(world, [first])).toEqual(['stolen'])
  })

  journey(
    'keep their labels when others bring new ones to a dataset without a label schema',
    async ({ page, product, complaints }) => {
      complaints.expect(/status of 404/)
      const records = Array.from({ length: 4 }, (_, id) => ({
        id,
        inputs: { text: `message ${id}` },
        multi_label: false,
        prediction: { agent: 'baseline', labels: [{ class: ['bees', 'cats'][id % 2], score: 0.9 }] },
      }))
      const world = await seedBanking(product, 'no-schema', 4, { records, hasNoSchema: true })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.on(0, /bees/).waitFor()
      await world.log([{ id: 9, inputs: { text: 'new' }, annotation: { agent: 'other', labels: [{ class: 'ants' }] } }])
      await view.cards.first().focus()
      await page.keyboard.press('2')
      // The counts are fetched again after the save, and contain the new label.
      await view.on(1, /ants/).waitFor()
      await page.keyboard.press('2')
      await view.untilStored(1, { status: 'Validated' })
      expect(await labelsOf(world, ['0', '1'])).toEqual(['cats', 'cats'])
    },
  )
})

function makeWorld(product: Product, name: string, count: number): Promise<ClassicWorld> {
  return seedBanking(product, name, count, { labels: LABELS })
}

function hundred(): string {
  return `?pagination=${encodeURIComponent('{"size":100,"page":1}')}`
}

function keyAt(at: number): string {
  return String((at % 9) + 1)
}

function labelsOf(world: ClassicWorld, ids: readonly string[]): Promise<(string | undefined)[]> {
  return Promise.all(ids.map(async (id) => (await world.record(id)).annotation?.labels.map((one) => one.class).join()))
}

async function slowDown(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await cdp.send('Network.enable')
  const throughput = SLOW.bytesPerSecond
  await cdp.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: SLOW.latency },
    ...{ downloadThroughput: throughput, uploadThroughput: throughput },
  })
}

/** The id of the card shown as focused. */
function activeId(page: Page): Promise<string | null> {
  return page.locator('article[data-active]').getAttribute('data-record')
}

/** The ids of the cards on the second page. */
async function eventuallyOther(view: ExplorePage): Promise<string[]> {
  await eventually(() => view.address()).toEqual({ pagination: { size: 10, page: 2 } })
  await eventually(() => view.cards.count()).toBe(5)
  return view.ids()
}
