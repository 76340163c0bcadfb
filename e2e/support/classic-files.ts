import type { Task } from '@postil/contract/task/constants'
import type { Page } from 'playwright-core'
import { chooseFile, type Upload } from './files'
import { eventually } from './journey'
import type { Product } from './product'

/** A stored record without computed values and timestamps. */
export type StoredRecord = { id: string | number; status: string; [part: string]: unknown }

/** Choose a file and the kind of classic dataset to create from it. */
export async function chooseKind(page: Page, file: Upload | Exclude<Upload, string>[], card: RegExp): Promise<void> {
  await chooseFile(page, file)
  await chooseCard(page, card)
}

/** Choose the kind of dataset for the file that was scanned. */
export async function chooseCard(page: Page, card: RegExp): Promise<void> {
  const radio = page.getByRole('radiogroup', { name: 'Kind of dataset' }).getByRole('radio', { name: card })
  // The control itself is visually hidden; users press the card.
  await radio.locator('xpath=ancestor::label').click()
  await eventually(() => radio.isChecked()).toBe(true)
}

/** The whole content of a classic dataset. */
export async function classicContent({ owner }: Product, name: string, task: Task) {
  const [workspace] = (await owner('GET /api/v1/me/workspaces')).items
  const call = { params: { name }, query: { workspace: workspace?.name ?? '' } }
  const { records } = await owner('POST /api/datasets/{name}/records/:search', {
    params: { name },
    query: { ...call.query, limit: 1000 },
    body: {},
  })
  const labels =
    task === 'TextClassification'
      ? (await owner('GET /api/datasets/{name}/TextClassification/settings', call)).label_schema?.labels
      : task === 'TokenClassification'
        ? (await owner('GET /api/datasets/{name}/TokenClassification/settings', call)).label_schema?.labels
        : undefined
  const rules =
    task === 'TextClassification' ? await owner('GET /api/datasets/{name}/TextClassification/labeling/rules', call) : []
  return {
    workspace: workspace?.name ?? '',
    labels: labels ?? [],
    rules: rules.map(({ query, labels: given, description }) => ({ query, labels: given, description })),
    records: records.map((document): StoredRecord => {
      const { metrics: _, last_updated: __, search_keywords: ___, ...record } = document
      return record as StoredRecord
    }),
  }
}
