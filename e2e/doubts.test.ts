import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { seedDataset } from './support/seeds/seed'
import { newAnnotator, openSignedIn } from './support/session'
import { KIND } from './support/worlds'

describe('records that somebody is not sure of', () => {
  journey(
    'are skipped and brought back by an annotator, or shown to a lead with a note, whose reply the annotator reads',
    async ({ page, browser, product }) => {
      const dataset = await seedDataset(product, {
        name: 'doubts',
        fields: { text: false },
        order: 'file',
        questions: [KIND],
        records: ['r1', 'r2', 'r3'].map((id) => ({ external_id: id, fields: { text: `I lost my card (${id})` } })),
      })
      const datasetParams = { dataset_id: dataset.id }
      const theirs = await newAnnotator(browser, product, 'doubts-anna')
      const annas = await theirs.newPage()
      const view = new AnnotationView(annas, dataset)
      const shows = (id: string) => view.record.getByText(`(${id})`).waitFor()
      await view.open()
      await shows('r1')
      await view.record.getByRole('button', { name: 'Skip, not now' }).waitFor()
      await look(annas, 'doubts-marks')

      await view.record.getByRole('button', { name: 'Skip, not now' }).click()
      await shows('r2')
      await annas.keyboard.press('Control+z')
      await shows('r1')
      await annas.keyboard.press('Control+ArrowRight')
      await shows('r2')
      await annas.keyboard.press('Control+.')
      const sheet = annas.getByRole('dialog', { name: 'Ask the lead about this record' })
      const note = sheet.getByLabel('What are you not sure of?')
      await note.fill('Is a lost card a card or another matter?')
      await expectAccessible(annas, 'a doubt')
      // A window of another size may get another arrangement, which closes the sheet: what was typed stays.
      await annas.setViewportSize({ width: 800, height: 900 })
      await sheet.waitFor({ state: 'detached' })
      await annas.setViewportSize({ width: 1440, height: 900 })
      // A key that is pressed while the arrangement changes reaches nothing.
      await eventually(async () => {
        await annas.keyboard.press('Control+.')
        await sheet.waitFor({ timeout: 2000 }).catch(() => undefined)
        return sheet.isVisible()
      }).toBe(true)
      await eventually(() => note.inputValue()).toBe('Is a lost card a card or another matter?')
      await annas.keyboard.press('Control+Enter')
      await annas.getByText('You asked: Is a lost card').waitFor()
      await annas.getByText('Bulk', { exact: true }).click()
      const list = annas.getByRole('list', { name: 'Records', exact: true })
      await eventually(() => list.getByRole('article').count()).toBe(2)
      await list.getByRole('button', { name: 'You have asked the lead about this record' }).waitFor()
      await list.getByRole('checkbox', { name: 'Select record 1' }).check()
      await look(annas, 'doubts-bulk')
      await expectAccessible(annas, 'the bulk view with a doubt')
      await annas.getByRole('button', { name: 'Skip', exact: true }).click()
      await eventually(() => list.getByRole('article').count()).toBe(1)
      await annas.getByText('Skipped 1 record. It waits at the end of the queue.').waitFor()
      await look(annas, 'doubts-bulk-skipped')
      await annas.keyboard.press('Control+z')
      await eventually(() => list.getByRole('article').count()).toBe(2)
      await annas.getByText('Focus', { exact: true }).click()
      for (const id of ['r2', 'r3']) {
        await shows(id)
        await view.option('Kind', 'Card').click()
        await view.submit.click()
      }
      const bringBack = annas.getByRole('button', { name: 'Bring back 1 skipped record' })
      await bringBack.waitFor()
      await expectAccessible(annas, 'the end of a queue with skipped records')
      await look(annas, 'doubts-skipped')
      await bringBack.click()
      await shows('r1')

      // A lead reads the note, and does not see the answer on the page where they answer by themselves.
      const leads = await openSignedIn(product, new AnnotationView(page, dataset), `?record=${dataset.recordIds[1]}`)
      await leads.record.getByRole('button', { name: 'Details' }).click()
      const history = page.getByRole('list', { name: 'History' })
      await page.getByRole('button', { name: 'Show the answers' }).waitFor()
      expect(await history.count()).toBe(0)
      await page.getByRole('button', { name: 'Show the answers' }).click()
      await history.getByText('doubts-anna submitted').waitFor()
      const doubted = history.getByRole('listitem').filter({ hasText: 'doubts-anna was in doubt' })
      await doubted.getByText('Is a lost card a card or another matter?').waitFor()
      await look(page, 'doubts-history')
      // Records in doubt are a filter, which the address holds.
      await page.goto(`${dataset.path}?view=bulk`)
      await page.getByRole('button', { name: /^Filters/ }).click()
      await page.getByRole('button', { name: 'Doubts and gold' }).click()
      await page.getByRole('button', { name: 'In doubt' }).click()
      await page.getByRole('checkbox', { name: 'Open, 1 record' }).check()
      await look(page, 'doubts-filter')
      await page.keyboard.press('Escape')
      const found = page.getByRole('list', { name: 'Records', exact: true })
      await eventually(() => found.getByRole('article').count()).toBe(1)
      await found.getByText('(r2)').waitFor()
      await page.reload()
      await page.getByRole('button', { name: /^Edit the filter In doubt/ }).waitFor()
      await eventually(() => found.getByRole('article').count()).toBe(1)

      await page.goto(`/dataset/${dataset.id}/disagreements`)
      await page.getByText('Doubts', { exact: true }).click()
      const record = page.getByRole('region', { name: 'Record', exact: true })
      await record.getByText('Is a lost card a card or another matter?').waitFor()
      await record.getByRole('region', { name: 'Submitted answers' }).getByText('Card', { exact: true }).waitFor()
      await expectAccessible(page, 'the doubts')
      await look(page, 'doubts-doubts')
      await record.getByLabel('Your reply').fill('A card.')
      const send = record.getByRole('button', { name: 'Reply and close' })
      await send.press('Enter')
      await page.getByText('1 closed').waitFor()
      // By keyboard, the next Tab goes on from there.
      await eventually(() => send.evaluate((button) => button === document.activeElement)).toBe(true)

      await view.open()
      await annas.getByText('The lead has replied to a question of yours.').waitFor()
      await annas.getByRole('button', { name: 'Show', exact: true }).click()
      await annas.getByText('The lead replied: A card.').waitFor()
      const own = async () =>
        (await product.owner('GET /api/v1/datasets/{dataset_id}/doubts', { params: datasetParams })).items
      await eventually(async () => (await own()).map(({ is_seen }) => is_seen)).toEqual([true])
      await look(annas, 'doubts-reply')
      await theirs.close()
    },
  )
})
