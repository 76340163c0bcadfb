import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { NO_ANSWER } from './support/complaints'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { signIn } from './support/session'

const ROWS = 20_000

/** A file that takes a while to write. */
function longFile(): { name: string; mimeType: string; buffer: Buffer } {
  const lines = Array.from(
    { length: ROWS },
    (_, at) => `row-${at},Message number ${at} about a card,${at % 2 ? 'a' : 'b'}`,
  )
  return { name: 'long.csv', mimeType: 'text/csv', buffer: Buffer.from(`id,text,label\n${lines.join('\n')}\n`) }
}

async function startCreating(page: Page): Promise<void> {
  await page.goto('/datasets/new')
  await page.getByLabel('File', { exact: true }).setInputFiles(longFile())
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await page.getByText(/^[1-9][\d,]* records written$/).waitFor()
}

async function names({ owner }: Product): Promise<string[]> {
  return (await owner('GET /api/v1/me/datasets')).items.map(({ name }) => name)
}

describe('an import', () => {
  journey(
    'that is cancelled in the middle leaves nothing, and keeps what was planned',
    async ({ page, context, product }) => {
      await signIn(context, product)
      await startCreating(page)
      expect(await names(product)).toEqual(['long'])
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Cancelled. Nothing was kept on the server.').waitFor()
      expect(await names(product)).toEqual([])
    },
  )

  journey('whose tab is closed leaves nothing', async ({ page, context, product }) => {
    await signIn(context, product)
    await startCreating(page)
    await page.close()
    await eventually(() => names(product)).toEqual([])
  })

  journey(
    'goes on when the killed server is back, writes no row twice, and the same file again skips them',
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      await signIn(context, product)
      await startCreating(page)
      await product.kill()
      await page.getByText('The server does not answer. It goes on as soon as it does.').waitFor()
      await product.startAgain()
      await page.getByRole('heading', { name: 'long is ready' }).waitFor({ timeout: 120_000 })
      const id = (await product.owner('GET /api/v1/me/datasets')).items[0]?.id ?? ''
      const ids: (string | null)[] = []
      for (let offset = 0; offset < ROWS; offset += 1000) {
        const { items, total } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', {
          params: { dataset_id: id },
          query: { offset, limit: 1000 },
        })
        expect(total).toBe(ROWS)
        ids.push(...items.map(({ external_id }) => external_id))
      }
      expect(new Set(ids).size).toBe(ROWS)

      await page.goto(`/datasets/new?into=${id}`)
      const more = longFile()
      const buffer = Buffer.concat([more.buffer, Buffer.from('row-x,One message more,a\nrow-y,And another one,b\n')])
      await page.getByLabel('File', { exact: true }).setInputFiles({ ...more, buffer })
      await page.getByRole('button', { name: 'Add records' }).click()
      await page.getByText('2 records created', { exact: false }).waitFor({ timeout: 60_000 })
      await page.getByText('20,000 rows skipped, since they were there').waitFor()
    },
  )
})
