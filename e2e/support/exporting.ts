import { createHash } from 'node:crypto'
import type { Download, Page } from 'playwright-core'
import { expect } from 'vitest'
import { bytesOf } from './files'
import { eventually } from './journey'
import { OWNER, type Person, type Product } from './product'
import { addAnnotator, type DatasetPlan, type PlannedRecord, type Seeded, seedDataset } from './seeds/seed'

/** A dataset with everything that an export can contain, answered by two users. */
export interface ExportWorld {
  dataset: Seeded
  anna: Person
  /** Ids by username. */
  users: ReadonlyMap<string, string>
}

/** The contents of an exported file and of its manifest. */
export interface Exported {
  name: string
  bytes: Buffer
  manifestName: string
  manifest: Manifest
}

interface Manifest {
  counts: { records: number; responses: number; suggestions: number; resolutions: number; doubts: number }
  choice: Record<string, unknown>
  file: { name: string; bytes: number; sha256: string }
  vectors_settings: unknown[]
}

const OPTIONS = ['praise', 'complaint', 'thanks'].map((value) => ({ value, text: value, description: null }))

/**
 * Texts that file formats often corrupt: formulas, quotes, line breaks, non-Latin scripts, and texts that look like
 * other types.
 */
const TEXTS = [
  '=SUM(A1:A9) "quoted", with\na break',
  'التقت ليلى بأحمد، في القاهرة',
  '👩‍👩‍👧‍👦 सीता दिल्ली में, Ayọ̀mídé 🙂',
  '-2',
  "'=not a formula",
  ' [1, 2] ',
]

/** The decision about the first record. */
const DECIDED = { kind: 'complaint', topics: ['thanks'], urgency: 3 }

/** Numbers that parsers often change: too many digits, too large, negative zero, or a fraction of zero. */
const LENGTHS = [0, 12345678901234567n, -9007199254740993n, 2n ** 63n - 1n, 4, 10n ** 25n]
const WEIGHTS = [-0, 1, 1e21, -1.5e-7, 0.1, 0]

/** Seed the dataset. Usernames are unique on a server, so the second user is named after the dataset. */
export async function seedExport(product: Product, name: string): Promise<ExportWorld> {
  const anna = await addAnnotator(product, `anna-${name}`)
  const { items } = await product.owner('GET /api/v1/users')
  const users = new Map(items.map(({ username, id }) => [username, id]))
  const idOf = (username: string) => users.get(username) ?? ''
  const dataset = await seedDataset(product, exportPlan(name, idOf(OWNER.username), idOf(anna.username)))
  // Decisions about disagreements are exported, too.
  for (const [question, value] of Object.entries(DECIDED))
    await product.owner('PUT /api/v1/records/{record_id}/resolutions', {
      params: { record_id: dataset.recordIds[0] ?? '' },
      body: { question_id: dataset.questionIds.get(question) ?? '', value },
    })
  // And open doubts, not those that are settled.
  for (const [at, note] of ['Is it both?', 'Settled'].entries()) {
    const params = { record_id: dataset.recordIds[at] ?? '' }
    const { id } = await product.owner('PUT /api/v1/records/{record_id}/doubt', { params, body: { note } })
    if (note === 'Settled')
      await product.owner('PUT /api/v1/records/{record_id}/doubts/{doubt_id}/reply', {
        params: { ...params, doubt_id: id },
        body: {},
      })
  }
  return { dataset, anna, users }
}

