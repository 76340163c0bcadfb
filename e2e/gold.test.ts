import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { seedDataset } from './support/seeds/seed'
import { newAnnotator, signIn } from './support/session'
import { KIND } from './support/worlds'

const RECORDS = ['r1', 'r2', 'r3', 'r4']

const PICTURES = { widths: [1440, 390], fullPage: true }

describe('gold records', () => {
  journey(
    'are marked by a lead, answered among others without being told from them, and show who is right',
    async ({ page, context, browser, product }) => {
      const dataset = await seedDataset(product, {
        name: 'gold',
        fields: { text: false },
        order: 'file',
        questions: [KIND],
        records: RECORDS.map((id) => ({ external_id: id, fields: { text: `Message ${id}` } })),
      })
      const [first = ''] = dataset.recordIds
      const params = { dataset_id: dataset.id }
      for (const [name, kind] of Object.entries({ ana: 'Bill', jonas: 'Card' })) {
        const theirs = await newAnnotator(browser, product, name)
        const reply = await theirs.request.post(`${product.url}/api/v1/records/${first}/responses`, {
          headers: { origin: product.url },
          data: { status: 'submitted', values: { kind: { value: kind } } },
        })
        expect(reply.status()).toBe(201)
        await theirs.close()
      }

      // The lead decides the record, and makes it gold by a key.
      await signIn(context, product)
      await page.goto(`/dataset/${dataset.id}/disagreements`)
      const gold = page.getByRole('switch', { name: 'Gold record' })
      await gold.waitFor()
      expect(await gold.isDisabled()).toBe(true)
      await page.keyboard.press('1')
      await page.getByText('Resolved: Bill').waitFor()
      // What is shown may not be stored yet.
      const record = { params: { record_id: first } }
      await eventually(
        async () => (await product.owner('GET /api/v1/records/{record_id}/resolutions', record)).items,
      ).toHaveLength(1)
      await page.getByText('they are handed out to everybody, like all others.').waitFor()
      await page.keyboard.press('g')
      const list = page.getByRole('list', { name: 'Records that people answered differently' })
      await list.getByText('Gold', { exact: true }).waitFor()
      expect(await gold.isChecked()).toBe(true)
      await eventually(
        async () => (await product.owner('GET /api/v1/datasets/{dataset_id}/disagreements', { params })).items,
      ).toMatchObject([{ record_id: first, is_gold: true }])
      await expectAccessible(page)
      await look(page, 'gold-inbox', PICTURES)

      // Half of each queue, so that the one gold record comes within the first two.
      const settings = new SettingsView(page, dataset)
      await settings.open()
      const share = page.getByLabel('Gold records in each queue, in percent')
      await share.fill('51')
      await page.getByText('Enter a whole number from 0 to 50.').waitFor()
      await share.fill('50')
      await settings.update('Gold records')
      await look(page, 'gold-settings', PICTURES)
      // The way to the gold records, although as a completed record it is due to nobody.
      await page.getByText('The dataset has 1 gold record.').waitFor()
      await page.getByRole('link', { name: 'Show the gold records' }).click()
      const leads = new AnnotationView(page, dataset)
      expect(await leads.shownId()).toBe('r1')
      await page.getByRole('button', { name: 'Gold record: change its known answer…' }).waitFor()
      const goldUrl = page.url()

      const theirs = await newAnnotator(browser, product, 'eve')
      const eve = new AnnotationView(await theirs.newPage(), dataset)
      await eve.open()
      const shown: string[] = []
      for (let at = 0; at < 2; at += 1) {
        const id = await eve.shownId()
        shown.push(id)
        // With a single question, pressing the key of an option submits the answer.
        await eve.page.keyboard.press('2')
        await eve.nextAfter(id)
      }
      expect(shown.toSorted()).toEqual(['r1', 'r2'])
      // Nothing tells what the known answer is, also afterwards.
      await eve.page.goto(`${dataset.path}?record=${first}`)
      await eve.page.getByText('Message r1').waitFor()
      await eve.page.getByRole('button', { name: 'Ask the lead about this record' }).waitFor()
      expect(await eve.page.getByRole('button', { name: /known answer/ }).count()).toBe(0)
      expect(await eve.page.getByText('A lead has decided about this record:').count()).toBe(0)
      // Nor can they find gold records by the address of a lead.
      await eve.page.goto(goldUrl)
      await eve.page.getByText('These records are for leads only').waitFor()
      expect(await eve.page.getByText(/^Message r/).count()).toBe(0)
      await theirs.close()

      await page.goto(`/dataset/${dataset.id}/progress`)
      const accuracy = page.getByRole('region', { name: 'Accuracy on gold records' })
      const row = (name: string) => accuracy.getByRole('row', { name: new RegExp(name) })
      await row('eve').getByText('0 of 1').waitFor()
      expect(await row('ana').textContent()).toContain('100%')
      await expectAccessible(page)
      await look(page, 'gold-accuracy', PICTURES)
      await accuracy.getByRole('radio', { name: 'Table' }).check({ force: true })
      await accuracy.getByRole('columnheader', { name: 'Right answers' }).waitFor()
      const download = page.waitForEvent('download')
      await accuracy.getByRole('button', { name: /^Download/ }).click()
      expect((await download).suggestedFilename()).toMatch(/\.csv$/)
      // The gold record is none of those that are left to complete.
      await eventually(() => page.getByRole('region', { name: 'Records that are complete' }).textContent()).toContain(
        '1 of 3',
      )

      // A record that nobody has answered gets its known answer from the form, by the keyboard.
      const third = { params: { record_id: dataset.recordIds[2] ?? '' } }
      const known = async () => ({
        isGold: (await product.owner('GET /api/v1/records/{record_id}/gold', third)).is_gold,
        values: (await product.owner('GET /api/v1/records/{record_id}/resolutions', third)).items.map(
          ({ value }) => value,
        ),
      })
      await leads.open(`?record=${third.params.record_id}`)
      await page.getByRole('button', { name: 'Set the known answer…' }).waitFor()
      // By mouse: with a single question, the key of an option would submit the answer.
      await leads.option('Kind', 'Other').locator('xpath=ancestor::label').click()
      await page.keyboard.press('Escape')
      await page.keyboard.press('k')
      const sheet = page.getByRole('dialog', { name: 'Known answer' })
      await sheet.getByText('Other').waitFor()
      expect(await known()).toEqual({ isGold: false, values: [] })
      await expectAccessible(page)
      await look(page, 'gold-known', PICTURES)
      // A change of the width closes it.
      await page.keyboard.press('Escape')
      await sheet.waitFor({ state: 'detached' })
      await page.keyboard.press('k')
      await sheet.getByText('Other').waitFor()
      await page.keyboard.press('Enter')
      await page.getByText('The known answer is set. The record is gold.').waitFor()
      expect(await known()).toEqual({ isGold: true, values: ['Other'] })
      await page.getByRole('button', { name: 'Undo', exact: true }).click()
      await page.getByText('The record is as it was before.').waitFor()
      expect(await known()).toEqual({ isGold: false, values: [] })
      expect(await leads.shownId()).toBe('r3')

      // A unanimous mistake is corrected in the same way.
      await leads.open(`?record=${dataset.recordIds[1]}`)
      await leads.option('Kind', 'Bill').locator('xpath=ancestor::label').click()
      await page.getByRole('button', { name: 'Set the known answer…' }).click()
      await sheet.getByRole('button', { name: 'Set as known answer' }).click()
      await page.getByText('The known answer is set. The record is gold.').waitFor()
      await page.goto(`/dataset/${dataset.id}/progress`)
      await row('eve').getByText('0 of 2').waitFor()
    },
  )
})
