import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { FindingView } from './support/finding'
import { eventually, journey, newContext } from './support/journey'
import { addAnnotator, type DatasetPlan, seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'

const options = ['refund', 'card'].map((value) => ({ value, text: value, description: null }))
const GONE = 'The record was deleted, or is assigned to others.'

function plan(name: string, count: number): DatasetPlan {
  return {
    name,
    order: 'file',
    fields: { text: false },
    questions: [{ name: 'intent', settings: { type: 'label_selection', options } }],
    records: Array.from({ length: count }, (_, at) => ({
      fields: { text: `Message ${at}` },
      external_id: `message-${at}`,
    })),
  }
}

describe('what gets out of reach while somebody answers it', () => {
  journey(
    'a deleted record leaves the queue with a sentence, and an undo takes back the answer before it',
    async ({ page, product, complaints }) => {
      complaints.expect(/status of 404/)
      const dataset = await seedDataset(product, plan('gone record', 4))
      const view = await openSignedIn(product, new AnnotationView(page, dataset))
      await view.option('Intent', 'card').check()
      await view.submit.click()
      await view.nextAfter('message-0')
      await product.owner('DELETE /api/v1/records/{record_id}', { params: { record_id: dataset.recordIds[1] ?? '' } })
      await view.option('Intent', 'card').check()
      await page.getByRole('button', { name: 'Save as draft' }).click()
      await page.getByText(`An answer was not accepted: ${GONE}`).waitFor()
      await view.nextAfter('message-1')
      expect(await view.shownId()).toBe('message-2')
      // Nothing of the record is left to take back.
      await page.keyboard.press('Control+z')
      await eventually(() => view.shownId()).toBe('message-0')
      await page.getByRole('button', { name: 'Drop the answer' }).click()
      await view.untilMarked('All saved')
    },
  )

  journey('deleted records leave the bulk view, and the others are answered', async ({ page, product }) => {
    const dataset = await seedDataset(product, plan('gone in bulk', 4))
    await signIn(page.context(), product)
    const view = new FindingView(page)
    await view.open(`${dataset.path}?view=bulk`)
    await view.untilFound(4)
    for (const record_id of dataset.recordIds.slice(0, 2))
      await product.owner('DELETE /api/v1/records/{record_id}', { params: { record_id } })
    await page.keyboard.press('Control+a')
    await page.getByText('For 4 records').waitFor()
    await page.getByRole('radio', { name: /^card/ }).check()
    await view.button('Submit').click()
    await page.getByText('2 records were deleted, or are assigned to others').waitFor()
    await page.getByText('2 records submitted.').waitFor()
    await eventually(() => view.counts()).toEqual([0, 0, 2, 0])
    await page.getByText(/selected$/).waitFor({ state: 'detached' })
  })

  journey(
    'when the dataset is deleted, or the user leaves its workspace, the page says so at the next answer',
    async ({ browser, product, complaints }) => {
      complaints.expect(/status of 40[34]/)
      for (const isMemberGone of [false, true]) {
        for (const isBulk of [false, true]) {
          const name = `closed ${isMemberGone} ${isBulk}`
          const dataset = await seedDataset(product, plan(name, 3))
          const { owner } = product
          const person = await addAnnotator(product, `kim-${isMemberGone}-${isBulk}`)
          const context = await newContext(browser, product)
          await signIn(context, product, person)
          const page = await context.newPage()
          complaints.watch(page)
          await page.goto(dataset.path + (isBulk ? '?view=bulk' : ''))
          await page.getByText('Message 0').waitFor()
          const submit = page.getByRole('button', { name: 'Submit', exact: true })
          await submit.waitFor()
          if (isMemberGone) {
            const { workspace_id } = await owner('GET /api/v1/datasets/{dataset_id}', {
              params: { dataset_id: dataset.id },
            })
            const users = await owner('GET /api/v1/workspaces/{workspace_id}/users', { params: { workspace_id } })
            const user_id = users.items.find(({ username }) => username === person.username)?.id ?? ''
            await owner('DELETE /api/v1/workspaces/{workspace_id}/users/{user_id}', {
              params: { workspace_id, user_id },
            })
          } else await owner('DELETE /api/v1/datasets/{dataset_id}', { params: { dataset_id: dataset.id } })
          if (isBulk) await page.keyboard.press('Control+a')
          await page.getByRole('radio', { name: /^card/ }).check()
          await submit.click()
          await page
            .getByText(isMemberGone ? /^You do not have access to this page/ : 'This page could not be found')
            .waitFor()
          await page.getByRole('link', { name: 'Back to home page' }).click()
          await page.waitForURL('**/datasets')
          await context.close()
        }
      }
    },
  )
})
