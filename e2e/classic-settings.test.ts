import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ClassicSettings } from './support/dataset-settings'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey, newContext, untilQuiet } from './support/journey'
import type { Product } from './support/product'
import type { ClassicWorld } from './support/seeds/classic-world'
import { addAnnotator } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'

describe('the settings of a classic dataset', () => {
  journey(
    'save labels that only the records name, add to them and put them in order [R8, V15, X9]',
    async ({ page, product, complaints }) => {
      const labels = ['lost', 'stolen', 'arrival']
      // The settings request of a dataset without settings is answered with 404, which the browser logs.
      complaints.expect(/status of 404 /)
      const world = await seedBanking(product, 'labels', 30, { labels, hasNoSchema: true })
      const view = await openSignedIn(product, new ExplorePage(page, world))
      await view.button('Settings').click()
      const settings = new ClassicSettings(page, world)
      await page.getByText('These labels are not saved').waitFor()
      await expectAccessible(page, 'settings of a classic dataset, labels not saved')
      const found = await settings.labels()
      expect(found.toSorted()).toEqual(labels.toSorted())
      await view.button('Save the label schema').click()
      await view.told('The labels are updated!')
      await eventually(() => schemaOf(product, world)).toEqual(found)

      await settings.add('late, again', '"rate"')
      await view.told('The labels are updated!')
      await eventually(() => schemaOf(product, world)).toEqual([...found, 'late, again', 'rate'])
      await settings.add('rate')
      await view.told('The labels "rate" already exist in the list of labels')
      await page.keyboard.press('Escape')

      await view.button('Change the order').click()
      await view.button('Move rate forward, now 5 of 5').click()
      const rows = page.getByRole('region', { name: 'Labels' }).getByRole('listitem')
      await rows.filter({ hasText: 'rate' }).getByText('rate', { exact: true }).dragTo(rows.first())
      await untilAnnounced(page)
      await expectAccessible(page, 'order of labels')
      await view.button('Save the order').click()
      const ordered = ['rate', ...found, 'late, again']
      await eventually(() => schemaOf(product, world)).toEqual(ordered)
      await page.reload()
      await eventually(() => settings.labels()).toEqual(ordered)

      // The page of the records lists them in this order, with keys by position.
      await page.getByRole('link', { name: 'Back to the dataset' }).click()
      await view.cards.first().focus()
      await page.keyboard.press('1')
      const [id = ''] = await view.ids()
      await eventually(async () => (await world.record(id)).annotation?.labels[0]?.class).toBe('rate')
    },
  )

  journey('save description and tags, and delete the dataset', async ({ page, product }) => {
    const world = await seedBanking(product, 'about-cards', 5)
    const settings = await openSignedIn(product, new ClassicSettings(page, world))
    await settings.part('Description').getByRole('textbox').fill('What customers write')
    await settings.update('Description')
    await settings.part('Tags').getByRole('textbox', { name: 'New tag' }).fill('language')
    await settings.part('Tags').getByRole('textbox', { name: 'Its value' }).fill('en')
    await settings.update('Tags')
    await page.reload()
    await eventually(() => settings.part('Description').getByRole('textbox').inputValue()).toBe('What customers write')
    await eventually(() => settings.part('Tags').getByRole('textbox', { name: 'language' }).inputValue()).toBe('en')
    // A search that is still under way when the dataset is deleted is answered with 404, which the browser logs.
    await untilQuiet(page)

    await settings.part('Danger zone').getByRole('button', { name: 'Delete…' }).click()
    await page.getByRole('textbox', { name: 'Type about-cards to confirm' }).fill('about-cards')
    await page.getByRole('button', { name: 'Delete dataset' }).click()
    await page.getByText('about-cards has been deleted').waitFor()
    await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
  })

  journey('are read by annotators, who change no labels', async ({ browser, product }) => {
    const world = await seedBanking(product, 'read-only', 5, { labels: ['lost', 'stolen'] })
    const context = await newContext(browser, product)
    const annotator = await addAnnotator(product, 'labels-anna')
    await signIn(context, product, annotator)
    const page = await context.newPage()
    const settings = new ClassicSettings(page, world)
    await settings.open()
    await eventually(() => settings.labels()).toEqual(['lost', 'stolen'])
    expect(await page.getByRole('button', { name: 'Add labels' }).count()).toBe(0)
    expect(await page.getByRole('region', { name: 'Danger zone' }).count()).toBe(0)
    await context.close()
  })
})

