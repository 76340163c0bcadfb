import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { eventually, journey, newContext } from './support/journey'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

const options = ['Bill', 'Card', 'Other'].map((text) => ({ value: text, text, description: null }))

describe('the history of a record', () => {
  journey(
    'tells annotators of their own answers, of which an earlier one is used again, and leads of everybody, whose answers they restore',
    async ({ page, context, browser, product }) => {
      const dataset = await seedDataset(product, {
        name: 'history',
        fields: { text: false },
        questions: [
          { name: 'kind', title: 'Kind', settings: { type: 'label_selection', options } },
          { name: 'why', title: 'Why', required: false, settings: { type: 'text', use_markdown: false } },
        ],
        records: [{ external_id: 'r1', fields: { text: 'I lost my card' } }],
      })
      const record = `?record=${dataset.recordIds[0]}`
      const params = { record_id: dataset.recordIds[0] ?? '' }
      const answers = async () =>
        (await product.owner('GET /api/v1/records/{record_id}/responses', { params })).items.map(({ values }) => values)
      await product.owner('POST /api/v1/records/{record_id}/responses', {
        params,
        body: { status: 'submitted', values: { kind: { value: 'Other' } } },
      })

      const theirs = await newContext(browser, product)
      await signIn(theirs, product, await addAnnotator(product, 'history-anna'))
      const annas = await theirs.newPage()
      const view = new AnnotationView(annas, dataset)
      await view.open(record)
      await view.option('Kind', 'Bill').click()
      await view.question('Why').getByRole('textbox').click()
      await annas.keyboard.type('It says so')
      await view.submit.click()
      await eventually(answers).toContainEqual({ kind: { value: 'Bill' }, why: { value: 'It says so' } })
      await view.option('Kind', 'Card').click()
      await view.submit.click()
      await eventually(answers).toContainEqual({ kind: { value: 'Card' }, why: { value: 'It says so' } })

      const lines = (at: typeof page) =>
        at.getByRole('dialog').getByRole('list', { name: 'History' }).getByRole('listitem')
      await view.record.getByRole('button', { name: 'Details' }).click()
      await eventually(() => lines(annas).count()).toBe(2)
      await lines(annas).first().getByText('You submitted').waitFor()
      await lines(annas).first().getByText('Card', { exact: true }).waitFor()
      await expectAccessible(annas, 'the history of a record')
      const again = annas.getByRole('button', { name: 'Use this answer again' })
      expect(await again.count()).toBe(1)
      await again.click()
      await annas.getByText('The form holds this answer again.').waitFor()
      await annas.keyboard.press('Escape')
      await eventually(() => view.option('Kind', 'Bill').isChecked()).toBe(true)
      expect(await answers()).toContainEqual({ kind: { value: 'Card' }, why: { value: 'It says so' } })

      await signIn(context, product)
      const leads = new AnnotationView(page, dataset)
      await leads.open(record)
      // The lead has answered, and sees what everybody did.
      await leads.record.getByRole('button', { name: 'Details' }).click()
      await eventually(() => lines(page).count()).toBe(4)
      await lines(page).last().getByText('You added the record').waitFor()
      const first = lines(page).filter({ hasText: 'Bill' })
      await first.getByText('history-anna submitted').waitFor()
      await first.getByRole('button', { name: 'Restore this answer' }).click()
      await lines(page).first().getByText('You changed the answer of history-anna: submitted').waitFor()
      expect(await answers()).toContainEqual({ kind: { value: 'Bill' }, why: { value: 'It says so' } })
      await eventually(() => page.getByRole('button', { name: 'Restore this answer' }).count()).toBe(1)
      await theirs.close()
    },
  )
})
