import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { expectAccessible } from './support/accessibility'
import { AnnotationView } from './support/annotating'
import { eventually, journey } from './support/journey'
import { look } from './support/look'
import { addAnnotator, seedDataset } from './support/seeds/seed'
import { seedClassic } from './support/seeds/seed-classic'
import { signIn, signInByHand } from './support/session'
import { bankingPlan, everyKindPlan } from './support/worlds'

describe('the list of datasets', () => {
  journey(
    'shows both families in one table, where a row leads into its dataset [R1, R6]',
    async ({ page, context, product }) => {
      const calls = await seedDataset(product, everyKindPlan('list-calls', 3))
      await seedClassic(product, 'list-classic', 5)
      await signIn(context, product)
      await page.goto('/')
      await eventually(() => new URL(page.url()).pathname).toBe('/datasets')
      const classic = row(page, 'list-classic')
      await classic.getByRole('cell', { name: 'Text classification', exact: true }).waitFor()
      expect(await classic.getByRole('link', { name: 'list-classic', exact: true }).getAttribute('href')).toBe(
        '/datasets/default/list-classic',
      )
      await row(page, 'list-calls').getByText('3 left of 3').waitFor()
      await row(page, 'list-calls').getByRole('link', { name: 'list-calls', exact: true }).click()
      await new AnnotationView(page, calls).shownId()
      await eventually(() => new URL(page.url()).pathname).toBe(calls.path)
    },
  )

  journey(
    'finds and filters as one types; the address keeps it, over Back and reload',
    async ({ page, context, product }) => {
      await seedDataset(product, everyKindPlan('find-apples', 1))
      await seedDataset(product, everyKindPlan('find-pears', 1))
      await seedClassic(product, 'find-classic-pears', 2)
      await signIn(context, product)
      await page.goto('/datasets')
      await row(page, 'find-apples').waitFor()
      await page.keyboard.press('/')
      await page.locator('input:focus').waitFor()
      await page.keyboard.type('PEARS')
      await eventually(() => names(page)).toEqual(expect.arrayContaining(['find-pears', 'find-classic-pears']))
      await eventually(() => names(page)).toHaveLength(2)
      await page.getByRole('button', { name: /^Filter by Task/ }).click()
      const filter = page.getByRole('dialog')
      await filter.getByText('Text classification', { exact: true }).click()
      await eventually(() => names(page)).toEqual(['find-classic-pears'])
      await page.keyboard.press('Escape')
      await filter.waitFor({ state: 'detached' })
      const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
      await eventually(asked).toEqual({ q: 'PEARS', tasks: 'TextClassification' })
      const filtered = page.url()

      await page.getByRole('link', { name: /^Postil/ }).click()
      await eventually(async () => (await names(page)).length).toBeGreaterThan(2)
      await page.goBack()
      await eventually(() => names(page)).toEqual(['find-classic-pears'])
      await page.reload()
      await eventually(() => names(page)).toEqual(['find-classic-pears'])
      await eventually(() => page.url()).toBe(filtered)
    },
  )

  journey(
    'works with the keyboard: arrows move, a dot shows the actions, Enter opens',
    async ({ page, context, product }) => {
      const calls = await seedDataset(product, everyKindPlan('keys-only', 2))
      await signIn(context, product)
      await page.goto('/datasets?q=keys-only')
      await row(page, 'keys-only').waitFor()
      await page.keyboard.press('/')
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('[data-row-link]:focus').waitFor()
      await page.keyboard.press('.')
      await page.locator('[role=menuitem]:focus', { hasText: 'Copy link' }).waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('[role=menuitem]:focus', { hasText: 'Copy name' }).waitFor()
      await page.keyboard.press('Escape')
      await page.locator('[aria-haspopup]:focus').waitFor()
      await page.keyboard.press('/')
      await page.locator('input:focus').waitFor()
      await page.keyboard.press('ArrowDown')
      await page.locator('[data-row-link]:focus').waitFor()
      await page.keyboard.press('Enter')
      await eventually(() => new URL(page.url()).pathname).toBe(calls.path)
    },
  )

  journey('has dense rows, and room for a scrollbar also where there is none', async ({ page, context, product }) => {
    await seedDataset(product, everyKindPlan('dense', 1))
    await signIn(context, product)
    await page.goto('/datasets?q=dense')
    const height = async () => (await row(page, 'dense').boundingBox())?.height ?? Number.POSITIVE_INFINITY
    await eventually(height).toBeLessThanOrEqual(56)
    await page.getByRole('button', { name: 'Compact rows' }).click()
    await eventually(height).toBeLessThanOrEqual(40)
    // Otherwise the layout would shift sideways between pages with and without a scrollbar.
    const gutter = () => page.evaluate(() => getComputedStyle(document.documentElement).scrollbarGutter)
    expect(await gutter()).toBe('stable')
  })

  journey(
    'gives names their room also where columns are hidden, with many datasets and with none',
    async ({ page, context, product }) => {
      for (let at = 0; at < 51; at += 1) {
        const name = `a-dataset-of-many-${at}`
        await product.owner('POST /api/datasets', {
          headers: { 'x-argilla-workspace': 'default' },
          body: { name, workspace: 'default', task: 'Text2Text' },
        })
      }
      await signIn(context, product)
      const table = page.getByRole('table', { name: 'Datasets' })
      const isWhole = () =>
        table.evaluate((element) => {
          const head = element.querySelector('thead th:last-child')?.getBoundingClientRect().right
          return head !== undefined && Math.abs(head - element.getBoundingClientRect().right) < 1
        })
      for (const width of [1440, 1024, 900]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto('/datasets?q=of-many')
        const link = page.getByRole('link', { name: 'a-dataset-of-many-50', exact: true })
        await eventually(async () => (await link.boundingBox())?.height ?? 99).toBeLessThan(30)
        await eventually(isWhole).toBe(true)
        await page.goto('/datasets?q=nothing-has-this-name')
        await page.getByText('No dataset matches.').waitFor()
        await eventually(isWhole).toBe(true)
      }
      await page.setViewportSize({ width: 390, height: 900 })
      await page.goto('/datasets?q=of-many')
      const link = page.getByRole('link', { name: 'a-dataset-of-many-50', exact: true })
      await eventually(async () => (await link.boundingBox())?.height ?? 99).toBeLessThan(30)
    },
  )

  journey('deletes a dataset once its name is typed, and says so [X9]', async ({ page, context, product }) => {
    await seedDataset(product, bankingPlan('delete-me', 2))
    await signIn(context, product)
    await page.goto('/datasets?q=delete-me')
    await page.getByRole('button', { name: 'Actions of delete-me' }).click()
    await page.getByRole('menuitem', { name: 'Delete…' }).click()
    const dialog = page.getByRole('alertdialog')
    expect(await dialog.getByRole('button', { name: 'Delete dataset' }).isDisabled()).toBe(true)
    await dialog.locator('input:focus').waitFor()
    await page.keyboard.type('delete-me')
    await page.keyboard.press('Enter')
    await page.getByText('delete-me has been deleted').waitFor()
    await row(page, 'delete-me').waitFor({ state: 'detached' })
    const { items } = await product.owner('GET /api/v1/me/datasets')
    expect(items.map(({ name }) => name)).not.toContain('delete-me')
  })

  journey('takes a deletion back at once, or later from the deleted datasets', async ({ page, context, product }) => {
    await seedDataset(product, everyKindPlan('to-the-bin', 3))
    await signIn(context, product)
    const remove = async () => {
      await page.goto('/datasets?q=to-the-bin')
      // Its progress is fetched by a request of its own, which would find no dataset after the deletion.
      await row(page, 'to-the-bin')
        .getByRole('img', { name: /^Progress of/ })
        .waitFor()
      await page.getByRole('button', { name: 'Actions of to-the-bin' }).click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('alertdialog').getByText('It can be restored for 30 days.').waitFor()
      await page.getByRole('alertdialog').locator('input:focus').waitFor()
      await page.keyboard.type('to-the-bin')
      await page.keyboard.press('Enter')
      await page.getByText('to-the-bin has been deleted').waitFor()
      await row(page, 'to-the-bin').waitFor({ state: 'detached' })
    }
    await remove()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('to-the-bin is restored').waitFor()
    await row(page, 'to-the-bin').waitFor()

    await remove()
    await page.getByRole('link', { name: 'Deleted datasets' }).click()
    const item = page.getByRole('listitem').filter({ hasText: 'to-the-bin' })
    await item.getByText('3 records').waitFor()
    await item.getByText(/^Deleted by /).waitFor()
    await item.getByRole('button', { name: 'Restore to-the-bin' }).click()
    await page.getByRole('button', { name: 'Open' }).click()
    await page.waitForURL(/annotation-mode/)

    await remove()
    await page.goto('/deleted-datasets')
    await item.getByRole('button', { name: 'Delete for good… to-the-bin' }).click()
    await page.getByRole('alertdialog').locator('input:focus').waitFor()
    await page.keyboard.type('to-the-bin')
    await page.keyboard.press('Enter')
    await page.getByText('to-the-bin is deleted for good').waitFor()
    await item.waitFor({ state: 'detached' })
    const { items } = await product.owner('GET /api/v1/bin')
    expect(items.map(({ name }) => name)).not.toContain('to-the-bin')
  })

  journey('restores deleted records all at once or one by one', async ({ page, context, product }) => {
    const { id } = await seedDataset(product, everyKindPlan('with-deletions', 4))
    const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', { params: { dataset_id: id } })
    const ids = items.slice(0, 3).map((record) => record.id)
    await product.owner('DELETE /api/v1/datasets/{dataset_id}/records', {
      params: { dataset_id: id },
      query: { ids: ids.join(',') },
    })
    await signIn(context, product)
    await page.goto('/datasets')
    // The link is below the list, which may still grow.
    await row(page, 'with-deletions').waitFor()
    await page.getByRole('link', { name: 'Deleted datasets and records' }).click()
    const records = page.getByRole('region', { name: 'Records' })
    const item = records.getByRole('listitem').filter({ hasText: '3 records of with-deletions' })
    await item.getByText(/^Deleted by /).waitFor()
    await item.getByRole('button', { name: 'Show records' }).click()
    await eventually(() => item.getByRole('listitem').count()).toBe(3)
    await expectAccessible(page)
    await item
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Restore/ })
      .click()
    await page.getByText('1 record is restored').waitFor()
    await item.getByText('In the dataset').waitFor()
    await item.getByText('2 not restored yet').waitFor()
    await look(page, 'deleted', { fullPage: true })
    const count = async () =>
      (await product.owner('GET /api/v1/datasets/{dataset_id}/records', { params: { dataset_id: id } })).items.length
    expect(await count()).toBe(2)
    await item.getByRole('button', { name: 'Restore all: 3 records of with-deletions' }).click()
    await page.getByText('2 records are restored').waitFor()
    await item.waitFor({ state: 'detached' })
    expect(await count()).toBe(4)
  })

  journey('has no page for an id that cannot be one', async ({ page, context, product }) => {
    await signIn(context, product)
    for (const part of ['annotation-mode', 'settings', 'progress', 'disagreements']) {
      await page.goto(`/dataset/not-an-id/${part}`)
      await page.getByText('404').waitFor()
      expect(await page.getByText('valid uuid').count()).toBe(0)
    }
  })

  journey('offers an annotator nothing that only an admin can do', async ({ page, product }) => {
    await seedDataset(product, everyKindPlan('for-annotators', 1))
    const person = await addAnnotator(product, 'ada')
    await page.goto('/datasets?q=for-annotators')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await signInByHand(page, person)
    await row(page, 'for-annotators').waitFor()
    expect(await page.getByRole('link', { name: 'Create a dataset' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Actions of for-annotators' }).click()
    await page.getByRole('menuitem', { name: 'Copy link' }).waitFor()
    expect(await page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /^Find a dataset/ }).waitFor()
    expect(await page.getByRole('option', { name: /^Create a dataset/ }).count()).toBe(0)
  })
})

function row(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
}

/** Names in the table, from top to bottom. */
function names(page: Page): Promise<string[]> {
  return page.locator('[data-row-link]').allTextContents()
}
