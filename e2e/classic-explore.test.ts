import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { NO_ANSWER } from './support/browser-watch'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey, newContext } from './support/journey'
import { expectFits } from './support/look'
import { openSignedIn, signIn } from './support/session'

const COUNT = 60
/** The browser logs requests that the server refuses on its console. */
const refused = (status: number) => new RegExp(`status of ${status} `)

describe('finding records of a classic dataset', () => {
  journey(
    'shows them with predictions and progress, free of what axe finds in either mode [E1, E4, K7, K9, R7]',
    async ({ page, product }) => {
      const world = await seedBanking(product, 'opened', COUNT)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await eventually(() => view.cards.count()).toBe(10)
      await page.getByText(`${COUNT} records`, { exact: true }).waitFor()
      await page.getByText(`0 of ${COUNT} records`).waitFor()
      await view.card(0).getByText('60.00%').waitFor()
      await view
        .card(0)
        .getByTitle(/, predicted by baseline, 60\.00%$/)
        .waitFor()
      const bar = page.getByRole('region', { name: 'With the selected records' }).locator('..')
      expect((await bar.boundingBox())?.height).toBe(140)
      await view.cards.first().focus()
      await expectAccessible(page, 'classic dataset, annotate')
      await view.button('Explore').click()
      await eventually(() => view.address()).toEqual({ viewMode: 'explore' })
      await eventually(() => page.getByRole('checkbox').count()).toBe(0)
      await expectAccessible(page, 'classic dataset, explore')
    },
  )

  journey(
    'keeps query, sort, mode and page in the address, over Back, reload and sharing [R12, R13, T10]',
    async ({ page, product }) => {
      const world = await seedBanking(product, 'address', COUNT)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      const entries = () => page.evaluate(() => history.length)
      const before = await entries()

      // The first change replaces the URL without parameters, later ones add history entries.
      await view.search('card')
      await eventually(() => view.address()).toEqual({ query: { text: 'card' } })
      expect(await entries()).toBe(before)
      await view.button(/^Sort/).click()
      await page.getByRole('button', { name: /^Status: .*Reverse$/ }).click()
      await view.button('Apply').click()
      await eventually(() => view.address()).toEqual({
        query: { text: 'card' },
        sort: [{ id: 'status', order: 'asc' }],
      })
      expect(await entries()).toBe(before + 1)
      await view.button('Explore').click()
      await eventually(() => view.address()).toMatchObject({ viewMode: 'explore' })
      await page.goBack()
      await eventually(() => view.address().viewMode).toBeUndefined()
      await eventually(() => view.address()).toMatchObject({ query: { text: 'card' } })
      await page.getByText('text = card').waitFor()

      // Back to status, descending, by removing the tag.
      await page.getByRole('button', { name: /^Remove Status/ }).click()
      await eventually(() => view.address()).toEqual({ query: { text: 'card' } })

      await page.goto(`${world.path}?pagination=${encodeURIComponent('{"size":20,"page":2}')}`)
      await view.cards.first().waitFor()
      const shown = await view.ids()
      expect(shown).toHaveLength(20)
      await page.reload()
      await eventually(() => view.ids()).toEqual(shown)
      await page.getByText(`21–40 of ${COUNT}`).waitFor()
    },
  )

  journey(
    'filters by prediction, score and numbers, and says what the server cannot read [V16, K3]',
    async ({ page, product, complaints }) => {
      const world = await seedBanking(product, 'filters', COUNT)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.button('Metadata').click()
      await page.getByRole('checkbox', { name: /^chat, 20 records/ }).click()
      await view.button('Apply').click()
      await eventually(() => view.address()).toEqual({ query: { metadata: { channel: ['chat'] } } })
      await page.getByText('20 records', { exact: true }).waitFor()
      await view.button('Metadata 1 in force').waitFor()
      await page.getByRole('button', { name: 'Remove channel = chat' }).click()
      await page.getByText(`${COUNT} records`, { exact: true }).waitFor()
      await page.goto(
        `${world.path}?query=${encodeURIComponent('{"predicted":[],"metadata":{"channel":[]},"status":[]}')}`,
      )
      await page.getByText(`${COUNT} records`, { exact: true }).waitFor()

      complaints.expect(refused(400))
      await view.search('card AND (')
      await page.getByRole('alert').filter({ hasText: 'Failed to parse query [card AND (]' }).waitFor()
      expect(await page.getByRole('searchbox', { name: 'Search the records' }).inputValue()).toBe('card AND (')
      await view.search('zzzzz')
      await view.button('Remove the filters').click()
      await page.getByText(`${COUNT} records`, { exact: true }).waitFor()

      await page
        .getByRole('button', { name: /^10 Records per page|Records per page/ })
        .first()
        .click()
      await page.getByRole('option').first().waitFor()
      const sizes = await page.getByRole('option').allTextContents()
      expect(sizes).toEqual(['1', '10', '20', '50', '100'])
      await page.getByRole('option', { name: '1', exact: true }).click()
      await eventually(() => view.cards.count()).toBe(1)
      await view.cards.first().focus()
      await page.keyboard.press('ArrowRight')
      await eventually(() => view.address()).toEqual({ pagination: { size: 1, page: 2 } })
    },
  )

  journey('shows how fractions are spread, selects with X, and exports from the page', async ({ page, product }) => {
    const records = Array.from({ length: 30 }, (_, id) => ({
      id,
      inputs: { text: `message ${id}` },
      metadata: { weight: id === 0 ? 0.5 : 9 + id / 100 },
    }))
    const world = await seedBanking(product, 'fractions', 1, { records, labels: ['lost', 'stolen'] })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.button('Metadata').click()
    await page.getByRole('img', { name: /30 .*0\.5.*9\.29/ }).waitFor()
    await page.keyboard.press('Escape')

    await view.cards.nth(1).focus()
    await page.keyboard.press('x')
    await page.getByText('1 selected').waitFor()
    await view.cards.nth(4).focus()
    await page.keyboard.press('Shift+X')
    await page.getByText('4 selected').waitFor()

    await view.button('Export').click()
    await page
      .getByText(/^Records of the whole dataset .* The search and filters of its page do not count\.$/)
      .waitFor()
    await page.getByRole('dialog').getByText('JSON lines').waitFor()
  })

  journey('says what is missing: a dataset, the records of a page [T9]', async ({ page, product, complaints }) => {
    const world = await seedBanking(product, 'missing', 5)
    const view = await openSignedIn(product, new ExplorePage(page, world), '?viewMode=explore')
    await view.open(`?pagination=${encodeURIComponent('{"size":10,"page":7}')}`)
    await eventually(() => view.address()).toEqual({})
    await eventually(() => view.cards.count()).toBe(5)
    // Back does not lead to the page that is missing, from where it would be sent on again.
    await page.goBack()
    await eventually(() => view.address()).toEqual({ viewMode: 'explore' })
    complaints.expect(refused(404))
    await page.goto('/datasets/default/nowhere')
    await page.getByText('Not found dataset named nowhere').waitFor()
  })

  journey(
    'says that there is no such dataset when it is deleted while it is open',
    async ({ page, product, complaints }) => {
      const world = await seedBanking(product, 'deleted', 5)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await eventually(() => view.cards.count()).toBe(5)
      complaints.expect(refused(404))
      await product.owner('DELETE /api/datasets/{name}', {
        params: { name: world.name },
        headers: { 'x-argilla-workspace': 'default' },
      })
      await view.search('card')
      await page.getByText('Not found dataset named deleted').waitFor()
      expect(await page.getByText(/^(Error|Warning)/).count(), 'messages beside it').toBe(0)
    },
  )
})

