import { readFileSync } from 'node:fs'
import type { Task } from '@postil/contract/task/constants'
import type { Download, Page } from 'playwright-core'
import { eventually } from './journey'
import type { Product } from './product'

/** A file to choose: a path on disk, or content made by a journey. */
export type Upload = string | { name: string; mimeType: string; buffer: Buffer }

/** Choose a file, with or without its manifest, and wait until it is scanned. */
export async function chooseFile(page: Page, file: Upload | Exclude<Upload, string>[]): Promise<void> {
  await page.getByLabel('File', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: /^(Create dataset|Add records)$/ }).waitFor()
}

/** Create the planned dataset, and wait until it is complete. */
export async function create(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create dataset' }).click()
  await page.getByRole('heading', { name: `${name} is ready` }).waitFor({ timeout: 60_000 })
}

/** Find a dataset on the server by name, with the parts that journeys check. */
export async function findDataset({ owner }: Product, name: string) {
  const { items } = await owner('GET /api/v1/me/datasets')
  const id = items.find((dataset) => dataset.name === name)?.id ?? ''
  const params = { dataset_id: id }
  const questions = (await owner('GET /api/v1/datasets/{dataset_id}/questions', { params })).items
  const metrics = await owner('GET /api/v1/me/datasets/{dataset_id}/metrics', { params })
  return {
    id,
    records: metrics.records.count,
    types: questions.map(({ settings }) => settings.type),
    options: (question: string) => {
      const settings = questions.find((one) => one.name === question)?.settings
      return settings && 'options' in settings ? settings.options : []
    },
  }
}

/** The whole content of a dataset, without ids and timestamps, so that it can be compared with another. */
export async function contentOf(product: Product, id: string) {
  const params = { dataset_id: id }
  const [fields, questions, properties, vectors, records] = await Promise.all([
    product.owner('GET /api/v1/datasets/{dataset_id}/fields', { params }),
    product.owner('GET /api/v1/datasets/{dataset_id}/questions', { params }),
    product.owner('GET /api/v1/me/datasets/{dataset_id}/metadata-properties', { params }),
    product.owner('GET /api/v1/datasets/{dataset_id}/vectors-settings', { params }),
    product.owner('GET /api/v1/datasets/{dataset_id}/records', {
      params,
      query: { include: ['responses', 'suggestions', 'vectors'], limit: 100 },
    }),
  ])
  const names = new Map(questions.items.map((question) => [question.id, question.name]))
  return {
    fields: fields.items.map(({ name, title, required, settings }) => ({ name, title, required, settings })),
    questions: questions.items.map(({ name, title, description, required, settings }) => ({
      name,
      title,
      description,
      required,
      settings,
    })),
    properties: properties.items.map(({ name, title, settings }) => ({ name, title, settings })),
    vectors: vectors.items.map(({ name, title, dimensions }) => ({ name, title, dimensions })),
    records: records.items
      .map(({ external_id, fields: texts, metadata, suggestions, responses, vectors: numbers }) => ({
        external_id,
        texts,
        metadata,
        numbers,
        suggestions: (suggestions ?? [])
          .map(({ question_id, value, agent, score }) => ({ question: names.get(question_id), value, agent, score }))
          .sort((a, b) => String(a.question).localeCompare(String(b.question))),
        responses: (responses ?? [])
          .map(({ user_id, status, values }) => ({ user_id, status, values }))
          .sort((a, b) => String(a.user_id).localeCompare(String(b.user_id))),
      }))
      .sort((a, b) => String(a.external_id).localeCompare(String(b.external_id))),
  }
}

/** The content of a download. */
export async function bytesOf(download: Download): Promise<Buffer> {
  return readFileSync(await download.path())
}

/** A stored record without computed values and timestamps. */
type StoredRecord = { id: string | number; status: string; [part: string]: unknown }

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