describe('adding labels where records are annotated', () => {
  journey('at the end of the labels of a card, and in the list of labels for many', async ({ page, product }) => {
    const world = await seedBanking(product, 'in-place', 12, { labels: ['lost', 'stolen'], isBare: true })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.card(0).focus()
    await view.on(0, 'Add labels').click()
    // Letters typed in the box trigger neither labels of the card nor commands of the page.
    await page.keyboard.type('1a d')
    await page.keyboard.press('Enter')
    await view.told('The labels are updated!')
    await view.on(0, /1a d/).click()
    await view.untilStored(0, { status: 'Validated' })
    expect((await world.record(0)).annotation?.labels.map((label) => label.class)).toEqual(['1a d'])

    await view.card(1).getByRole('checkbox').click()
    await view.button(/^Annotate as/).click()
    const list = page.getByRole('dialog')
    await list.getByRole('button', { name: 'Add labels' }).click()
    await page.keyboard.type('late')
    await page.keyboard.press('Enter')
    await view.told('The labels are updated!')
    await list.getByRole('checkbox', { name: 'late' }).click()
    await view.untilStored(1, { status: 'Validated' })
    expect((await world.record(1)).annotation?.labels.map((label) => label.class)).toEqual(['late'])
    expect(await schemaOf(product, world)).toEqual(['lost', 'stolen', '1a d', 'late'])
  })
})

/** React Aria announces a pending button by its id for some seconds, even after the button has disappeared. */
async function untilAnnounced(page: Page): Promise<void> {
  await page.locator('[data-live-announcer] [role=img]').first().waitFor({ state: 'detached' })
}

async function schemaOf({ owner }: Product, { name }: ClassicWorld): Promise<string[]> {
  const settings = await owner('GET /api/datasets/{name}/TextClassification/settings', {
    params: Object({ name }),
    headers: { 'x-argilla-workspace': 'default' },
  })
  return settings.label_schema?.labels.map((label) => label.name) ?? []
}

describe('changing labels', () => {
  journey('renames and merges them in records and rules, says so before, and undoes it', async ({ page, product }) => {
    const world = await seedBanking(product, 'changed', 30, { labels: ['lost', 'stolen', 'late'], isBare: true })
    const at = { params: Object({ name: world.name }), headers: { 'x-argilla-workspace': 'default' } }
    await product.owner('POST /api/datasets/{name}/TextClassification/labeling/rules', {
      ...at,
      body: { query: 'card', labels: ['lost'] },
    })
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view.on(0, /lost/).click()
    await view.untilStored(0, { status: 'Validated' })
    const settings = new ClassicSettings(page, world)
    await settings.open()

    await settings.choose('lost', 'Rename…')
    await page.getByRole('textbox', { name: 'New name' }).fill('missing')
    await page.getByText('This renames it in 1 annotation and 1 rule.').waitFor()
    await expectAccessible(page, 'renaming a label')
    await page.keyboard.press('Enter')
    await page.getByText(/“lost” is now “missing”/).waitFor()
    await eventually(() => settings.labels()).toEqual(['missing', 'stolen', 'late'])
    await eventually(async () => (await world.record(0)).annotation?.labels[0]?.class).toBe('missing')

    await settings.choose('missing', 'Merge into…')
    await page.getByRole('dialog').getByRole('button', { name: /Into/ }).click()
    await page.getByRole('option', { name: 'stolen' }).click()
    await page.getByText('This replaces it by “stolen” in 1 annotation and 1 rule.').waitFor()
    await page.getByRole('button', { name: 'Merge', exact: true }).click()
    await page.getByText(/“missing” is merged into “stolen”/).waitFor()
    await eventually(() => settings.labels()).toEqual(['stolen', 'late'])
    await eventually(async () => (await world.record(0)).annotation?.labels[0]?.class).toBe('stolen')
    await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
    await view.told('The change is undone.')
    await eventually(() => settings.labels()).toEqual(['missing', 'stolen', 'late'])
    await eventually(async () => (await world.record(0)).annotation?.labels[0]?.class).toBe('missing')

    await settings.choose('missing', 'Retire…')
    await page.getByText('It is no longer offered, but stays in 1 annotation and 1 rule.').waitFor()
    await page.getByRole('button', { name: 'Retire', exact: true }).click()
    await eventually(() => settings.labels()).toEqual(['stolen', 'late'])
    await page.getByRole('list', { name: 'No longer offered' }).getByText('missing').waitFor()
    await untilAnnounced(page)
    await expectAccessible(page, 'settings with a retired label')
  })
})
