import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { AnnotationView, savedAnswers } from './support/annotating'
import { eventually, journey } from './support/journey'
import type { Product } from './support/product'
import { seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'
import { kept } from './support/troubles'
import { bankingPlan } from './support/worlds'

/** Differs from the suggestion for the first record. */
const INTENT = 'lost_or_stolen_card'

describe('what an earlier version of the app kept in this browser', () => {
  journey(
    'stays when the tab dies while jobs are moved into the one store: the edit is back, each record is answered once',
    async ({ context, product }) => {
      const { dataset, jobKey, edited } = await leftByEarlierVersion(context, product)
      // The tab dies after the job is stored in IndexedDB and before it is removed from localStorage.
      const dying = await context.newPage()
      await dying.addInitScript(() => {
        Storage.prototype.removeItem = (key: string) => {
          if (key.startsWith('postil.bulk.')) throw new Error('The tab is closed.')
        }
      })
      await dying.goto(`${product.url}${dataset.path}`)
      // Wait until the app has upgraded the database: a connection opened earlier would block the upgrade, like
      // another tab.
      await dying.getByRole('button', { name: /^State of your answers/ }).waitFor()
      await eventually(() => kept(dying, 'jobs')).toMatchObject([{ kind: 'bulk', job: { sent: 0 } }])
      expect(await oldJobs(dying)).toEqual([jobKey])
      await dying.close()

      const page = await context.newPage()
      const view = new AnnotationView(page, dataset)
      await view.open('?sort=record::inserted_at:asc')
      await page.getByText(/Your unsent changes are back/).waitFor()
      expect(await oldJobs(page)).toEqual([])
      expect(await kept(page, 'edits')).toMatchObject([{ recordId: edited }])
      expect(await kept(page, 'jobs')).toMatchObject([{ kind: 'bulk' }])

      await page.getByText('Bulk', { exact: true }).click()
      await page.getByRole('button', { name: 'Go on' }).click()
      const submitted = { status: 'submitted', values: { intent: INTENT } }
      const expected = new Map<string, unknown[]>([
        ['banking-0', []],
        ['banking-1', [submitted]],
        ['banking-2', [submitted]],
      ])
      await eventually(() => savedAnswers(product, dataset)).toEqual(expected)
      await eventually(() => kept(page, 'jobs')).toEqual([])
    },
  )
})

/**
 * Simulate data of an earlier version: a database of version 1 with an edit, and a stopped bulk change in
 * localStorage.
 */
async function leftByEarlierVersion(context: BrowserContext, product: Product) {
  await signIn(context, product)
  const dataset = await seedDataset(product, bankingPlan('kept-jobs', 3))
  const user = await product.owner('GET /api/v1/me')
  const [edited = '', ...rest] = dataset.recordIds
  const place = { userId: user.id, datasetId: dataset.id }
  const edit = { ...place, recordId: edited, answers: { intent: INTENT }, at: Date.now() - 60_000 }
  const change = { status: 'submitted', values: { intent: { value: INTENT } } }
  const job = { id: 'job-1', change, chunks: rest.map((id) => [id]), sent: 0 }
  const jobKey = `postil.bulk.${user.id}.${dataset.id}.${job.id}`
  const page = await context.newPage()
  // A page of the same origin that does not run the app.
  await page.goto(`${product.url}/healthz`)
  await page.evaluate(
    async ([key, text, row]) => {
      localStorage.setItem(key, text)
      const request = indexedDB.open('postil', 1)
      await new Promise<void>((resolve, reject) => {
        request.onerror = () => reject(request.error)
        request.onupgradeneeded = () => {
          request.result.createObjectStore('entries', { keyPath: 'id' }).createIndex('by-user', 'userId')
          request.result
            .createObjectStore('edits', { keyPath: ['userId', 'datasetId', 'recordId'] })
            .createIndex('by-dataset', ['userId', 'datasetId'])
        }
        request.onsuccess = () => {
          const transaction = request.result.transaction('edits', 'readwrite')
          transaction.objectStore('edits').put(row)
          transaction.oncomplete = () => resolve()
        }
      })
      request.result.close()
    },
    [jobKey, JSON.stringify(job), edit] as const,
  )
  await page.close()
  return { dataset, jobKey, edited }
}

function oldJobs(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('postil.bulk.')))
}
