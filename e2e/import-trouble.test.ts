import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { NO_ANSWER } from './support/browser-watch'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { signIn } from './support/session'

const ROWS = 20_000

/** A file that takes many requests to import. */
function longFile(name: string, rows = ROWS): { name: string; mimeType: string; buffer: Buffer } {
  const lines = Array.from(
    { length: rows },
    (_, at) => `row-${at},Message number ${at} about a card,${at % 2 ? 'a' : 'b'}`,
  )
  return {
    name: `${name}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`id,text,label\n${lines.join('\n')}\n`),
  }
}

/**
 * Start creating a dataset and hold its requests after the first records.
 *
 * @returns a function that releases the held requests
 */
async function startCreating(context: BrowserContext, page: Page, name: string): Promise<() => void> {
  let goOn: () => void = () => undefined
  const isWanted = new Promise<void>((resolve) => {
    goOn = resolve
  })
  let sent = 0
  await context.route('**/records/bulk', async (route) => {
    sent += 1
    if (sent > 2) await isWanted
    // The page that sent the request may be closed.
    await route.fallback().catch(() => undefined)
  })
  await page.goto('/datasets/new')
  await page.getByLabel('File', { exact: true }).setInputFiles(longFile(name))
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await page.getByText(/^[1-9][\d,]* records written$/).waitFor()
  return goOn
}

/** Names of datasets that begin with a text: the journeys share a server, and each uses names of its own. */
async function namesLike({ owner }: Product, wanted: string): Promise<string[]> {
  const { items } = await owner('GET /api/v1/me/datasets')
  return items.map(({ name }) => name).filter((name) => name.startsWith(wanted))
}

async function idOf({ owner }: Product, name: string): Promise<string> {
  const { items } = await owner('GET /api/v1/me/datasets')
  return items.find((one) => one.name === name)?.id ?? ''
}

/** The external ids of all records of a dataset, in order. */
async function idsOf({ owner }: Product, id: string): Promise<(string | null)[]> {
  const ids: (string | null)[] = []
  for (let offset = 0; ; offset += 1000) {
    const { items } = await owner('GET /api/v1/datasets/{dataset_id}/records', {
      params: { dataset_id: id },
      query: { offset, limit: 1000 },
    })
    ids.push(...items.map(({ external_id }) => external_id))
    if (items.length < 1000) return ids
  }
}

describe('an import', () => {
  journey(
    'that is cancelled in the middle leaves nothing, and keeps what was planned',
    async ({ page, context, product }) => {
      await signIn(context, product)
      const goOn = await startCreating(context, page, 'cancelled')
      expect(await namesLike(product, 'cancelled')).toEqual(['cancelled'])
      await page.getByRole('button', { name: 'Cancel' }).click()
      goOn()
      await page.getByText('Cancelled. Nothing was kept on the server.').waitFor()
      expect(await namesLike(product, 'cancelled')).toEqual([])
    },
  )

  journey('whose tab is closed leaves nothing', async ({ page, context, product }) => {
    await signIn(context, product)
    await startCreating(context, page, 'left')
    expect(await namesLike(product, 'left')).toEqual(['left'])
    await page.close()
    await eventually(() => namesLike(product, 'left')).toEqual([])
  })

  journey(
    'goes on when the killed server is back, writes no row twice, and the same file again skips them',
    { timeout: 300_000 },
    async ({ page, context, product, complaints }) => {
      complaints.expect(NO_ANSWER)
      await signIn(context, product)
      const goOn = await startCreating(context, page, 'long')
      const killed = product.kill()
      goOn()
      await killed
      await page.getByText('The server does not answer. It goes on as soon as it does.').waitFor()
      await product.startAgain()
      await page.getByRole('heading', { name: 'long is ready' }).waitFor({ timeout: 120_000 })
      const id = await idOf(product, 'long')
      const ids = await idsOf(product, id)
      expect(ids).toHaveLength(ROWS)
      expect(new Set(ids).size).toBe(ROWS)

      await page.goto(`/datasets/new?into=${id}`)
      const more = longFile('long')
      const buffer = Buffer.concat([more.buffer, Buffer.from('row-x,One message more,a\nrow-y,And another one,b\n')])
      await page.getByLabel('File', { exact: true }).setInputFiles({ ...more, buffer })
      await page.getByRole('button', { name: 'Add records' }).click()
      await page.getByText('2 records created', { exact: false }).waitFor({ timeout: 60_000 })
      await page.getByText('20,000 rows skipped, since they were there').waitFor()
    },
  )

  journey(
    'that adds rows once more is finished in another tab, none missing and none twice',
    { timeout: 300_000 },
    async ({ page, context, product }) => {
      const rows = 2000
      const file = longFile('again', rows)
      await signIn(context, product)
      await page.goto('/datasets/new')
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByRole('button', { name: 'Create dataset' }).click()
      await page.getByRole('heading', { name: 'again is ready' }).waitFor({ timeout: 60_000 })
      const id = await idOf(product, 'again')

      // The third batch is stored, but its reply is lost.
      let sent = 0
      await context.route('**/records/bulk', async (route) => {
        sent += 1
        if (sent < 3) await route.continue()
        else await route.fetch()
      })
      await page.goto(`/datasets/new?into=${id}`)
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await page.getByText('Add them once more, with a new id').click()
      await page.getByRole('button', { name: 'Add records' }).click()
      await page.getByText('1,000 records written', { exact: true }).waitFor({ timeout: 60_000 })
      await eventually(async () => (await idsOf(product, id)).length).toBe(rows + 1500)
      await page.close({ runBeforeUnload: false })
      await context.unroute('**/records/bulk')

      const later = await context.newPage()
      await later.goto(`/datasets/new?into=${id}`)
      await later.getByLabel('File', { exact: true }).setInputFiles(file)
      await later.getByText('stopped after 1,000 of its rows', { exact: false }).waitFor()
      await later.getByRole('button', { name: 'Go on' }).click()
      await later.getByText(/^2,000 records created in /).waitFor({ timeout: 60_000 })
      const ids = await idsOf(product, id)
      const copies = (ending: string) => Array.from({ length: rows }, (_, at) => `row-${at}${ending}`)
      expect(ids).toEqual([...copies(''), ...copies('-2')])
    },
  )

  journey('of ids without texts updates the records that have them', async ({ page, context, product }) => {
    const csv = (text: string) => ({ name: 'ids.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await signIn(context, product)
    await page.goto('/datasets/new')
    await page
      .getByLabel('File', { exact: true })
      .setInputFiles(csv('id,text,label\nm1,Where is my card?,a\nm2,It was stolen,b\nm3,Still waiting,a\n'))
    await page.getByRole('button', { name: 'Create dataset' }).click()
    await page.getByRole('heading', { name: 'ids is ready' }).waitFor()
    const id = await idOf(product, 'ids')
    await page.goto(`/datasets/new?into=${id}`)
    await page.getByLabel('File', { exact: true }).setInputFiles(csv('id,label\nm3,b\nm9,a\n'))
    await page.getByText('2 rows, ready to update their records').waitFor()
    await page.getByRole('button', { name: 'Update records' }).click()
    await page.getByText(/^1 record updated in /).waitFor()
    await page.getByText('Line 3: The dataset has no record with the id “m9”.').waitFor()
    const { items } = await product.owner('GET /api/v1/datasets/{dataset_id}/records', {
      params: { dataset_id: id },
      query: { include: ['suggestions'] },
    })
    expect(items.map(({ external_id, suggestions }) => [external_id, suggestions?.[0]?.value])).toEqual([
      ['m1', 'a'],
      ['m2', 'b'],
      ['m3', 'b'],
    ])
  })
})
