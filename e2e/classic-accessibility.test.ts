import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { ClassicSettings } from './support/dataset-settings'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { expectFits } from './support/look'
import { pointIn } from './support/marking'
import type { Product } from './support/product'
import { seedWorld } from './support/seeds/classic-world'
import { seedTokens } from './support/seeds/seed-tokens'
import { openSignedIn, signIn } from './support/session'

const LABELS = ['lost', 'stolen', 'arrival']
const RULES = '?viewMode=labelling-rules'
const TOKENS = {
  labels: ['person', 'location'],
  records: [
    {
      id: 'a',
      text: 'Ana left Calgary for Lagos',
      tokens: ['Ana', 'left', 'Calgary', 'for', 'Lagos'],
      annotation: { agent: 'eva', entities: [{ start: 0, end: 3, label: 'person', score: 1 }] },
      prediction: { agent: 'tagger', entities: [{ start: 9, end: 16, label: 'location', score: 0.7 }] },
    },
  ],
}
/** The viewport of a window of 1280 by 800 at 200 % zoom. */
const ENLARGED = { width: 640, height: 400 }

describe('classic datasets in forced colours', () => {
  journey('tell marks, the active label and the marked words apart', async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const world = await seedTokens(product, 'forced-tokens', TOKENS)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    const mark = (kind: string) => view.card('a').locator(`[data-kind="${kind}"][data-start]`)
    await mark('chosen').waitFor()
    expect(await look(mark('chosen'))).not.toEqual(await look(mark('suggested')))
    expect((await look(mark('chosen'))).outline).toMatch(/solid/)
    const { x, y } = await pointIn(view.card('a').getByRole('group', { name: /^Text to mark/ }), 'Lagos', 'first')
    await page.mouse.click(x, y)
    const menu = page.getByRole('dialog', { name: 'Label for “Lagos”' })
    const rows = menu.getByRole('option')
    await menu.waitFor()
    await page.keyboard.press('ArrowDown')
    const [chosen, other] = await Promise.all([true, false].map((selected) => look(rows.and(byState(page, selected)))))
    expect(chosen).not.toEqual(other)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    const legend = page.getByRole('group', { name: 'Active label' })
    await legend.getByRole('button', { name: /location/ }).click()
    expect(await look(legend.getByRole('button', { name: /location/ }))).not.toEqual(
      await look(legend.getByRole('button', { name: /person/ })),
    )
  })

  journey('keep the words of what is open, and of the current page', async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const world = await seedBanking(product, 'forced-open', 30, { labels: LABELS })
    await openSignedIn(product, new ExplorePage(page, world))
    const hasWords = (part: Locator) =>
      part.evaluate((element) => {
        const { color, backgroundColor, forcedColorAdjust } = getComputedStyle(element)
        // Text in the user's colours has a background of its own, in the colour of the page.
        const page = getComputedStyle(document.documentElement).backgroundColor
        return color !== backgroundColor && (forcedColorAdjust === 'none' || color !== page)
      })
    expect(await hasWords(page.locator('[aria-current=page]').filter({ hasText: /^1$/ }))).toBe(true)
    await page.getByRole('button', { name: 'Status' }).click()
    expect(await hasWords(page.locator('button[aria-expanded=true]', { hasText: 'Status' }))).toBe(true)
  })

  journey('tell the chosen prediction and an untouched text apart', async ({ page, context, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const path = await seedText(product, 'forced-text')
    await signIn(context, product)
    await page.goto(path)
    const editor = page.getByRole('textbox', { name: 'Your text' })
    expect((await look(editor)).border).toMatch(/dashed/)
    expect(await look(page.getByRole('tab', { selected: true }))).not.toEqual(
      await look(page.getByRole('tab', { selected: false })),
    )
    await editor.fill('thirteen')
    await eventually(async () => (await look(editor)).border).not.toMatch(/dashed/)
  })

  journey('tell the labels and the shown records of a rule apart', async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const world = await seedBanking(product, 'forced-rules', 30, { labels: LABELS })
    const view = await openSignedIn(product, new ExplorePage(page, world), RULES)
    await view.search('card')
    const label = (name: string) => page.getByRole('region', { name: 'This rule' }).getByRole('button', { name })
    await label('stolen').click()
    await eventually(() => label('stolen').getAttribute('aria-pressed')).toBe('true')
    expect(await look(label('stolen'))).not.toEqual(await look(label('arrival')))
    const shown = (name: RegExp) =>
      page.getByRole('radiogroup', { name: 'Records shown' }).locator('label').filter({ hasText: name })
    await page.getByText(/^All \d+/).waitFor()
    expect(await look(shown(/^All \d+/))).not.toEqual(await look(shown(/^Not annotated/)))
  })

  journey('show where the settings can be pressed and typed into', async ({ page, product }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    const world = await seedBanking(product, 'forced-settings', 5, { labels: LABELS })
    const settings = await openSignedIn(product, new ClassicSettings(page, world))
    await eventually(() => settings.labels()).toEqual(LABELS)
    for (const name of ['Add labels', 'Change the order', 'Delete…'])
      expect((await look(page.getByRole('button', { name }))).border, name).not.toMatch(/^0px|none/)
    expect((await look(settings.part('Description').getByRole('textbox').locator('..'))).border).not.toMatch(
      /^0px|none/,
    )
  })
})

