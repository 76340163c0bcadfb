import type { Task } from '@postil/contract/task/constants'
import { parse } from 'csv-parse/sync'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { seedBanking } from './support/exploring'
import { type Exported, exportWith, openExport } from './support/exporting'
import { chooseCard, chooseFile, chooseKind, classicContent, create } from './support/files'
import { journey } from './support/journey'
import { fixturePath, readBanking } from './support/seeds/real-data'
import { signIn } from './support/session'

/** Name and create a planned dataset, and check the link to it. */
async function createCalled(page: Page, name: string): Promise<void> {
  await page.getByLabel('Name of the dataset').fill(name)
  await create(page, name)
  expect(await page.getByRole('link', { name: 'Start annotating' }).getAttribute('href')).toMatch(
    new RegExp(`^/datasets/[^/]+/${name}$`),
  )
}

/** Drop an export with its manifest: its format is recognised, and nothing needs to be chosen. */
async function importAgain(page: Page, exported: Exported, name: string): Promise<void> {
  const mimeType = 'application/octet-stream'
  await page.goto('/datasets/new')
  await chooseFile(page, [
    { name: exported.name, mimeType, buffer: exported.bytes },
    {
      name: exported.manifestName,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(exported.manifest)),
    },
  ])
  await page.getByText('with the settings of its manifest').waitFor()
  await createCalled(page, name)
}

describe('records of a file for a classic dataset that is there', () => {
  journey(
    'come into it with their new labels, and change the records that they name',
    async ({ page, context, product }) => {
      const records = [
        { id: 'a', inputs: { text: 'lost my card' }, multi_label: false },
        { id: 'b', inputs: { text: 'card was stolen' }, multi_label: false },
      ]
      const world = await seedBanking(product, 'growing', 1, { records, labels: ['lost'] })
      await signIn(context, product)
      await page.goto(world.path)
      await page.getByRole('button', { name: 'Add records' }).click()
      const csv = 'id,text,label\nb,card was stolen,stolen\nc,where is my card,arrival\nd,it is gone,lost\n'
      await chooseFile(page, [{ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }])
      await page.getByText('arrival, stolen', { exact: true }).waitFor()
      await expectAccessible(page, 'records for a classic dataset')
      await page.getByRole('button', { name: 'Add records' }).click()
      await page.getByRole('heading', { name: 'growing has its records' }).waitFor()
      await page
        .getByText(/2 records/)
        .first()
        .waitFor()

      const stored = await classicContent(product, 'growing', 'TextClassification')
      expect(stored.labels.map((label) => label.name)).toEqual(['lost', 'arrival', 'stolen'])
      expect(stored.records.map(({ id, status }) => [id, status]).toSorted()).toEqual([
        ['a', 'Default'],
        ['b', 'Validated'],
        ['c', 'Validated'],
        ['d', 'Validated'],
      ])
      await page.getByRole('link', { name: 'Start annotating' }).click()
      await page.getByText('4 records', { exact: true }).waitFor()
    },
  )
})

