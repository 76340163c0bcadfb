import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView } from './support/annotating'
import { ClassicSettings } from './support/dataset-settings'
import { ExplorePage, seedBanking } from './support/exploring'
import { eventually, journey } from './support/journey'
import { seedDataset } from './support/seeds/seed'
import { openSignedIn, signIn } from './support/session'
import { everyKindPlan, withoutSuggestions } from './support/worlds'

describe('a drop shows where it will land', () => {
  journey('in a ranking: on the rank that it gives', async ({ page, product }) => {
    const dataset = await seedDataset(product, withoutSuggestions(everyKindPlan('drop-a-card', 1)))
    const view = await openSignedIn(product, new AnnotationView(page, dataset))
    const ranking = view.question('Order')
    const slot = ranking.getByRole('group', { name: 'Rank 2', exact: true })
    const card = ranking.getByRole('group', { name: 'complaint, not ranked' })
    await card.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    await dragOver(page, await middleOf(card), await middleOf(slot))
    const isLit = () => slot.evaluate((one) => one.hasAttribute('data-over'))
    await eventually(isLit).toBe(true)
    await page.mouse.up()
    await eventually(isLit).toBe(false)
    await slot.getByRole('group', { name: 'complaint, rank 2' }).waitFor()
  })

  journey('in an order of labels: as a line between two of them', async ({ page, product }) => {
    const world = await seedBanking(product, 'drop-a-label', 3, { labels: ['one', 'two', 'three', 'four'] })
    await openSignedIn(product, new ClassicSettings(page, world))
    await new ExplorePage(page, world).button('Change the order').click()
    const rows = page.getByRole('list', { name: 'Labels' }).getByRole('listitem')
    await eventually(() => rows.count()).toBe(4)
    const texts = () => rows.locator('[data-grip]').allTextContents()
    const line = () => rows.evaluateAll((all) => all.map((row) => row.getAttribute('data-drop')))
    await dragOver(page, await middleOf(rows.nth(3).locator('[data-grip]')), await middleOf(rows.nth(1)))
    await eventually(line).toEqual([null, 'before', null, null])
    await page.mouse.up()
    await eventually(texts).toEqual(['one', 'four', 'two', 'three'])
    await dragOver(page, await middleOf(rows.nth(0).locator('[data-grip]')), await middleOf(rows.nth(2)))
    await eventually(line).toEqual([null, null, 'after', null])
    await page.mouse.up()
    await eventually(texts).toEqual(['four', 'two', 'one', 'three'])
  })

  journey('of a file: on its zone, wherever on the page it is', async ({ page, context, product }) => {
    await signIn(context, product)
    await page.goto('/datasets/new')
    await page.getByText('Drop a file here').waitFor()
    const file = await page.evaluateHandle(() => {
      const data = new DataTransfer()
      data.items.add(new File(['text,label\nWhere is my card?,arrival\n'], 'messages.csv', { type: 'text/csv' }))
      return data
    })
    // Outside the drop zone.
    const header = page.getByRole('banner')
    await header.dispatchEvent('dragover', { dataTransfer: file })
    await page.getByText('Let go to read the file').waitFor()
    await header.dispatchEvent('dragleave', { dataTransfer: file })
    await page.getByText('Drop a file here').waitFor()
    await header.dispatchEvent('dragover', { dataTransfer: file })
    await header.dispatchEvent('drop', { dataTransfer: file })
    await page.getByText('messages.csv').first().waitFor()
    expect(new URL(page.url()).pathname).toBe('/datasets/new')
  })
})

interface Point {
  x: number
  y: number
}

/** Press at one point and move to another, without releasing. */
async function dragOver(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(to.x, to.y, { steps: 4 })
}

async function middleOf(part: ReturnType<Page['locator']>): Promise<Point> {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
