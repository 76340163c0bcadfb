import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { eventually, journey, newContext } from './support/journey'
import { look } from './support/look'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { messagesPlan } from './support/worlds'

/** The answers of each user, by record. */
const ANSWERS = {
  ana: { r1: 'Bill', r2: 'Card', r3: 'Card', r4: 'Bill' },
  jonas: { r1: 'Bill', r2: 'Card', r3: 'Bill', r4: 'Bill' },
}

describe('agreement', () => {
  journey(
    'of two annotators is seen by the owner, and by nobody else',
    async ({ page, context, browser, product, complaints }) => {
      complaints.expect(/status of 403/)
      const dataset = await seedDataset(product, messagesPlan('agreement'))
      await signIn(context, product)
      await page.goto(`/dataset/${dataset.id}/settings?tab=agreement`)
      await page.getByText('Nothing to compare yet').waitFor()
      await page.getByText('Agreement needs records that two people have answered', { exact: false }).waitFor()
      await expectAccessible(page)

      for (const [name, answers] of Object.entries(ANSWERS)) {
        const person = await addAnnotator(product, name)
        const theirs = await newContext(browser, product)
        await signIn(theirs, product, person)
        const view = new AnnotationView(await theirs.newPage(), dataset)
        await view.open()
        const open = new Map(Object.entries(answers))
        for (let id = await view.shownId(); ; id = await view.nextAfter(id)) {
          await view.option('Kind', open.get(id) ?? '').click()
          await view.submit.click()
          open.delete(id)
          if (open.size === 0) break
        }
        await eventually(async () => (await agreed()).answers).toBe(name === 'ana' ? 0 : 8)
        // Annotators have access to neither the tab nor the route.
        await view.page.goto(`/dataset/${dataset.id}/settings?tab=agreement`)
        await view.page.getByRole('region', { name: 'Guidelines' }).waitFor()
        expect(await view.page.getByRole('tab').count()).toBe(0)
        const refused = await theirs.request.get(`${product.url}/api/v1/datasets/${dataset.id}/agreement`)
        expect(refused.status()).toBe(403)
        await theirs.close()
      }

      await page.getByRole('button', { name: 'Compute again' }).click()
      const card = page.getByRole('region', { name: 'Kind' })
      await card.getByText('4 records with two answers or more by 2 people').waitFor()
      // n = 8, five bills: 1 − (2 / 8) / (2 · 5 · 3 / 56).
      const figures = await card.getByRole('definition').allTextContents()
      expect(figures.filter((text) => !text.startsWith('95 %'))).toEqual(['0.53', '75%', '0.50', '0.47'])
      expect(figures.filter((text) => text.startsWith('95 % interval'))).toHaveLength(4)
      await card.getByText('People agree more than by chance, but too little to rely on', { exact: false }).waitFor()
      await card.getByRole('row', { name: /^ana and jonas 4 75% .+ to .+ 0\.50 .+ to .+ 0\.53 .+ to 1\.00$/ }).waitFor()
      await card.getByRole('row', { name: /^Bill 5 80% .+ to .+ 0\.53 .+ to 1\.00$/ }).waitFor()
      await expectAccessible(page)
      await look(page, 'agreement', { fullPage: true })

      async function agreed() {
        const { questions } = await product.owner('GET /api/v1/datasets/{dataset_id}/agreement', {
          params: { dataset_id: dataset.id },
        })
        return questions[0] ?? { answers: -1 }
      }
    },
  )
})
