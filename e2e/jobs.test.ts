import { describe } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { journey } from './support/journey'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { bankingPlan } from './support/worlds'

describe('background work', () => {
  journey('is shown to owners while it goes on and after it', async ({ page, context, product }) => {
    const { id } = await seedDataset(product, bankingPlan('doomed', 300))
    await signIn(context, product)
    await page.goto('/datasets')
    await page.getByRole('button', { name: /Account/ }).click()
    await page.getByRole('menuitem', { name: 'Background work' }).click()
    await page.getByRole('heading', { name: 'Nothing in the background' }).waitFor()
    await expectAccessible(page)

    const params = { dataset_id: id }
    await product.owner('DELETE /api/v1/datasets/{dataset_id}', { params })
    await product.owner('DELETE /api/v1/bin/{dataset_id}', { params })
    const job = page.getByRole('listitem').filter({ hasText: 'Clear away the deleted dataset doomed' })
    await job.getByText('done', { exact: true }).waitFor()
    await job.getByText(/^300 done/).waitFor()
    await expectAccessible(page)
  })
})