describe('classic datasets at 200 percent', () => {
  journey('tokens are marked and validated', async ({ page, product }) => {
    await page.setViewportSize(ENLARGED)
    const world = await seedTokens(product, 'enlarged-tokens', TOKENS)
    const view = await openSignedIn(product, new ExplorePage(page, world))
    await view
      .card('a')
      .getByRole('group', { name: /^Text to mark/ })
      .waitFor()
    await expectFits(page)
    await view.card('a').focus()
    for (const key of ['l', '2', 'Enter']) await page.keyboard.press(key)
    await view.untilStored('a', { status: 'Validated' })
    expect(await world.annotated('a')).toContainEqual(['left', 'location'])
    // The menu stays within the window, and every label can be reached.
    const { x, y } = await pointIn(view.card('a').getByRole('group', { name: /^Text to mark/ }), 'Lagos', 'first')
    await page.mouse.click(x, y)
    const box = await page.getByRole('dialog', { name: 'Label for “Lagos”' }).boundingBox()
    expect(box && box.x >= 0 && box.x + box.width <= ENLARGED.width && box.y >= 0).toBe(true)
    await expectAccessible(page, 'token classification, enlarged')
  })

  journey('a text is written and validated', async ({ page, context, product }) => {
    await page.setViewportSize(ENLARGED)
    const path = await seedText(product, 'enlarged-text')
    await signIn(context, product)
    await page.goto(path)
    const editor = page.getByRole('textbox', { name: 'Your text' })
    await editor.click()
    await expectFits(page)
    await editor.fill('thirteen')
    await expectAccessible(page, 'text2text, enlarged')
    await editor.press('Shift+Enter')
    await eventually(() => page.locator('article[data-record]').getAttribute('data-status')).toBe('Validated')
  })

  journey('a rule is written, saved and found in the table', async ({ page, product }) => {
    await page.setViewportSize(ENLARGED)
    const world = await seedBanking(product, 'enlarged-rules', 30, { labels: LABELS })
    const view = await openSignedIn(product, new ExplorePage(page, world), RULES)
    await view.search('card')
    await page.getByRole('region', { name: 'This rule' }).getByRole('button', { name: 'stolen' }).click()
    await expectFits(page)
    await expectAccessible(page, 'a rule, enlarged')
    await view.button(/^Save the rule/).click()
    await page.getByText('This rule is saved.').waitFor()
    await view.button(/^Manage 1/).click()
    await view.button('Delete the rule card').waitFor()
    await expectFits(page)
    await expectAccessible(page, 'the table of rules, enlarged')
  })

  journey('labels are added and renamed in the settings', async ({ page, product }) => {
    await page.setViewportSize(ENLARGED)
    const world = await seedBanking(product, 'enlarged-settings', 5, { labels: LABELS, isBare: true })
    const settings = await openSignedIn(product, new ClassicSettings(page, world))
    await settings.add('late')
    await eventually(() => settings.labels()).toEqual([...LABELS, 'late'])
    await expectFits(page)
    await settings.choose('late', 'Rename…')
    await page.getByRole('textbox', { name: 'New name' }).fill('too late')
    await page.getByText('Nothing holds it yet: only the list changes.').waitFor()
    await page.keyboard.press('Enter')
    await eventually(() => settings.labels()).toEqual([...LABELS, 'too late'])
    await expectAccessible(page, 'settings, enlarged')
  })
})

/** The styles that distinguish an element when colours are the system's. */
function look(locator: Locator) {
  return locator.first().evaluate((element) => {
    const { borderTop, outline, backgroundColor, textDecorationLine, borderBottom } = getComputedStyle(element)
    return { border: borderTop, under: borderBottom, outline, backgroundColor, textDecorationLine }
  })
}

function byState(page: Page, isSelected: boolean): Locator {
  return page.locator(`[aria-selected="${isSelected}"]`)
}

/**
 * Seed one word problem with two predictions.
 *
 * @returns the path of its dataset
 */
async function seedText(product: Product, name: string): Promise<string> {
  const predictions = Object.fromEntries(
    ['first', 'second'].map((agent, at) => [agent, { sentences: [{ text: agent, score: 0.8 - at / 2 }] }]),
  )
  const records = [{ id: 1, text: 'What is seven and six?', predictions }]
  return (await seedWorld(product, 'Text2Text', name, records)).path
}
