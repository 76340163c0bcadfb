import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { eventually, journey } from './support/journey'
import { addPerson, seedDataset } from './support/seeds/seed'
import { newAnnotator, openSignedIn } from './support/session'
import { KIND } from './support/worlds'

describe('the history of a record', () => {
  journey(
    'tells annotators of their own answers, of which an earlier one is used again, and leads of everybody, whose answers they restore',
    async ({ page, browser, product }) => {
      const dataset = await seedDataset(product, {
        name: 'history',
        fields: { text: false },
        questions: [
          KIND,
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

      const theirs = await newAnnotator(browser, product, 'history-anna')
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

      const leads = await openSignedIn(product, new AnnotationView(page, dataset), record)
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

  journey(
    'lets leads restore a deleted answer, a decision, the gold mark, a suggestion, metadata and vectors, never over what changed meanwhile',
    async ({ page, product, complaints }) => {
      complaints.expect(/status of 409/)
      const { id: bertaId } = await addPerson(product, 'history-berta', 'annotator')
      const dataset = await seedDataset(product, {
        name: 'restoring',
        fields: { text: false },
        questions: [KIND],
        vectors: { mini: 2 },
        records: [
          {
            fields: { text: 'I lost my card' },
            external_id: 'r2',
            metadata: { split: 'train' },
            vectors: { mini: [1, 0.5] },
            responses: [{ user_id: bertaId, status: 'submitted', values: { kind: { value: 'Bill' } } }],
          },
        ],
      })
      const { owner } = product
      const params = { record_id: dataset.recordIds[0] ?? '' }
      const question_id = dataset.questionIds.get('kind') ?? ''
      const answers = async () => (await owner('GET /api/v1/records/{record_id}/responses', { params })).items
      const decisions = async () => (await owner('GET /api/v1/records/{record_id}/resolutions', { params })).items
      const suggestions = async () => (await owner('GET /api/v1/records/{record_id}/suggestions', { params })).items
      const decide = (value: string) =>
        owner('PUT /api/v1/records/{record_id}/resolutions', { params, body: { question_id, value } })
      const [given] = await answers()
      await owner('DELETE /api/v1/responses/{response_id}', { params: { response_id: given?.id ?? '' } })
      await decide('Card')
      await owner('PUT /api/v1/records/{record_id}/gold', { params })
      await owner('DELETE /api/v1/records/{record_id}/gold', { params })
      await owner('DELETE /api/v1/records/{record_id}/resolutions/{question_id}', {
        params: { ...params, question_id },
      })
      const suggested = await owner('PUT /api/v1/records/{record_id}/suggestions', {
        params,
        body: { question_id, value: 'Other', agent: 'bert', score: 0.5 },
      })
      await owner('DELETE /api/v1/suggestions/{suggestion_id}', { params: { suggestion_id: suggested.id } })
      await owner('PATCH /api/v1/records/{record_id}', { params, body: { metadata: { split: 'test' } } })
      await owner('PATCH /api/v1/records/{record_id}', { params, body: { vectors: { mini: [2, 2] } } })

      const view = await openSignedIn(product, new AnnotationView(page, dataset), `?record=${params.record_id}`)
      await view.record.getByRole('button', { name: 'Details' }).click()
      await page.getByRole('button', { name: 'Show the answers' }).click()
      const dialog = page.getByRole('dialog')
      const lines = dialog.getByRole('list', { name: 'History' }).getByRole('listitem')
      const restore = (line: string, button: string) =>
        lines.filter({ hasText: line }).first().getByRole('button', { name: button }).click()
      const told = (message: string) => page.getByText(message).first().waitFor()
      await lines.first().waitFor()
      await expectAccessible(page, 'the history of a record, for a lead')

      await restore('You cleared the answer of history-berta', 'Restore this answer')
      await lines.first().getByText('You changed the answer of history-berta: submitted').waitFor()
      expect(await answers()).toMatchObject([
        { user_id: bertaId, status: 'submitted', values: { kind: { value: 'Bill' } } },
      ])
      await restore('You cleared the answer of history-berta', 'Clear this answer again')
      await eventually(answers).toEqual([])

      await restore('You removed the suggestion for Kind', 'Restore this suggestion')
      await told('The suggestion is as it was then')
      expect(await suggestions()).toMatchObject([{ value: 'Other', agent: 'bert', score: 0.5 }])

      await restore('Before that', 'Restore this metadata')
      await told('The metadata is as it was then')
      const { metadata } = await owner('GET /api/v1/records/{record_id}', { params })
      expect(metadata).toEqual({ split: 'train' })

      await restore('You changed the vectors mini', 'Restore the vectors from before')
      await told('The vectors are as they were then')
      const { vectors } = await owner('GET /api/v1/records/{record_id}', { params })
      expect(vectors).toEqual({ mini: [1, 0.5] })

      // Somebody decides anew while the history is on the screen.
      await decide('Other')
      await restore('You took the decision on Kind back', 'Restore this decision')
      await told('Nothing was restored: it was changed meanwhile.')
      expect(await decisions()).toMatchObject([{ value: 'Other' }])
      const card = lines.filter({ hasText: 'You decided Kind' }).filter({ hasText: 'Card' })
      await card.getByRole('button', { name: 'Restore this decision' }).click()
      await eventually(decisions).toMatchObject([{ value: 'Card' }])

      await restore('You made the record ordinary again', 'Make the record gold again')
      await lines.first().getByText('You made the record gold').waitFor()
      await restore('You made the record ordinary again', 'Make the record ordinary again')
      await lines.first().getByText('You made the record ordinary again').waitFor()

      // The record on the page is as restored, too.
      await dialog.getByText('train', { exact: true }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('radio', { name: /^Other ?, Suggested by bert/ }).waitFor({ state: 'attached' })

      // The cards of the bulk view have the history, too.
      await page.goto(`${dataset.path}?view=bulk`)
      await page.getByRole('list', { name: 'Records' }).getByRole('button', { name: 'Details' }).click()
      await page.getByRole('button', { name: 'Show the answers' }).click()
      await lines.first().waitFor()
      await expectAccessible(page, 'the history of a record in the bulk view')
      await restore('"test"', 'Restore this metadata')
      await told('The metadata is as it was then')
      await dialog.getByText('test', { exact: true }).waitFor()
      const changed = await owner('GET /api/v1/records/{record_id}', { params })
      expect(changed.metadata).toEqual({ split: 'test' })
    },
  )
})