function exportPlan(name: string, olga: string, anna: string): DatasetPlan {
  const answer = (user_id: string, status: 'submitted' | 'draft' | 'discarded', kind: string, urgency: number) => {
    const order = OPTIONS.map(({ value }, at) => ({ value, rank: at + 1 }))
    const parts = [{ label: 'thanks', start: 0, end: 2 }]
    const values = { kind, topics: ['praise', 'thanks'], urgency, order, summary: `"${kind}",\n${urgency}`, parts }
    const wire = Object.fromEntries(Object.entries(values).map(([question, value]) => [question, { value }]))
    return { user_id, status, values: wire }
  }
  const responses = [
    [answer(olga, 'submitted', 'praise', 1), answer(anna, 'submitted', 'complaint', 2)],
    [answer(olga, 'draft', 'thanks', 3)],
    [answer(olga, 'discarded', 'praise', 2)],
    [answer(anna, 'submitted', 'thanks', 1)],
    [],
    [answer(anna, 'discarded', 'complaint', 3)],
  ]
  const suggestions = {
    kind: { value: 'complaint', agent: 'model-a', score: 0.25 },
    topics: { value: ['thanks', 'praise'], agent: 'model-b', score: [0.75, 0.5] },
    urgency: { value: 3 },
  }
  return {
    name,
    guidelines: '# Read\n\n"twice"',
    fields: { text: false, note: true },
    questions: [
      { name: 'kind', settings: { type: 'label_selection', options: OPTIONS } },
      { name: 'topics', required: false, settings: { type: 'multi_label_selection', options: OPTIONS } },
      { name: 'urgency', settings: { type: 'rating', options: [1, 2, 3].map((value) => ({ value })) } },
      { name: 'order', required: false, settings: { type: 'ranking', options: OPTIONS } },
      { name: 'summary', required: false, settings: { type: 'text', use_markdown: true } },
      { name: 'parts', required: false, settings: { type: 'span', field: 'text', options: OPTIONS } },
    ],
    properties: {
      channel: { type: 'terms', values: null },
      length: { type: 'integer', min: null, max: null },
      weight: { type: 'float', min: null, max: null },
    },
    vectors: { meaning: 3 },
    records: TEXTS.map(
      (text, index): PlannedRecord => ({
        fields: { text, note: `**${index}**` },
        external_id: `export-${index}`,
        metadata:
          index === 4
            ? null
            : {
                channel: 'mail',
                length: LENGTHS[index] ?? null,
                weight: WEIGHTS[index] ?? null,
                'not listed': [index, 98765432109876543210n],
              },
        suggestions: index % 2 === 0 ? suggestions : {},
        vectors: index === 5 ? {} : { meaning: [index, 0.5, -1.25e-7] },
        responses: responses[index] ?? [],
      }),
    ),
  }
}

/** Open the export dialog of a dataset from the list. */
export async function openExport(page: Page, name: string): Promise<void> {
  await page.goto(`/datasets?q=${name}`)
  await page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true, disabled: false }).waitFor()
}

/**
 * Export a dataset from the list. Deselects the preselected statuses, so that records of every status are exported,
 * then clicks the options with these texts, in order, and types the time of the answers. Checks that the file agrees with its manifest.
 */
export async function exportWith(
  page: Page,
  name: string,
  words: readonly (string | RegExp)[],
  { moment }: { moment?: Date } = {},
): Promise<Exported> {
  await openExport(page, name)
  const dialog = page.getByRole('dialog')
  const preselected: string[] = []
  for (const status of ['Submitted', 'Validated'])
    if ((await dialog.getByRole('checkbox', { name: status, exact: true, checked: true }).count()) > 0)
      preselected.push(status)
  for (const word of [...preselected, ...words]) {
    const choice = dialog
      .getByRole('radio', { name: word })
      .or(dialog.getByRole('checkbox', { name: word, exact: true }))
    const wasChecked = await choice.isChecked()
    // The control itself is visually hidden; users press its label.
    await choice.locator('xpath=ancestor::label').click()
    await eventually(() => choice.isChecked()).toBe(!wasChecked)
  }
  if (moment) {
    await dialog.getByRole('radio', { name: 'An earlier time' }).locator('xpath=ancestor::label').click()
    await dialog.getByRole('button', { name: 'Export', exact: true, disabled: true }).waitFor()
    await dialog.getByLabel(/^Day and time of the (answers|records)$/).fill(localTime(moment))
  }
  const isManifest = (download: Download) => download.suggestedFilename().endsWith('.manifest.json')
  const [data, manifest] = await Promise.all([
    page.waitForEvent('download', (download) => !isManifest(download)),
    page.waitForEvent('download', isManifest),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  await dialog.getByText('SHA-256 of the file').waitFor()
  const exported = {
    name: data.suggestedFilename(),
    bytes: await bytesOf(data),
    manifestName: manifest.suggestedFilename(),
    manifest: JSON.parse((await bytesOf(manifest)).toString()),
  }
  const sha256 = createHash('sha256').update(exported.bytes).digest('hex')
  expect(exported.manifest.file).toMatchObject({ name: exported.name, bytes: exported.bytes.length, sha256 })
  await dialog.getByText(sha256, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await dialog.waitFor({ state: 'detached' })
  return exported
}

/** As a date field takes it: `2026-11-23T16:30:05`, in the time zone of this machine and its browser. */
function localTime(moment: Date): string {
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19)
}
