import type { Download } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView, savedAnswers, untilSaved } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { bytesOf, chooseFile, contentOf, create, findDataset } from './support/files'
import { eventually, journey, newContext } from './support/journey'
import type { Person, Product } from './support/product'
import { fixturePath, PREDICTORS, readBanking, readEntities } from './support/seeds/real-data'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { everyKindPlan } from './support/worlds'

describe('a dataset from a file', () => {
  journey('banking77: dropped, looked at, created, answered with the keyboard', async ({ page, context, product }) => {
    const rows = 10_003
    await signIn(context, product)
    await page.goto('/datasets')
    await page.getByRole('link', { name: 'Create a dataset' }).first().click()
    await chooseFile(page, fixturePath('banking77-train.csv'))
    await page.getByText(`${rows.toLocaleString('en-GB')} records, ready to be created`).waitFor()
    await page.getByText('77 different values').waitFor()
    await page.getByLabel('Name of the dataset').fill('banking77')
    await create(page, 'banking77')

    const made = await findDataset(product, 'banking77')
    expect(made.records).toBe(rows)
    expect(made.options('category')).toHaveLength(77)
    await page.getByRole('link', { name: 'Start annotating' }).click()
    const option = page.locator('[data-option]:checked')
    await option.waitFor()
    const suggested = await option.getAttribute('data-option')
    await page.keyboard.press('Enter')
    await page.getByRole('tab', { name: /^Submitted\s*1$/ }).waitFor()
    // The tab counts the answer as soon as it is given.
    await eventually(() => submittedValues(product, made.id)).toEqual([{ category: suggested }])
    await page.getByRole('button', { name: 'State of your answers: All saved' }).waitFor()
  })

  journey(
    'annotators get the order of the file when it is chosen, and orders of their own when they are mixed',
    async ({ browser, page, context, product }) => {
      await signIn(context, product)
      await page.goto('/datasets/new')
      await chooseFile(page, fixturePath('banking77.csv'))
      await page.getByLabel('Name of the dataset').fill('in-order')
      const choice = page.getByRole('radiogroup', { name: 'Order of the queue' })
      expect(await choice.getByRole('radio', { name: /^Mixed for each person/ }).isChecked()).toBe(true)
      await choice.getByText('As in the file', { exact: true }).click()
      await create(page, 'in-order')

      const { id } = await findDataset(product, 'in-order')
      const dataset = { id, questionIds: new Map(), recordIds: [], path: `/dataset/${id}/annotation-mode` }
      const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', {
        params: { dataset_id: id },
        query: { limit: 6 },
      })
      expect(items.map(({ fields }) => Object(fields).text)).toEqual(
        readBanking()
          .slice(0, 6)
          .map(({ text }) => text),
      )
      const inFile = items.map(({ external_id }) => external_id ?? '')
      const people = [await addAnnotator(product, 'ines'), await addAnnotator(product, 'jo')]
      let answered = 0
      const submitThree = async (person: Person) => {
        const theirs = await newContext(browser, product)
        await signIn(theirs, product, person)
        const view = new AnnotationView(await theirs.newPage(), dataset)
        await view.open()
        const seen: string[] = []
        for (let count = 0; count < 3; count += 1) {
          const shown = await view.shownId()
          seen.push(shown)
          // The suggestion is in view, so this submits it.
          await view.page.keyboard.press('Enter')
          await view.nextAfter(shown)
        }
        answered += 3
        await eventually(async () => [...(await savedAnswers(product, dataset)).values()].flat().length).toBe(answered)
        await theirs.close()
        return seen
      }
      for (const person of people) expect(await submitThree(person)).toEqual(inFile.slice(0, 3))

      const settings = new SettingsView(page, dataset)
      await settings.open()
      const form = settings.form('Order of the queue')
      expect(await form.getByRole('radio', { name: /^As in the file/ }).isChecked()).toBe(true)
      await form.getByText('Mixed for each person', { exact: true }).click()
      await settings.update('Order of the queue')
      people.push(await addAnnotator(product, 'kai'))
      const orders: string[][] = []
      for (const person of people) orders.push(await submitThree(person))
      // Each begins at a random record of 154: two of them begin at the same one in 1 of 77 runs, all three in 1 of 4,000.
      expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
      expect(orders[0]).not.toEqual(inFile.slice(3))
    },
  )

  journey(
    'a workbook: its sheet is chosen, cells that hold errors are named, dates become metadata',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await page.goto('/datasets/new')
      await chooseFile(page, fixturePath('banking77.xlsx'))
      await page.getByText(/Excel workbook · sheet “About”/).waitFor()
      await page.getByRole('button', { name: 'Read it differently' }).click()
      await page.getByRole('button', { name: /Sheet$/ }).click()
      await page.getByRole('option', { name: 'Messages' }).click()
      await page.getByText(/Excel workbook · sheet “Messages”/).waitFor()
      await page.keyboard.press('Escape')
      await page.getByText(/^Line 156:.*Messages!B156 holds the error #N\/A\./).waitFor()
      await page.getByLabel('Name of the dataset').fill('from-excel')
      await create(page, 'from-excel')
      const { id } = await findDataset(product, 'from-excel')
      const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', {
        params: { dataset_id: id },
        query: { include: ['suggestions'], limit: 1000 },
      })
      const rows = readBanking()
      expect(items.map(({ fields, suggestions }) => [Object(fields).text, suggestions?.[0]?.value])).toEqual(
        rows.map(({ text, category }) => [text, category]),
      )
      expect(items.slice(0, 3).map(({ metadata }) => Object(metadata).sent)).toEqual([
        '2026-01-02',
        '2026-01-03',
        '2026-01-04',
      ])
    },
  )

  journey('gsm8k: columns become texts, questions are added from the cards', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets/new')
    await chooseFile(page, fixturePath('gsm8k.jsonl'))
    await page.getByText('Add at least one question.').waitFor()
    for (const card of ['Rating', 'Ranking', 'Written answer'])
      await page
        .getByRole('group', { name: 'Add a question' })
        .getByRole('button', { name: new RegExp(`^${card}`) })
        .click()
    await page.getByLabel('Name of the dataset').fill('gsm8k')
    await create(page, 'gsm8k')
    const made = await findDataset(product, 'gsm8k')
    expect(made.records).toBe(12)
    expect(made.types.sort()).toEqual(['ranking', 'rating', 'text'])
    await page.getByRole('link', { name: 'Start annotating' }).click()
    await page.getByRole('button', { name: 'Submit' }).waitFor()
    await page.getByText('<<', { exact: false }).first().waitFor()
  })

  journey(
    'wnut17: what three systems marked comes as span suggestions, each with its agent',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await page.goto('/datasets/new')
      const predictions = PREDICTORS.map((agent) => readEntities(agent).map((sentence) => ({ ...sentence, agent })))
      const lines = readEntities('gold').map(({ text }, index) => {
        const by = predictions[index % predictions.length]?.[index]
        return JSON.stringify({ id: `wnut-${index}`, text, entities: by?.spans ?? [], agent: by?.agent })
      })
      const buffer = Buffer.from(lines.join('\n'))
      await chooseFile(page, { name: 'wnut17.jsonl', mimeType: 'application/jsonl', buffer })
      await page.getByText('30 records, ready to be created').waitFor()
      await page.getByLabel('Name of the dataset').fill('wnut17')
      await create(page, 'wnut17')
      const made = await findDataset(product, 'wnut17')
      expect(made.types).toEqual(['span'])
      const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', {
        params: { dataset_id: made.id },
        query: { include: ['suggestions'], limit: 100 },
      })
      const suggested = new Map(items.map((one) => [one.external_id, one.suggestions?.[0]]))
      for (const [index, sentences] of [0, 1, 2].entries())
        expect(suggested.get(`wnut-${index}`)).toMatchObject({
          agent: PREDICTORS[index],
          value: predictions[sentences]?.[index]?.spans,
        })
      await page.getByRole('link', { name: 'Start annotating' }).click()
      await page.getByRole('button', { name: 'Submit' }).waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('tab', { name: /^Submitted\s*1$/ }).waitFor()
    },
  )

  journey(
    'names the lines that cannot be used, gives them back, and takes the rest',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await page.goto('/datasets/new')
      const text = '{"text": "good", "label": "a"}\n{"text": broken\n{"text": "fine", "label": "b"}\n'
      await chooseFile(page, { name: 'half.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(text) })
      await page.getByText('1 row cannot be used').first().waitFor()
      await page.getByText(/^Line 2:/).waitFor()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download these rows' }).click()
      expect((await bytesOf(await download)).toString()).toContain('2,This is not valid JSON.,"{""text"": broken"')
      await page.getByLabel('Name of the dataset').fill('half')
      await create(page, 'half')
      expect((await findDataset(product, 'half')).records).toBe(2)
    },
  )

  journey('the same file again is recognised: its rows are skipped', async ({ page, context, product }) => {
    await signIn(context, product)
    const path = fixturePath('banking77.csv')
    await page.goto('/datasets/new')
    await chooseFile(page, path)
    await page.getByLabel('Name of the dataset').fill('twice')
    await create(page, 'twice')
    const { id } = await findDataset(product, 'twice')
    await page.goto(`/datasets/new?into=${id}`)
    await chooseFile(page, path)
    await page.getByRole('button', { name: 'Add records' }).click()
    await page.getByRole('heading', { name: 'twice has its records' }).waitFor()
    await page.getByText('154 rows skipped, since they were there').waitFor()
    expect((await findDataset(product, 'twice')).records).toBe(readBanking().length)
  })
})

