import type { Locator, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { ClassicSettings, SettingsView } from './support/dataset-settings'
import { seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

const headers = { 'x-argilla-workspace': 'default' }
const OPTIONS = ['lost', 'stolen', 'late']

/** The settings page with a list of labels or options, of which the first is used by two records. */
interface OptionList {
  open: (page: Page) => Promise<void>
  /** Label of the input for the new name, in the dialog. */
  nameField: string
  add: { open: string; field: string; done: string }
  /** The list as the API returns it, and the values in the two records. */
  stored: () => Promise<{ offered: string[]; retired: string[]; held: unknown[] }>
  /** What contains the first option, in the words of the dialogs. */
  holders: string
}

const FAMILIES: Record<string, (product: Product) => Promise<OptionList>> = {
  'a classic dataset': async (product) => {
    const records = [0, 1].map((id) => ({
      id,
      inputs: { text: 'where is my card' },
      multi_label: false,
      status: 'Validated',
      annotation: { agent: 'eva', labels: [{ class: 'lost', score: 1 }] },
    }))
    const world = await seedBanking(product, 'list-of-labels', 1, { records, labels: OPTIONS })
    const at = { params: { name: world.name }, headers }
    await product.owner('POST /api/datasets/{name}/TextClassification/labeling/rules', {
      ...at,
      body: { query: 'card', labels: ['lost'] },
    })
    return {
      open: (page) => new ClassicSettings(page, world).open(),
      nameField: 'New name',
      add: { open: 'Add labels', field: 'New labels', done: 'The labels are updated!' },
      stored: async () => {
        const { label_schema } = await product.owner('GET /api/datasets/{name}/TextClassification/settings', at)
        const held = await Promise.all([0, 1].map(async (id) => (await world.record(id)).annotation?.labels[0]?.class))
        return {
          offered: label_schema?.labels.map(({ name }) => name) ?? [],
          retired: label_schema?.retired?.map(({ name }) => name) ?? [],
          held,
        }
      },
      holders: '2 annotations and 1 rule',
    }
  },
  'a question': async (product) => {
    const { id: user_id } = await product.owner('GET /api/v1/me')
    const options = OPTIONS.map((value) => ({ value, text: value, description: null }))
    const responses = [{ user_id, status: 'submitted' as const, values: { kind: { value: 'lost' } } }]
    const dataset = await seedDataset(product, {
      name: 'list-of-options',
      fields: { text: false },
      questions: [{ name: 'kind', settings: { type: 'label_selection', options } }],
      records: [0, 1].map((at) => ({
        fields: { text: 'where is my card' },
        responses,
        suggestions: at === 0 ? { kind: { value: 'lost', agent: 'm' } } : {},
      })),
    })
    return {
      open: (page) => new SettingsView(page, dataset).open('questions'),
      nameField: 'Value in answers',
      add: { open: 'Add options', field: 'New options', done: '1 option is added.' },
      stored: async () => {
        const params = { dataset_id: dataset.id }
        const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/questions', { params })
        const settings = Object(items[0]?.settings)
        const values = (list: { value: string }[] = []) => list.map(({ value }) => value)
        const found = await product.owner('GET /api/v1/me/datasets/{dataset_id}/records', {
          params,
          query: Object({ include: ['responses'] }),
        })
        return {
          offered: values(settings.options),
          retired: values(settings.retired_options),
          held: found.items.map(({ responses }) => Object(responses?.[0]?.values).kind?.value),
        }
      },
      holders: '2 submitted answers and 1 suggestion',
    }
  },
}

describe.for(Object.entries(FAMILIES))('the options of %s', ([, make]) => {
  journey(
    'are added to, renamed, put in order, merged and retired; each says what it touches, and can be undone',
    async ({ page, context, product }) => {
      const list = await make(product)
      await signIn(context, product)
      await list.open(page)
      const before = { offered: OPTIONS, retired: [], held: ['lost', 'lost'] }
      const shown = page.getByRole('list', { name: /^(Labels|Options)$/ }).getByRole('listitem')
      const dialog = page.getByRole('dialog')
      const choose = async (item: string) => {
        await page.getByRole('button', { name: 'Change lost', exact: true }).click()
        await page.getByRole('menuitem', { name: item }).click()
      }
      const undo = async () => {
        await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
        await eventually(list.stored).toEqual(before)
        await eventually(() => texts(shown)).toEqual(OPTIONS)
      }
      await eventually(list.stored).toEqual(before)
      await eventually(() => texts(shown)).toEqual(OPTIONS)

      await page.getByRole('button', { name: list.add.open }).click()
      await page.getByRole('textbox', { name: list.add.field }).fill('damaged')
      await page.keyboard.press('Enter')
      await page.getByText(list.add.done).first().waitFor()
      expect(await list.stored()).toEqual({ ...before, offered: [...OPTIONS, 'damaged'] })
      await undo()

      await choose('Rename…')
      await dialog.getByLabel(list.nameField).fill('missing')
      await dialog.getByText(`This renames it in ${list.holders}.`).waitFor()
      await dialog.getByRole('button', { name: 'Rename' }).click()
      await page.getByText(/^“lost” is now “missing”/).waitFor()
      expect(await list.stored()).toEqual({
        offered: ['missing', 'stolen', 'late'],
        retired: [],
        held: ['missing', 'missing'],
      })
      await undo()

      await choose('Move back')
      await page.getByText('“lost” is moved.').waitFor()
      expect(await list.stored()).toEqual({ ...before, offered: ['stolen', 'lost', 'late'] })
      await undo()

      await choose('Merge into…')
      await dialog.getByRole('button', { name: /Into/ }).click()
      await page.getByRole('option', { name: 'stolen' }).click()
      await dialog.getByText(`This replaces it by “stolen” in ${list.holders}.`).waitFor()
      await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
      await page.getByText(/^“lost” is merged into “stolen”/).waitFor()
      expect(await list.stored()).toEqual({ offered: ['stolen', 'late'], retired: [], held: ['stolen', 'stolen'] })
      await undo()

      await choose('Retire…')
      await dialog.getByText(`It is no longer offered, but stays in ${list.holders}.`).waitFor()
      await dialog.getByRole('button', { name: 'Retire', exact: true }).click()
      await page.getByText('“lost” is no longer offered.').waitFor()
      expect(await list.stored()).toEqual({ ...before, offered: ['stolen', 'late'], retired: ['lost'] })
      await undo()
    },
  )
})

/** The text of each item's first element: its name, without key or value. */
function texts(items: Locator): Promise<string[]> {
  return items.evaluateAll((all) => all.map((item) => item.firstElementChild?.textContent ?? ''))
}
