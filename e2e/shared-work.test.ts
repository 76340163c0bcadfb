import { describe, expect } from 'vitest'
import { AnnotationView, savedAnswers } from './support/annotating'
import { SettingsView } from './support/dataset-settings'
import { eventually, journey, newContext } from './support/journey'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

const options = ['Bill', 'Card', 'Other'].map((text) => ({ value: text, text, description: null }))
const RECORDS = ['r1', 'r2', 'r3', 'r4']

describe('shared work', () => {
  journey(
    'two people who share a queue answer each record once, although both had been sent the same ones',
    async ({ page, context, browser, product, complaints }) => {
      const dataset = await seedDataset(product, {
        name: 'shared',
        fields: { text: false },
        questions: [{ name: 'kind', title: 'Kind', settings: { type: 'label_selection', options } }],
        records: RECORDS.map((id) => ({ external_id: id, fields: { text: `Message ${id}` } })),
      })
      const params = { dataset_id: dataset.id }
      await product.owner('PUT /api/v1/datasets/{dataset_id}/queue', { params, body: { order: 'file' } })
      await signIn(context, product)
      const settings = new SettingsView(page, dataset)
      await settings.open()
      await settings.form('Answers per record').getByText('Do not hand out completed records').click()
      await settings.update('Answers per record')

      const left = async () =>
        (await product.owner('GET /api/v1/me/datasets/{dataset_id}/metrics', { params })).responses.pending
      const open = async (name: string) => {
        const theirs = await newContext(browser, product)
        await signIn(theirs, product, await addAnnotator(product, name))
        const view = new AnnotationView(await theirs.newPage(), dataset)
        complaints.watch(view.page)
        await view.open()
        return view
      }
      // With a single question, pressing the key of an option submits the answer.
      const answer = (view: AnnotationView) => view.page.keyboard.press('1')
      // The lease of a record that the other user has open is refused.
      complaints.expect(/409/)

      const ana = await open('ana')
      expect(await ana.shownId()).toBe('r1')
      await eventually(left).toBe(3)
      const jonas = await open('jonas')
      expect(await jonas.shownId()).toBe('r2')
      await eventually(left).toBe(2)

      await answer(ana)
      await eventually(() => ana.shownId()).toBe('r3')
      await ana.page.getByText('Others are answering that record: here is the next.').waitFor()
      await eventually(left).toBe(1)
      await answer(jonas)
      await eventually(() => jonas.shownId()).toBe('r4')
      await eventually(left).toBe(0)
      await answer(ana)
      await ana.page.getByText(/nothing is left in this queue/i).waitFor()
      await answer(jonas)
      await jonas.page.getByText(/nothing is left in this queue/i).waitFor()

      const once = { status: 'submitted', values: { kind: 'Bill' } }
      await eventually(() => savedAnswers(product, dataset)).toEqual(new Map(RECORDS.map((id) => [id, [once]])))
      expect(await product.owner('GET /api/v1/datasets/{dataset_id}/progress', { params })).toMatchObject({
        completed: 4,
        pending: 0,
      })
    },
  )
})