describe('an export', () => {
  journey('contains the answers, and is imported again as an equal dataset', async ({ page, context, product }) => {
    const calls = await seedDataset(product, everyKindPlan('round-trip', 4))
    await signIn(context, product)
    const view = new AnnotationView(page, calls)
    await page.setViewportSize({ width: 1440, height: 940 })
    await view.open(`?record=${calls.recordIds[0]}`)
    // The first Enter scrolls to the suggestion that was out of view.
    await page.getByRole('button', { name: '1 suggestion below not seen' }).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await untilSaved(product, calls, 'case-0', [{ status: 'submitted', values: expect.anything() }])

    await page.goto('/datasets')
    await page.getByRole('button', { name: 'Actions of round-trip' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    const downloads: Download[] = []
    page.on('download', (download) => downloads.push(download))
    // All records, not only those with answers.
    await page.getByRole('dialog').getByText('Submitted', { exact: true }).click()
    await page.getByRole('dialog').getByText('None chosen: all 4 records.').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByText(/^4 records are in /).waitFor()
    await eventually(() => downloads.length).toBe(2)
    const files = await Promise.all(
      downloads.map(async (download) => ({
        name: download.suggestedFilename(),
        mimeType: 'application/json',
        buffer: await bytesOf(download),
      })),
    )
    expect(files.map(({ name }) => name).sort()).toEqual(['round-trip.jsonl', 'round-trip.jsonl.manifest.json'])

    await page.goto('/datasets/new')
    await page.getByLabel('File', { exact: true }).setInputFiles(files)
    await page.getByLabel('Name of the dataset').fill('round-trip-again')
    await create(page, 'round-trip-again')
    const again = await findDataset(product, 'round-trip-again')
    expect(await contentOf(product, again.id)).toEqual(await contentOf(product, calls.id))
  })
})

async function submittedValues(product: Product, id: string) {
  const { items } = await product.owner('GET /api/v1/me/datasets/{dataset_id}/records', {
    params: { dataset_id: id },
    query: { include: ['responses'], response_status: ['submitted'] },
  })
  return items.flatMap(({ responses }) =>
    (responses ?? []).map(({ values }) =>
      Object.fromEntries(
        Object.entries(Object(values)).map(([name, answer]) => [name, Reflect.get(Object(answer), 'value')]),
      ),
    ),
  )
}