describe('a classic dataset on a small screen', () => {
  journey('has search, filters and sort in one row at 1024 px', async ({ page, product }) => {
    await page.setViewportSize({ width: 1024, height: 768 })
    const world = await seedBanking(product, 'tablet', COUNT)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const middleOf = async (part: Locator) => {
      const box = await part.boundingBox()
      return (box?.y ?? 0) + (box?.height ?? 0) / 2
    }
    const search = await middleOf(page.getByRole('searchbox', { name: 'Search the records' }))
    const others = [view.button('Predictions'), view.button('Sort'), page.getByText(`${COUNT} records`)]
    for (const other of others) expect(Math.abs((await middleOf(other)) - search)).toBeLessThan(8)

    const names = page.getByRole('navigation', { name: 'Where you are' }).locator('a, [aria-current]')
    expect(await names.allTextContents()).toEqual(['Datasets', 'default', 'tablet'])
    const cut = await names.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length)
    expect(cut, 'names in the trail that are cut').toBe(0)

    const query = { status: ['Default'], score: { from: 0.1, to: 0.9 }, metadata: { channel: ['chat'] } }
    const sort = [{ id: 'id', order: 'asc' }]
    await view.open(
      `?query=${encodeURIComponent(JSON.stringify(query))}&sort=${encodeURIComponent(JSON.stringify(sort))}`,
    )
    const box = await middleOf(page.getByRole('searchbox', { name: 'Search the records' }))
    for (const other of [view.button('Predictions 1 in force'), view.button('Sort 1 in force')])
      expect(Math.abs((await middleOf(other)) - box)).toBeLessThan(8)
  })

  journey('stays where it is when records are selected, at every width', async ({ page, product }) => {
    const labels = ['lost', 'stolen', 'arrival']
    const world = await seedBanking(product, 'bulk-widths', COUNT, { isMulti: true, labels })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const whole = page.getByRole('checkbox', { name: 'Select the page' })
    const top = async () => (await view.cards.first().boundingBox())?.y
    // Pending annotations: all actions are offered.
    for (const id of (await view.ids()).slice(0, 2)) await view.on(id, /^stolen/).click()
    const bar = page.getByRole('region', { name: 'With the selected records' })
    for (const width of [1440, 1201, 1200, 1024, 1001, 1000, 800, 701]) {
      await page.setViewportSize({ width, height: 800 })
      const before = await top()
      await whole.click()
      await bar.getByText('10 selected').waitFor()
      const shown = width > 1000 ? 'Reset 2' : 'More'
      await bar.getByRole('button', { name: shown }).waitFor()
      expect([width, await top()]).toEqual([width, before])
      await view.button(`Select all ${COUNT} matching`).click()
      expect([width, await top()]).toEqual([width, before])
      await view.button('Select none').click()
    }
  })

  journey(
    'has its filters and sort keys behind one button, and what is done to records at the thumb',
    async ({ page, product }) => {
      await page.setViewportSize({ width: 390, height: 844 })
      const world = await seedBanking(product, 'phone', COUNT)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      const found = await page.getByRole('searchbox', { name: 'Search the records' }).boundingBox()
      expect(found?.width, 'the search box has a row of its own').toBeGreaterThan(200)
      await view.button('Filters').click()
      const sheet = page.getByRole('dialog', { name: 'Filters' })
      const metadata = sheet.getByRole('region', { name: 'Metadata' })
      await metadata.getByText('channel', { exact: true }).click()
      await metadata.getByRole('checkbox', { name: /^chat, 20 records/ }).click()
      await sheet.getByRole('button', { name: /^Status: .*Reverse$/ }).click()
      await expectAccessible(page, 'classic dataset, filters on a small screen')
      await sheet.getByRole('button', { name: 'Apply' }).click()
      await eventually(() => view.address()).toEqual({
        query: { metadata: { channel: ['chat'] } },
        sort: [{ id: 'status', order: 'asc' }],
      })
      await view.button('Filters 2 in force').waitFor()
      await page.getByText('20 records', { exact: true }).waitFor()
      // The counts may be there before the list, which shows the records of before until then.
      await eventually(async () => (await view.ids()).every((id) => Number(id) % 3 === 0)).toBe(true)

      const bar = page.getByRole('region', { name: 'With the selected records' })
      expect(await bar.count()).toBe(0)
      const [first = '', second = ''] = await view.ids()
      for (const id of [first, second]) await view.card(id).getByRole('checkbox').click()
      await bar.getByText('2 selected').waitFor()
      const box = await bar.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBe(844)
      await bar.getByRole('button', { name: 'Validate 2' }).waitFor()
      expect(await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await bar.getByRole('button', { name: 'Annotate as' }).click()
      const labels = await page.getByRole('dialog', { name: 'Annotate as' }).boundingBox()
      const width = await page.evaluate(() => document.documentElement.clientWidth)
      expect(labels?.x, 'the labels are in sight').toBeGreaterThanOrEqual(0)
      expect((labels?.x ?? 0) + (labels?.width ?? 0), 'the labels are in sight').toBeLessThanOrEqual(width)
      await page.keyboard.press('Escape')
      await bar.getByRole('button', { name: 'More' }).click()
      await page.getByRole('menuitem', { name: 'Discard 2' }).click()
      await view.told('2 records are discarded')
      await eventually(() => world.count('Discarded')).toBe(2)
      await page.getByRole('navigation', { name: 'Pages' }).waitFor()
      await expectFits(page)
    },
  )

  journey('gives a text the width of a phone also where its time is shown', async ({ page, context, product }) => {
    const records = [0, 1].map((id) => ({
      id,
      inputs: { text: 'How long does a transfer take that I have made on a Sunday from another country?' },
      ...(id === 0 && { event_timestamp: '2026-11-27T02:17:00' }),
    }))
    const world = await seedBanking(product, 'time-on-a-phone', 2, { records })
    await signIn(context, product)
    await page.setViewportSize({ width: 390, height: 844 })
    const view = new ExplorePage(page, world)
    await view.open()
    for (const id of [0, 1]) {
      const text = await view
        .card(id)
        .getByText(/How long does/)
        .boundingBox()
      expect(text?.width).toBeGreaterThan(240)
    }
    await view.card(0).locator('time').waitFor()
  })

  journey('tells what is chosen in forced colours, too', async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const world = await seedBanking(product, 'forced', 12, { labels: ['lost', 'stolen', 'arrival'] })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const backgroundOf = (name: RegExp) =>
      view.on(0, name).evaluate((button) => getComputedStyle(button).backgroundColor)
    await view.on(0, /^stolen/).click()
    await view.untilStored(0, { status: 'Validated' })
    expect(await backgroundOf(/^stolen/)).not.toBe(await backgroundOf(/^arrival/))
    await view.card(1).getByRole('checkbox').click()
    const edgeOf = (id: number) => view.card(id).evaluate((card) => getComputedStyle(card).borderInlineStartWidth)
    expect([await edgeOf(1), await edgeOf(2)]).toEqual(['4px', '1px'])
    const rail = (name: string) => view.button(name).evaluate((button) => getComputedStyle(button).outlineStyle)
    expect([await rail('Annotate'), await rail('Explore')]).toEqual(['solid', 'none'])
  })

  journey('can be worked with at 200 percent', async ({ page, product }) => {
    // The viewport at that zoom.
    await page.setViewportSize({ width: 640, height: 400 })
    const world = await seedBanking(product, 'enlarged', 12)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await expectFits(page)
    await view.cards.first().focus()
    const [id = ''] = await view.ids()
    await page.keyboard.press('1')
    await view.untilStored(Number(id), { status: 'Validated' })
    await page.keyboard.press('Space')
    await page.getByText('1 selected').waitFor()
    await page.keyboard.press('.')
    await page.getByRole('dialog', { name: 'Annotate as' }).waitFor()
  })
})