describe('a classic dataset from a file, and back', () => {
  journey('banking77: one of 77 labels, with rules and statuses', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('banking77.csv'), /^Text classification/)
    await page.getByLabel('77 labels, one a line').waitFor()
    await expectAccessible(page)
    await createCalled(page, 'banking')

    const made = await classicContent(product, 'banking', 'TextClassification')
    expect(made.records).toHaveLength(154)
    expect(made.labels).toHaveLength(77)
    expect(made.records.find(({ inputs }) => JSON.stringify(inputs).includes('waiting on my card'))).toMatchObject({
      status: 'Validated',
      annotation: { labels: [{ class_label: 'card_arrival', score: 1 }] },
    })

    const call = { params: { name: 'banking' }, query: { workspace: made.workspace } }
    const rule = { query: 'card AND (lost OR stolen)', labels: ['lost_or_stolen_card'], description: 'lost cards' }
    await product.owner('POST /api/datasets/{name}/TextClassification/labeling/rules', { ...call, body: rule })
    for (const [at, status] of (['Discarded', 'Edited'] as const).entries()) {
      const params = { name: 'banking', id: String(made.records[at]?.id) }
      await product.owner('PATCH /api/datasets/{name}/records/{id}', { ...call, params, body: { status } })
    }
    const before = await classicContent(product, 'banking', 'TextClassification')
    for (const format of ['JSON lines', 'CSV', 'Parquet']) {
      const exported = await exportWith(page, 'banking', format === 'JSON lines' ? [] : [new RegExp(`^${format}`)])
      const again = `banking-${format.toLowerCase().replace(/[^a-z]/g, '')}`
      await importAgain(page, exported, again)
      expect(await classicContent(product, again, 'TextClassification')).toEqual(before)
      if (format !== 'CSV') continue
      const rows = parse<Record<string, string>>(exported.bytes, { bom: true, columns: true })
      expect(rows.find((row) => row['inputs.text'] === 'I am still waiting on my card?')?.annotated_as).toBe(
        'card_arrival',
      )
    }
    const some = await exportWith(page, 'banking', ['Discarded'])
    expect(some.bytes.toString().trim().split('\n')).toHaveLength(1)
    // The status of validated records is preselected; `exportWith` has deselected it.
    await openExport(page, 'banking')
    expect(await page.getByRole('checkbox', { name: 'Validated', exact: true }).isChecked()).toBe(true)
    const validated = await exportWith(page, 'banking', ['Validated'])
    const statuses = validated.bytes.toString().trim().split('\n')
    expect(new Set(statuses.map((line) => JSON.parse(line).status))).toEqual(new Set(['Validated']))
    expect(statuses).toHaveLength(before.records.length - 2)
  })

  journey('a workbook: another of its sheets, with dates as metadata', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseFile(page, fixturePath('banking77.xlsx'))
    await page.getByRole('button', { name: 'Read it differently' }).click()
    await page.getByRole('button', { name: /Sheet$/ }).click()
    await page.getByRole('option', { name: 'Messages' }).click()
    await page.getByText(/Excel workbook · sheet “Messages”/).waitFor()
    await page.keyboard.press('Escape')
    await chooseCard(page, /^Text classification/)
    await page.getByLabel('77 labels, one a line').waitFor()
    await page.getByText(/^Line 156:.*Messages!B156 holds the error #N\/A\./).waitFor()
    await createCalled(page, 'from-workbook')
    const { records } = await classicContent(product, 'from-workbook', 'TextClassification')
    const found = records.map(({ inputs, annotation, metadata }) => {
      const [label] = Object(annotation).labels
      return [Object(inputs).text, label.class_label, Object(metadata).sent]
    })
    const days = (at: number) => new Date(Date.UTC(2026, 0, 2 + at)).toISOString().slice(0, 10)
    const expected = readBanking().map(({ text, category }, at) => [text, category, days(at)])
    expect(found.sort()).toEqual(expected.sort())
  })

  journey('wnut17: tokens and their entities, by people and by a tagger', async ({ page, context, product }) => {
    const task: Task = 'TokenClassification'
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('wnut17.conll'), /^Token classification.*look made for it/)
    await createCalled(page, 'wnut')
    const before = await classicContent(product, 'wnut', task)
    expect(before.records).toHaveLength(30)
    for (const format of ['JSON lines', 'CoNLL-2003', 'BIO tags', 'BILOU tags']) {
      const isWhole = format === 'JSON lines'
      const exported = await exportWith(page, 'wnut', isWhole ? [] : [new RegExp(`^${format}`)])
      const again = `wnut-${format.toLowerCase().replace(/[^a-z0-9]/g, '')}`
      if (isWhole) await importAgain(page, exported, again)
      else {
        await page.goto('/datasets/new')
        const file = { name: exported.name, mimeType: 'text/plain', buffer: exported.bytes }
        await chooseKind(page, [file], /^Token classification/)
        await createCalled(page, again)
      }
      expect((await classicContent(product, again, task)).records).toEqual(before.records)
    }

    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('wnut17-sjtu_adapt.tsv'), /^Token classification/)
    await page.getByRole('button', { name: /Use of “entities”/ }).click()
    await page.getByRole('option', { name: 'Predicted entities' }).click()
    await page.getByRole('textbox', { name: 'Who made the predictions of “entities”' }).fill('sjtu_adapt')
    await createCalled(page, 'wnut-found')
    const found = await classicContent(product, 'wnut-found', task)
    expect(found.records).toHaveLength(30)
    for (const record of found.records) {
      expect(record).toMatchObject({ status: 'Default', prediction: { agent: 'sjtu_adapt' } })
      expect(record.annotation).toBeUndefined()
    }
  })

  journey('gsm8k: a question, its answer and what four models wrote', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('gsm8k.jsonl'), /^Text to text/)
    await createCalled(page, 'maths')
    const before = await classicContent(product, 'maths', 'Text2Text')
    expect(before.records).toHaveLength(12)
    for (const record of before.records) {
      expect(record.status).toBe('Validated')
      expect(Object.keys(Object(record.predictions))).toHaveLength(4)
    }
    for (const format of ['JSON lines', 'Parquet']) {
      const exported = await exportWith(page, 'maths', format === 'JSON lines' ? [] : [new RegExp(`^${format}`)])
      const again = `maths-${format.toLowerCase().replace(/[^a-z]/g, '')}`
      await importAgain(page, exported, again)
      expect((await classicContent(product, again, 'Text2Text')).records).toEqual(before.records)
    }
  })

  journey('a name that is taken is refused and nothing is lost', async ({ page, context, product, complaints }) => {
    complaints.expect(/status of 409/)
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('banking77.csv'), /^Text classification/)
    await createCalled(page, 'taken')
    const before = await classicContent(product, 'taken', 'TextClassification')
    await page.goto('/datasets/new')
    await chooseKind(page, fixturePath('banking77.csv'), /^Text classification/)
    await page.getByLabel('Name of the dataset').fill('Not A Name')
    await page.getByRole('button', { name: 'Create dataset' }).click()
    await page
      .getByRole('status')
      .getByText(/^A name begins with a small letter/)
      .waitFor()
    await page.getByLabel('Name of the dataset').fill('taken')
    await page.getByRole('button', { name: 'Create dataset' }).click()
    await page
      .getByText(/^There is already a dataset called “taken”/)
      .first()
      .waitFor()
    expect(await classicContent(product, 'taken', 'TextClassification')).toEqual(before)
  })
})
