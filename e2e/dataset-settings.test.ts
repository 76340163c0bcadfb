import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { eventually, journey, newContext } from './support/journey'
import { look } from './support/look'
import type { Product } from './support/product'
import { addAnnotator, type DatasetPlan, type Seeded, seedDataset, seedDraft } from './support/seeds/seed'
import { newAnnotator, openSignedIn, signIn } from './support/session'
import { everyKindPlan } from './support/worlds'

/** Every type of question, metadata and vectors. */
function plan(name: string): DatasetPlan {
  return {
    ...everyKindPlan(name, 2),
    properties: { channel: { type: 'terms', values: null }, length: { type: 'integer', min: null, max: null } },
    vectors: { meaning: 3 },
  }
}

describe('the settings of a dataset', () => {
  journey('guidelines and name are changed, and guidelines emptied [T16]', async ({ page, product }) => {
    const dataset = await seedDataset(product, plan('about'))
    const settings = await openSignedIn(product, new SettingsView(page, dataset))
    const text = settings.form('Guidelines').getByRole('textbox', { name: 'Guidelines' })
    await settings.changeText('Guidelines', text, '# Twice\n\nRead *twice*, answer once.')
    expect((await datasetOf(product, dataset)).guidelines).toBe('# Twice\n\nRead *twice*, answer once.')
    await settings.form('Guidelines').getByText('Preview', { exact: true }).click()
    await settings.form('Guidelines').getByRole('heading', { name: 'Twice' }).waitFor()
    await settings.form('Guidelines').getByText('Write', { exact: true }).click()
    await text.fill('')
    await settings.update('Guidelines')
    // The pressed button is disabled by now.
    expect(await settings.form('Guidelines').evaluate((part) => part === document.activeElement)).toBe(true)
    expect((await datasetOf(product, dataset)).guidelines).toBeNull()

    await page.getByRole('button', { name: 'Rename…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('about-it')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByText('The dataset is now called about-it').waitFor()
    await page.getByRole('navigation').getByText('about-it', { exact: true }).waitFor()
    expect((await datasetOf(product, dataset)).name).toBe('about-it')
  })

  journey('a field gets another title, and Markdown [T16]', async ({ page, product }) => {
    const dataset = await seedDataset(product, plan('fields'))
    const settings = await openSignedIn(product, new SettingsView(page, dataset))
    await settings.choose('Fields')
    await eventually(() => new URL(page.url()).search).toBe('?tab=fields')
    const title = settings.form('Field text').getByRole('textbox', { name: 'Field title' })
    await settings.changeText('Field text', title, 'What the customer wrote')
    await settings.turn('Field text', 'Show as Markdown')
    await settings.update('Field text')
    const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/fields', {
      params: { dataset_id: dataset.id },
    })
    expect(items[0]).toMatchObject({ title: 'What the customer wrote', settings: { use_markdown: true } })
    await page.getByRole('link', { name: 'Back to the dataset' }).click()
    await page.getByText('What the customer wrote', { exact: true }).waitFor()
  })

  journey(
    'a question gets other words and fewer options in sight, seen before they are saved [T16]',
    async ({ page, product }) => {
      const dataset = await seedDataset(product, plan('questions'))
      const settings = await openSignedIn(product, new SettingsView(page, dataset), 'questions')
      const name = 'Question kind'
      const form = settings.form(name)
      const title = form.getByRole('textbox', { name: /^Question title/ })
      await title.fill('')
      await form.getByText('This field is required.').waitFor()
      await settings.expectButtons(name, { cancel: true, update: false })
      await form.getByRole('button', { name: 'Cancel' }).click()
      await settings.changeText(name, title, 'What is it about?')
      await form.getByRole('textbox', { name: /^Description/ }).fill('One word is enough.')
      await form.getByRole('slider', { name: 'Options shown at first' }).fill('3')
      const preview = settings.form('Preview of kind')
      await preview.getByText('What is it about?').first().waitFor()
      await eventually(() => preview.getByRole('radio').count()).toBe(3)
      await settings.update(name)
      const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/questions', {
        params: { dataset_id: dataset.id },
      })
      expect(items.find((question) => question.name === 'kind')).toMatchObject({
        title: 'What is it about?',
        description: 'One word is enough.',
        settings: { visible_options: 3 },
      })
      const view = new AnnotationView(page, dataset)
      await view.open(`?record=${dataset.recordIds[1]}`)
      await view.question('What is it about').waitFor()
    },
  )

  journey(
    'metadata gets another title and is kept from annotators; vectors get another title [T16]',
    async ({ page, browser, product }) => {
      const dataset = await seedDataset(product, plan('metadata'))
      const person = await addAnnotator(product, 'meta-anna')
      const settings = await openSignedIn(product, new SettingsView(page, dataset), 'metadata')
      await settings.turn('Extra metadata', 'Allow extra metadata')
      await settings.update('Extra metadata')
      const property = settings.form('Metadata property channel')
      await settings.changeText(
        'Metadata property channel',
        property.getByRole('textbox', { name: 'Property title' }),
        'Way in',
      )
      await settings.turn('Metadata property channel', 'Visible for annotators')
      await settings.update('Metadata property channel')
      expect((await datasetOf(product, dataset)).allow_extra_metadata).toBe(false)

      await settings.choose('Vectors')
      const vector = settings.form('Vector meaning')
      await settings.changeText('Vector meaning', vector.getByRole('textbox', { name: 'Vector title' }), 'Sense')
      const params = { dataset_id: dataset.id }
      const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params })
      expect(items).toMatchObject([{ name: 'meaning', title: 'Sense', dimensions: 3 }])

      // In another browser profile: the owner's page may still send requests.
      const other = await newContext(browser, product)
      await signIn(other, product, person)
      const seen = await other.request.get(`${product.url}/api/v1/me/datasets/${dataset.id}/metadata-properties`)
      expect((await seen.json()).items).toMatchObject([{ name: 'length' }])
      await other.close()
    },
  )

  journey(
    'a published dataset gets a metadata property, a vector and another number of answers per record',
    async ({ page, context, product }) => {
      const dataset = await seedDataset(product, plan('grown'))
      await signIn(context, product)
      const settings = new SettingsView(page, dataset)
      const params = { dataset_id: dataset.id }
      await settings.open('metadata')
      await page.getByRole('button', { name: 'Add a metadata property' }).click()
      const property = settings.form('Add a metadata property')
      const name = property.getByRole('textbox', { name: 'Name' })
      const add = property.getByRole('button', { name: 'Add', exact: true })
      await name.fill('Channel!')
      await property.getByText(/^Use lower-case letters/).waitFor()
      expect(await add.isDisabled()).toBe(true)
      await name.fill('channel')
      await property.getByText('There is one with this name already.').waitFor()
      await name.fill('priority')
      await property.getByText('Integer', { exact: true }).click()
      await expectAccessible(page, 'adding a metadata property')
      await look(page, 'settings-new-property')
      await name.press('Enter')
      await settings.form('Metadata property priority').waitFor()
      const { items } = await product.owner('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', { params })
      expect(items.at(-1)).toMatchObject({ name: 'priority', title: 'priority', settings: { type: 'integer' } })

      await settings.choose('Vectors')
      await page.getByRole('button', { name: 'Add a vector' }).click()
      const vector = settings.form('Add a vector')
      await vector.getByRole('textbox', { name: 'Name' }).fill('topic')
      await vector.getByRole('textbox', { name: /^Title/ }).fill('What it is about')
      await vector.getByRole('textbox', { name: 'Dimensions' }).fill('0')
      await vector.getByText('Enter a whole number above zero.').waitFor()
      await vector.getByRole('textbox', { name: 'Dimensions' }).fill('8')
      await vector.getByRole('button', { name: 'Add', exact: true }).click()
      await settings.form('Vector topic').getByText('8 dimensions').waitFor()
      const vectors = await product.owner('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params })
      expect(vectors.items.at(-1)).toMatchObject({ name: 'topic', title: 'What it is about', dimensions: 8 })

      await settings.choose('Metadata')
      await settings.remove('Metadata property priority')
      const left = await product.owner('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', { params })
      expect(left.items.map((item) => item.name)).toEqual(['channel', 'length'])
      await settings.choose('Vectors')
      await settings.remove('Vector topic')
      const kept = await product.owner('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params })
      expect(kept.items.map((item) => item.name)).toEqual(['meaning'])

      await settings.choose('Info')
      const overlap = settings.form('Answers per record').getByRole('textbox')
      await settings.changeText('Answers per record', overlap, '2')
      expect((await datasetOf(product, dataset)).distribution).toEqual({ strategy: 'overlap', min_submitted: 2 })
      await look(page, 'settings-overlap')
      const record = { record_id: dataset.recordIds[0] ?? '' }
      await product.owner('POST /api/v1/records/{record_id}/responses', {
        params: record,
        body: { status: 'discarded', values: {} },
      })
      // Also changeable after the first answer. Completed records are not handed out since the number was raised from 1.
      await overlap.fill('3')
      await settings.update('Answers per record')
      expect(await product.owner('GET /api/v1/datasets/{dataset_id}/queue', { params })).toEqual({
        order: 'mixed',
        min_submitted: 3,
        hand_out: 'until_completed',
        others_answers: 'never',
        gold_percent: 0,
      })
      await look(page, 'settings-until-completed')
    },
  )

  journey('what is not saved is asked about before one leaves', async ({ page, product }) => {
    const dataset = await seedDataset(product, plan('leaving'))
    const settings = await openSignedIn(product, new SettingsView(page, dataset), 'fields')
    await settings.form('Field text').getByRole('textbox', { name: 'Field title' }).fill('First')
    await settings.choose('Vectors')
    await settings.form('Vector meaning').getByRole('textbox', { name: 'Vector title' }).fill('Second')
    await page.getByRole('tab', { name: /^Fields\s*, changed$/ }).waitFor()
    await page.getByRole('link', { name: 'Back to the dataset' }).click()
    const dialog = page.getByRole('alertdialog', { name: 'Leave without saving?' })
    await dialog.getByText('Field text').waitFor()
    await dialog.getByText('Vector meaning').waitFor()
    await expectAccessible(page, 'leaving with changes')
    await dialog.getByRole('button', { name: 'Stay here' }).click()
    await eventually(() => new URL(page.url()).search).toBe('?tab=fields')
    await page.getByRole('link', { name: 'Back to the dataset' }).click()
    await dialog.getByRole('button', { name: 'Save all and leave' }).click()
    await eventually(() => new URL(page.url()).pathname).toBe(dataset.path)
    const params = { dataset_id: dataset.id }
    const fields = await product.owner('GET /api/v1/datasets/{dataset_id}/fields', { params })
    const vectors = await product.owner('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params })
    expect([fields.items[0]?.title, vectors.items[0]?.title]).toEqual(['First', 'Second'])
  })

  journey(
    'a draft is published once it has a question, and can then be answered',
    async ({ page, product, complaints }) => {
      const dataset = await seedDraft(product, { ...plan('not-yet'), questions: [] })
      await openSignedIn(product, new SettingsView(page, dataset))
      const draft = page.getByRole('region', { name: 'This dataset is a draft' })
      complaints.expect(/publish/)
      await draft.getByRole('button', { name: 'Publish' }).click()
      await draft.getByRole('alert').getByText('Dataset cannot be published without required questions').waitFor()
      await expectAccessible(page, 'a draft that cannot be published yet')
      expect((await datasetOf(product, dataset)).status).toBe('draft')

      const params = { dataset_id: dataset.id }
      const body = {
        name: 'why',
        title: 'Why?',
        required: true,
        settings: { type: 'text' as const, use_markdown: false },
      }
      await product.owner('POST /api/v1/datasets/{dataset_id}/questions', { params, body })
      await draft.getByRole('button', { name: 'Publish' }).click()
      await page.getByText('not-yet is published').waitFor()
      await draft.waitFor({ state: 'detached' })
      expect((await datasetOf(product, dataset)).status).toBe('ready')
      const items = [{ fields: { text: 'The first one', context: '' } }]
      await product.owner('POST /api/v1/datasets/{dataset_id}/records/bulk', { params, body: { items } })
      await page.getByRole('link', { name: 'Back to the dataset' }).click()
      await page.getByText('The first one').waitFor()
    },
  )

  journey('a dataset is started empty, and continues in its settings', async ({ page, context, product }) => {
    await seedDataset(product, plan('some-other'))
    await signIn(context, product)
    await page.goto('/datasets')
    await page.getByRole('button', { name: /^Start empty/ }).click()
    const dialog = page.getByRole('dialog', { name: 'New empty dataset' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('started-empty')
    // Enter creates nothing before the workspaces are known.
    await dialog.getByRole('button', { name: 'Create the draft', disabled: false }).waitFor()
    await expectAccessible(page, 'starting an empty dataset')
    await dialog.getByRole('textbox', { name: 'Name' }).press('Enter')
    await page.getByRole('region', { name: 'This dataset is a draft' }).waitFor()
    await page.getByRole('button', { name: 'Add a field' }).click()
    const { items } = await product.owner('GET /api/v1/me/datasets')
    expect(items.find(({ name }) => name === 'started-empty')).toMatchObject({ status: 'draft' })
  })

  journey('fields and questions of a draft are added and removed', async ({ page, context, product }) => {
    const dataset = await seedDraft(product, { ...plan('being-made'), questions: [] })
    await signIn(context, product)
    const settings = new SettingsView(page, dataset)
    const params = { dataset_id: dataset.id }
    await settings.open('fields')
    await page.getByRole('button', { name: 'Add a field' }).click()
    const field = settings.form('Add a field')
    await field.getByRole('textbox', { name: 'Name' }).fill('reply')
    await field.getByRole('textbox', { name: /^Title/ }).fill('What was answered')
    await field.getByText('Show as Markdown', { exact: true }).click()
    await field.getByRole('button', { name: 'Add', exact: true }).click()
    await settings.form('Field reply').waitFor()
    await settings.remove('Field context')
    const { items: fields } = await product.owner('GET /api/v1/datasets/{dataset_id}/fields', { params })
    expect(fields).toMatchObject([
      { name: 'text' },
      { name: 'reply', title: 'What was answered', required: true, settings: { use_markdown: true } },
    ])

    await settings.open('questions')
    await page.getByRole('button', { name: 'Add a question' }).click()
    const question = settings.form('Add a question')
    const add = question.getByRole('button', { name: 'Add', exact: true })
    const options = question.getByRole('textbox', { name: /one a line$/ })
    const setType = async (before: string, after: string) => {
      await question.getByRole('button', { name: before }).click()
      await page.getByRole('option', { name: after, exact: true }).click()
    }
    await question.getByRole('textbox', { name: 'Name' }).fill('mood')
    await options.fill('glad')
    await question.getByText('Write at least 2 options, one a line.').waitFor()
    expect(await add.isDisabled()).toBe(true)
    await options.fill('glad\nsad\n')
    await setType('Label', 'Multi-label')
    await expectAccessible(page, 'adding a question')
    await look(page, 'settings-new-question')
    await add.click()
    await settings.form('Question mood').waitFor()

    await page.getByRole('button', { name: 'Add a question' }).click()
    await question.getByRole('textbox', { name: 'Name' }).fill('places')
    await question.getByRole('textbox', { name: /^Title/ }).fill('Where?')
    await setType('Label', 'Span')
    await setType('text', 'What was answered')
    await options.fill('town')
    await question.getByText('Must be answered to submit', { exact: true }).click()
    await add.click()
    await settings.form('Question places').waitFor()
    const { items: questions } = await product.owner('GET /api/v1/datasets/{dataset_id}/questions', { params })
    expect(questions).toMatchObject([
      {
        name: 'mood',
        required: true,
        settings: { type: 'multi_label_selection', options: [{ value: 'glad' }, { value: 'sad' }] },
      },
      { name: 'places', title: 'Where?', required: false, settings: { type: 'span', field: 'reply' } },
    ])
    await settings.remove('Question places')
    await page.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('being-made is published').waitFor()
    await eventually(() => page.getByRole('button', { name: /^(Add a|Remove) /i }).count()).toBe(0)
    await settings.choose('Fields')
    await eventually(() => page.getByRole('button', { name: 'Add a field' }).count()).toBe(0)
  })

  journey('the dataset is deleted once its name is typed', async ({ page, product }) => {
    const dataset = await seedDataset(product, plan('to-be-gone'))
    await openSignedIn(product, new SettingsView(page, dataset), 'danger')
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog')
    const confirm = dialog.getByRole('button', { name: 'Delete dataset' })
    await dialog.getByRole('textbox').fill('to-be')
    await eventually(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await datasetOf(product, dataset)).name).toBe('to-be-gone')
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('textbox').fill('to-be-gone')
    await confirm.click()
    await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
    await page.getByText('to-be-gone has been deleted').waitFor()
    const { items } = await product.owner('GET /api/v1/me/datasets')
    expect(items.map(({ id }) => id)).not.toContain(dataset.id)
  })

  journey('are only the guidelines for an annotator', async ({ browser, product, complaints }) => {
    const dataset = await seedDataset(product, plan('for-readers'))
    const context = await newAnnotator(browser, product, 'reading-anna')
    const page = await context.newPage()
    complaints.watch(page)
    const settings = new SettingsView(page, dataset)
    for (const tab of [undefined, 'questions', 'danger']) {
      await settings.open(tab)
      await settings.form('Guidelines').getByRole('heading', { name: 'How to answer' }).waitFor()
      expect(await page.getByRole('tab').count()).toBe(0)
      expect(await page.getByRole('main').getByRole('textbox').count()).toBe(0)
      expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
    }
    await context.close()
  })
})

async function datasetOf({ owner }: Product, { id }: Seeded) {
  return owner('GET /api/v1/datasets/{dataset_id}', { params: { dataset_id: id } })
}