describe('annotating records of a classic dataset', () => {
  journey(
    'validates, discards, undoes and clears as the API then says [T1, T2, T4, T5, X8]',
    async ({ page, product }) => {
      const world = await seedBanking(product, 'transitions', COUNT)
      const view = await openSignedIn(product, new ExplorePage(page, world))
      const predicted = view.world.labels

      await view.on(0, 'Validate').click()
      await view.told('1 record is validated')
      await view.untilStored(0, { status: 'Validated', annotation: { agent: 'olga' } as never })
      expect(predicted).toContain((await world.record(0)).annotation?.labels[0]?.class)
      await view.on(0, 'Undo validation').click()
      await view.told('1 record is unvalidated')
      await view.untilStored(0, { status: 'Default' })
      expect((await world.record(0)).annotation).toBeTruthy()
      await view.on(0, 'Clear').click()
      await eventually(async () => (await world.record(0)).annotation ?? null).toBe(null)
      expect((await world.record(0)).status).toBe('Default')

      await view.on(1, 'Discard').click()
      await view.told('1 record is discarded')
      await view.untilStored(1, { status: 'Discarded' })
      await view.on(1, 'Undo discard').click()
      await view.told('1 record is undiscarded')
      await view.untilStored(1, { status: 'Default' })

      // Several records at once, with an undo button.
      for (const id of [10, 11]) await view.card(id).getByRole('checkbox').click()
      await page.getByText('2 selected').waitFor()
      await view.button(/^Discard 2/).click()
      await view.told('2 records are discarded')
      await eventually(() => world.count('Discarded')).toBe(2)
      await page.getByText('0 selected').waitFor()
      await view.button('Undo').click()
      await eventually(() => world.count('Discarded')).toBe(0)
      await view.told('2 records are undiscarded')
      await view.untilSaved()
    },
  )

  journey(
    'keeps several labels as an edit until they are validated, and warns before it is lost [T3, T6, T7, K2]',
    async ({ page, product }) => {
      const labels = ['lost', 'stolen', 'arrival', 'rate']
      const world = await seedBanking(product, 'several', COUNT, { isMulti: true, labels })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.on(0, /^stolen/).click()
      await view.card(0).getByText('Pending').waitFor()
      await page.getByText('1 selected').waitFor()
      await view.on(0, 'Reset').click()
      await eventually(() => view.statuses()).not.toContain('Edited')

      await view.on(0, /^stolen/).click()
      const warning = page.getByText('Pending actions will be lost when the page is refreshed')
      await view.button('Next page').click()
      await warning.waitFor()
      expect(view.address()).toEqual({})
      await view.button('Ok, got it!').click()
      await eventually(() => view.address()).toEqual({ pagination: { size: 10, page: 2 } })
      await warning.waitFor({ state: 'detached' })
      // Without edits there is no warning, and a search starts at the first page.
      await view.search('card')
      await eventually(() => view.address()).toEqual({ query: { text: 'card' } })

      // Edits are saved first, as the warning offers.
      await view.search('')
      await view.open()
      await view.on(1, /^lost/).click()
      await view.on(10, /^rate/).click()
      await view.button('Next page').click()
      await warning.waitFor()
      await view.button('Save all edited').click()
      await eventually(() => view.address()).toEqual({ pagination: { size: 10, page: 2 } })
      await view.told('2 records are validated')
      await view.untilStored(1, { status: 'Validated' })
      expect((await world.record(10)).annotation?.labels.map((label) => label.class)).toEqual(['rate'])
      await warning.waitFor({ state: 'detached' })

      await view.open()
      await view.on(0, /^stolen/).click()
      await view.on(0, /^rate/).click()
      await view.on(0, 'Validate').click()
      await view.untilStored(0, { status: 'Validated' })
      expect((await world.record(0)).annotation?.labels.map((label) => label.class)).toEqual(['stolen', 'rate'])
    },
  )

  journey('gives several labels to all matching records, on every page', async ({ page, product }) => {
    const labels = ['lost', 'stolen', 'arrival']
    const world = await seedBanking(product, 'several-everywhere', 15, { isMulti: true, isBare: true, labels })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const everywhere = async () => {
      await page.getByRole('checkbox', { name: 'Select the page' }).check()
      await view.button('Select all 15 matching').click()
    }
    await everywhere()
    await page.keyboard.press('.')
    await page.getByRole('dialog').getByText('stolen').click()
    await page.getByText('Apply saves all 15 as pending. Validate them afterwards.').waitFor()
    await view.button('Apply').click()
    await page.getByRole('alertdialog', { name: 'Change 15 records?' }).waitFor()
    await view.button('Change them').click()
    await eventually(() => world.count('Edited')).toBe(15)
    expect((await world.record(14)).annotation?.labels.map((label) => label.class)).toEqual(['stolen'])

    // An edit of this page that is not saved yet is validated with the rest.
    await view.on(0, /^lost/).click()
    await everywhere()
    await view
      .button(/^Validate/)
      .first()
      .click()
    await page.getByRole('alertdialog', { name: 'Validate 15 records?' }).waitFor()
    await view.button('Validate them').click()
    await view.told('15 records are validated')
    await eventually(() => world.count('Validated')).toBe(15)
    const labelsOf = async (id: number) => (await world.record(id)).annotation?.labels.map((label) => label.class)
    expect((await labelsOf(0))?.toSorted()).toEqual(['lost', 'stolen'])
    expect(await labelsOf(14)).toEqual(['stolen'])
  })

  journey(
    'tells whose change was not saved: refused, and changed by somebody else meanwhile [T8, X8]',
    async ({ page, product, complaints }) => {
      const labels = ['lost', 'stolen']
      const world = await seedBanking(product, 'refused', COUNT, { labels, isBare: true })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      complaints.expect(refused(400), refused(409))

      // A label that the schema no longer contains.
      await product.owner('PATCH /api/datasets/{name}/TextClassification/settings', {
        params: Object({ name: 'refused' }),
        headers: { 'x-argilla-workspace': 'default' },
        body: { label_schema: { labels: ['lost'] } },
      })
      await view.on(0, /stolen/).click()
      await view.told('1 record(s) could not have been validated')
      await view
        .card(0)
        .getByText(/^This was not saved/)
        .waitFor()
      await eventually(() => view.card(0).getAttribute('data-status')).toBe('Default')
      await view.card(0).getByRole('button', { name: 'Close' }).click()

      // Another user has changed the record first.
      await world.log([
        {
          id: 1,
          inputs: { text: 'theirs' },
          status: 'Validated',
          annotation: { agent: 'eva', labels: [{ class: 'lost', score: 1 }] },
        },
      ])
      await view.on(1, 'Discard').click()
      await view.told('1 record(s) could not have been discarded')
      await view
        .card(1)
        .getByText(/^Somebody changed this record/)
        .waitFor()
      await eventually(() => view.card(1).getAttribute('data-status')).toBe('Validated')
      await view.untilStored(1, { status: 'Validated', annotation: { agent: 'eva' } as never })
      await view.card(1).getByRole('button', { name: 'Save mine instead' }).click()
      await view.untilStored(1, { status: 'Discarded' })
    },
  )

  journey('loses nothing and doubles nothing while the server is away', async ({ page, product, complaints }) => {
    const labels = ['lost', 'stolen']
    const world = await seedBanking(product, 'away', COUNT, { labels, isBare: true })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    complaints.expect(NO_ANSWER)
    await product.kill()
    await view.on(0, /lost/).click()
    await view.on(0, /stolen/).click()
    await view.on(1, 'Discard').click()
    await eventually(() => view.card(0).getAttribute('data-status')).toBe('Validated')
    await page
      .getByText(/waiting to send|Saving/)
      .first()
      .waitFor()
    await product.startAgain()
    await view.untilSaved()
    await view.untilStored(0, { status: 'Validated' })
    expect((await world.record(0)).annotation?.labels.map((label) => label.class)).toEqual(['stolen'])
    expect((await world.record(1)).status).toBe('Discarded')
  })

  journey('skips no record when edited ones leave the results', async ({ page, product }) => {
    const world = await seedBanking(product, 'moving-up', 25)
    const view = await openSignedIn(
      product,
      new ExplorePage(page, world),
      `?query=${encodeURIComponent('{"status":["Default"]}')}`,
    )
    const first = await view.ids()
    const seen = new Set(first)
    // All but one record of the page: that one is shown again, followed by the next nine.
    for (const id of first.slice(1)) await view.card(id).getByRole('checkbox').click()
    await view.button('Validate 9').click()
    await view.told('9 records are validated')
    await view.button('Next page').click()
    await eventually(() => view.ids().then((ids) => ids.filter((id) => !seen.has(id)).length)).toBe(9)
    for (const id of await view.ids()) seen.add(id)
    expect(await view.ids()).toContain(first[0])
    expect(view.address()).toEqual({ query: { status: ['Default'] } })
    await view.button('Next page').click()
    await eventually(() => view.address()).toMatchObject({ pagination: { page: 2 } })
    await eventually(() => view.ids().then((ids) => new Set([...seen, ...ids]).size)).toBe(25)
  })

  journey('classifies 200 records by keyboard and by bulk', { timeout: 180_000 }, async ({ page, product }) => {
    const world = await seedBanking(product, 'two-hundred', 200)
    const view = await openSignedIn(
      product,
      new ExplorePage(page, world),
      `?pagination=${encodeURIComponent('{"size":100,"page":1}')}`,
    )
    await eventually(() => view.cards.count()).toBe(100)

    // Fifty by key: each label moves on to the next card.
    await view.cards.first().focus()
    for (let at = 0; at < 50; at += 1) await page.keyboard.press(String((at % 9) + 1))
    await eventually(() => world.count('Validated')).toBe(50)
    // The rest of the page, selected as a range.
    await view.cards.nth(50).getByRole('checkbox').click()
    await view.cards
      .nth(99)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] })
    await page.getByText('50 selected').waitFor()
    await page.keyboard.press('.')
    await page.getByRole('searchbox', { name: 'Find among 77 labels' }).last().fill('exchange_rate')
    await page.keyboard.press('Enter')
    await view.button('Validate them').click()
    await view.told('50 records are validated')
    await eventually(() => world.count('Validated')).toBe(100)

    // All remaining records, with their predicted labels.
    await view.open(`?query=${encodeURIComponent('{"status":["Default"]}')}`)
    await page.getByText('100 records', { exact: true }).waitFor()
    await page.getByRole('checkbox', { name: 'Select the page' }).click()
    await view.button('Select all 100 matching').click()
    await view
      .button(/^Validate/)
      .first()
      .click()
    await view.button('Validate them').click()
    await view.told('100 records are validated')
    await eventually(() => world.count('Validated')).toBe(200)
    // Undo covers all pages: predictions are no longer annotations.
    await view.button('Undo').click()
    await eventually(() => world.count('Validated')).toBe(100)
    await eventually(() => world.count('Default')).toBe(100)
    await view.untilSaved()
  })
})

describe('with a finger', () => {
  journey(
    'a tap on a button acts at once, though it makes another card open',
    async ({ browser, product, complaints }) => {
      const world = await seedBanking(product, 'tapped', 12)
      const context = await newContext(browser, product, { hasTouch: true, viewport: { width: 1024, height: 768 } })
      await signIn(context, product)
      const page = await context.newPage()
      complaints.watch(page)
      const view = new ExplorePage(page, world)
      await view.open()
      const [first = '', second = ''] = await view.ids()
      for (const id of [first, second]) {
        await view.on(id, 'Validate').tap()
        await view.untilStored(Number(id), { status: 'Validated' })
      }
      await context.close()
    },
  )
})
