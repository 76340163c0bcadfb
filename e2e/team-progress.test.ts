import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { journey, newContext } from './support/journey'
import { look } from './support/look'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { messagesPlan } from './support/worlds'

describe('the progress of a team', () => {
  journey('grows under the eyes of the lead while an annotator works', async ({ page, context, browser, product }) => {
    const dataset = await seedDataset(product, messagesPlan('team-work'))
    await signIn(context, product)
    await page.goto('/datasets')
    await page.getByRole('link', { name: 'Progress of team-work: team 0% complete' }).click()
    await page.getByText('No answers yet').waitFor()
    await page.getByText('live', { exact: true }).waitFor()

    const ana = await addAnnotator(product, 'ana')
    const theirs = await newContext(browser, product)
    await signIn(theirs, product, ana)
    const view = new AnnotationView(await theirs.newPage(), dataset)
    await view.open()
    const first = await view.shownId()
    await view.option('Kind', 'Bill').click()
    await view.submit.click()
    await view.nextAfter(first)

    // The page updates by itself, through live updates.
    const complete = page.getByRole('region', { name: 'Records that are complete' })
    await complete.getByText('1 of 4').waitFor()
    await page.getByRole('row', { name: /ana/ }).waitFor()
    await page.getByRole('region', { name: 'Labels answered' }).getByText('Bill').waitFor()
    await expectAccessible(page)

    await view.record.getByRole('button', { name: 'Ask the lead about this record' }).click()
    await view.page.getByLabel('What are you not sure of?').fill('Is a lost card a card?')
    await view.page.keyboard.press('Control+Enter')
    await view.page.getByText('You asked: Is a lost card').waitFor()
    await view.option('Kind', 'Card').click()
    await view.submit.click()
    await complete.getByText('2 of 4').waitFor()
    await page.getByText('1 record somebody is not sure of').waitFor()
    await page.getByText('This week', { exact: true }).click()
    await complete.getByText('Answers this week').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download', { predicate: (one) => one.suggestedFilename().includes('People') }),
      page.getByRole('button', { name: 'Export all tables' }).click(),
    ])
    expect(await download.failure()).toBeNull()
    await complete.getByRole('radio', { name: 'Table' }).check({ force: true })
    await complete.getByRole('table').waitFor()
    await expectAccessible(page)
    await look(page, 'team-progress')
    // Where the table does not fit, keys scroll it.
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    await page.setViewportSize({ width: 1440, height: 900 })

    // The list of datasets updates as well.
    await page.goto('/datasets')
    await page.getByRole('link', { name: 'Progress of team-work: team 50% complete' }).waitFor()
    await theirs.close()
  })

  journey('is not for annotators, by screen or route', async ({ page, context, product, complaints }) => {
    complaints.expect(/status of 403/)
    const dataset = await seedDataset(product, {
      name: 'not-theirs',
      fields: { text: false },
      questions: [{ name: 'note', title: 'Note', settings: { type: 'text', use_markdown: false } }],
      records: [{ external_id: 'r1', fields: { text: 'Message' } }],
    })
    await signIn(context, product, await addAnnotator(product, 'bob'))
    await page.goto(`/dataset/${dataset.id}/progress`)
    await page.waitForURL(/annotation-mode/)
    const refused = await context.request.get(`${product.url}/api/v1/datasets/${dataset.id}/team-progress`)
    expect(refused.status()).toBe(403)
  })
})
