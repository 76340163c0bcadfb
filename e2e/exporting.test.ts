import { EXACT_JSON } from '@postil/domain/wire/exact-json'
import { flatten } from '@postil/importing/read/flatten'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { type Exported, exportWith, openExport, seedExport } from './support/exporting'
import { bytesOf, chooseFile, contentOf, create, findDataset } from './support/files'
import { journey } from './support/journey'
import type { Product } from './support/product'
import { type Seeded, seedDataset } from './support/seeds/seed'
import { signIn } from './support/session'

type Row = Record<string, unknown>

const CHANGED = /^This is not the file that its manifest describes/

/** How other programs read an exported file: one object per row, with empty cells where a record has no value. */
const READERS: readonly (readonly [string, (bytes: Buffer) => Promise<Row[]>])[] = [
  ['CSV', async (bytes) => parse<Row>(bytes, { bom: true, columns: true })],
  ['JSONL', async (bytes) => linesOf(bytes).map((line) => Object.fromEntries(flatten(Object(line))))],
  [
    'Parquet',
    async (bytes) => parquetReadObjects({ file: new Uint8Array(bytes).buffer, utf8: true }) as Promise<Row[]>,
  ],
]

describe('an export', () => {
  journey.for(READERS)(
    'as %s holds what the store holds, for other programs and for an import',
    async ([format, read], { page, context, product }) => {
      const name = `all-of-it-${format.toLowerCase()}`
      const { dataset, users } = await seedExport(product, name)
      await signIn(context, product)
      const exported = await exportWith(page, name, [
        ...(format === 'JSONL' ? [] : [new RegExp(`^${format}`)]),
        'Vectors',
      ])
      expect(exported.name).toBe(`${name}.${format.toLowerCase()}`)
      expect(exported.manifest.counts).toEqual({ records: 6, responses: 6, suggestions: 9, resolutions: 3, doubts: 1 })

      const rows = (await read(exported.bytes)).map((row) => readRow(row, format === 'CSV'))
      const stored = await storedRows(product, dataset, users)
      expect(rows).toEqual(format === 'CSV' ? stored.map(withPeople) : stored)

      await chooseExport(page, exported)
      expect(await page.getByText(CHANGED).count()).toBe(0)
      await page.getByLabel('Name of the dataset').fill(`${name}-again`)
      await create(page, `${name}-again`)
      const again = await findDataset(product, `${name}-again`)
      expect(await contentOf(product, again.id)).toEqual(await contentOf(product, dataset.id))
    },
  )

  journey('a spreadsheet finds no formula in it, and a change is noticed', async ({ page, context, product }) => {
    await seedExport(product, 'formulas')
    await signIn(context, product)
    const exported = await exportWith(page, 'formulas', [/^CSV/])
    const { bytes } = exported
    await chooseExport(page, { ...exported, bytes: Buffer.from(bytes.toString().replace('break', 'brake')) })
    await page.getByText(CHANGED).waitFor()
    const cells = parse(bytes, { bom: true }).flat()
    expect(cells.filter((cell) => /^[=+@]|^-(?![\d.]+(e-?\d+)?$)/.test(cell))).toEqual([])
    expect(cells).toContain('\'=SUM(A1:A9) "quoted", with\na break')
  })

  journey(
    'as CSV with a row per answer holds each answer, and becomes the same dataset again',
    async ({ page, context, product }) => {
      const { dataset } = await seedExport(product, 'by-answer')
      await signIn(context, product)
      const exported = await exportWith(page, 'by-answer', [/^CSV/, 'One row per answer', 'Vectors'])
      const rows = parse<Row>(exported.bytes, { bom: true, columns: true })
      // Five submitted responses and a discarded one, with six answers each; a record without answers has one row.
      expect(rows.map(({ external_id }) => external_id)).toEqual(
        [12, 6, 6, 6, 1, 6].flatMap((count, at) => Array.from({ length: count }, () => `export-${at}`)),
      )
      expect(
        rows.slice(6, 9).map(({ username, status, question, answer }) => [username, status, question, answer]),
      ).toEqual([
        ['anna-by-answer', 'submitted', 'kind', 'complaint'],
        ['anna-by-answer', 'submitted', 'topics', '["praise","thanks"]'],
        ['anna-by-answer', 'submitted', 'urgency', '2'],
      ])

      await chooseExport(page, exported)
      expect(await page.getByText(CHANGED).count()).toBe(0)
      await page.getByLabel('Name of the dataset').fill('by-answer-again')
      await create(page, 'by-answer-again')
      const again = await findDataset(product, 'by-answer-again')
      expect(await contentOf(product, again.id)).toEqual(await contentOf(product, dataset.id))
    },
  )

  journey('holds what was submitted, when nothing else is chosen', async ({ page, context, product }) => {
    await seedExport(product, 'finished')
    await signIn(context, product)
    await openExport(page, 'finished')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('checkbox', { name: 'Submitted', exact: true }).isChecked()).toBe(true)
    await dialog.getByRole('radio', { name: /^CSV/ }).locator('xpath=ancestor::label').click()
    const [download] = await Promise.all([
      page.waitForEvent('download', (one) => one.suggestedFilename().endsWith('.csv')),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ])
    const rows = parse<Row>(await bytesOf(download), { bom: true, columns: true })
    expect(rows.map((row) => [row.external_id, row['answers.kind.olga'], row['answers.kind.anna-finished']])).toEqual([
      ['export-0', 'praise', 'complaint'],
      ['export-3', '', 'thanks'],
    ])
  })

  journey('holds what was chosen: whose, of which status, along with what', async ({ page, context, product }) => {
    await seedExport(product, 'choices')
    await signIn(context, product)
    const lines = async (...words: (string | RegExp)[]) => linesOf((await exportWith(page, 'choices', words)).bytes)

    const usual = await lines()
    expect(idsOf(usual)).toEqual(['export-0', 'export-1', 'export-2', 'export-3', 'export-4', 'export-5'])
    expect(keysOf(usual)).toEqual(
      new Set(
        ['id', 'external_id', 'fields', 'suggestions', 'responses'].concat(
          ...['resolutions', 'final', 'doubts', 'metadata', 'extra_metadata'],
        ),
      ),
    )
    const mine = await lines(/^Only mine/, 'Submitted')
    expect(idsOf(mine)).toEqual(['export-0'])
    expect(mine[0]).toMatchObject({ status: 'submitted', answers: { kind: 'praise', urgency: 1 } })
    expect(mine[0]).not.toHaveProperty('responses')
    expect(idsOf(await lines(/^Only mine/, 'Pending'))).toEqual(['export-3', 'export-4', 'export-5'])
    expect(idsOf(await lines('Submitted'))).toEqual(['export-0', 'export-3'])
    expect(idsOf(await lines('Draft', 'Discarded'))).toEqual(['export-1', 'export-2', 'export-5'])
    const bare = await lines(
      ...[
        'Suggestions',
        'Decisions where answers differed',
        'One final answer per question',
        'Open doubts',
        'Metadata',
      ],
    )
    expect(keysOf(bare)).toEqual(new Set(['id', 'external_id', 'fields', 'responses']))
    const whole = await exportWith(page, 'choices', ['Vectors'])
    expect(linesOf(whole.bytes)[1]).toMatchObject({ vectors: { meaning: [1, 0.5, -1.25e-7] } })
    expect(whole.manifest.vectors_settings).toHaveLength(1)
  })

  journey('of an earlier time holds the answers of then', async ({ page, context, product }) => {
    const { dataset, users } = await seedExport(product, 'earlier')
    const before = await storedRows(product, dataset, users)
    // The field knows whole seconds.
    const second = Math.ceil((Date.now() + 1) / 1000) * 1000
    await new Promise((resolve) => setTimeout(resolve, second + 1 - Date.now()))
    const [first = '', , , fourth = ''] = dataset.recordIds
    const body = { status: 'submitted' as const, values: { kind: { value: 'thanks' }, urgency: { value: 1 } } }
    const params = { record_id: dataset.recordIds[4] ?? '' }
    await product.owner('POST /api/v1/records/{record_id}/responses', { params, body })
    await product.owner('DELETE /api/v1/records/{record_id}/resolutions/{question_id}', {
      params: { record_id: first, question_id: dataset.questionIds.get('kind') ?? '' },
    })
    await product.owner('DELETE /api/v1/records/{record_id}', { params: { record_id: fourth } })
    await signIn(context, product)
    const { bytes, manifest } = await exportWith(page, 'earlier', ['Vectors'], { moment: new Date(second) })
    const found = new Map(linesOf(bytes).map((line) => [line.id, Object.fromEntries(flatten(Object(line)))]))
    expect(manifest.choice.at).toBe(new Date(second).toISOString())
    expect([...found.keys()].toSorted()).toEqual(dataset.recordIds.toSorted())
    // Of a record deleted since, only the answers are known, and of the doubts of then nothing.
    const isOfAnswers = ([column]: [string, unknown]) => /^(id$|responses$|final\.)/.test(column)
    for (const { doubts: _, ...row } of before) {
      const known = row.id === fourth ? Object.fromEntries(Object.entries(row).filter(isOfAnswers)) : row
      expect(found.get(String(row.id))).toEqual(known)
    }
  })

  journey(
    'that others work beside skips nothing, repeats nothing and counts right',
    async ({ page, context, product }) => {
      const { id, recordIds } = await seedDataset(product, {
        name: 'busy',
        fields: { text: false },
        questions: [{ name: 'note', settings: { type: 'text' } }],
        // One record more than two pages.
        records: Array.from({ length: 1001 }, (_, at) => ({
          fields: { text: `text ${at}` },
          external_id: `busy-${at}`,
        })),
      })
      const params = (at: number) => ({ record_id: recordIds[at] ?? '' })
      const body = { status: 'submitted' as const, values: { note: { value: 'read' } } }
      const work = async () => {
        for (const at of [0, 1, 499, 998])
          await product.owner('POST /api/v1/records/{record_id}/responses', { params: params(at), body })
        for (const at of [2, 498, 999])
          await product.owner('DELETE /api/v1/records/{record_id}', { params: params(at) })
        const items = [{ fields: { text: 'late' }, external_id: 'busy-late' }]
        const dataset = { dataset_id: id }
        await product.owner('POST /api/v1/datasets/{dataset_id}/records/bulk', { params: dataset, body: { items } })
      }
      let worked: Promise<void> | undefined
      // Hold the second page until all of that is done.
      await context.route(/\/records\?.*&after=[^&]/, async (route) => {
        worked ??= work()
        await worked
        await route.continue()
      })
      await signIn(context, product)
      const { bytes, manifest } = await exportWith(page, 'busy', ['Pending'])
      expect(worked).toBeDefined()
      // The first page was exported before; of the records after it, one was answered, one deleted, and one added.
      const stayed = recordIds.map((_, at) => `busy-${at}`).filter((one) => one !== 'busy-998' && one !== 'busy-999')
      expect(idsOf(linesOf(bytes))).toEqual([...stayed, 'busy-late'])
      expect(manifest.counts).toEqual({ records: 1000, responses: 0, suggestions: 0, resolutions: 0, doubts: 0 })
    },
  )

  journey('of an annotator holds nobody else’s answers', async ({ page, context, product }) => {
    const { anna } = await seedExport(product, 'by-anna')
    await signIn(context, product, anna)
    await openExport(page, 'by-anna')
    expect(await page.getByRole('radio', { name: 'Of everybody' }).count()).toBe(0)
    const exported = await exportWith(page, 'by-anna', ['Submitted'])
    expect(linesOf(exported.bytes).map(({ external_id, status, answers }) => [external_id, status, answers])).toEqual([
      ['export-0', 'submitted', expect.objectContaining({ kind: 'complaint', urgency: 2 })],
      ['export-3', 'submitted', expect.objectContaining({ kind: 'thanks', urgency: 1 })],
    ])
    expect(exported.manifest.counts).toMatchObject({ records: 2, responses: 2 })
  })
})

/** Parse an export in JSON Lines. */
function linesOf(bytes: Buffer): Row[] {
  return bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => Object(EXACT_JSON.parse(line)))
}

function idsOf(rows: readonly Row[]) {
  return rows.map(({ external_id }) => external_id)
}

function keysOf(rows: readonly Row[]) {
  return new Set(rows.flatMap((row) => Object.keys(row)))
}

/** A record with its responses in separate columns, as in CSV. */
function withPeople({ responses, ...row }: Row): Row {
  const list: Row[] = Array.isArray(responses) ? responses : []
  return Object.assign(
    row,
    ...list.map(({ username, status, values }) => ({
      [`status.${username}`]: status,
      ...Object.fromEntries(
        Object.entries(Object(values)).map(([name, value]) => [`answers.${name}.${username}`, value]),
      ),
    })),
  )
}

/** Columns whose cells are JSON in formats without lists. */
const AS_JSON =
  /^(responses|doubts|extra_metadata|vectors\..*|suggestions\.(topics|order|parts)\.value|resolutions\.topics|final\.(topics|order|parts)\.value|suggestions\..*\.score|answers\.(topics|order|parts)\..*)$/
const AS_NUMBER =
  /^(suggestions\.urgency\.value|resolutions\.urgency|final\.urgency\.value|answers\.urgency\..*|metadata\.weight)$/
const AS_INTEGER = 'metadata.length'

/** Convert the cells of a row to their values. */
function readRow(row: Row, isText: boolean): Row {
  const cells = Object.entries(row).filter(([, cell]) => cell !== null && cell !== '')
  return Object.fromEntries(
    cells.map(([column, cell]) => {
      if (AS_JSON.test(column)) return [column, typeof cell === 'string' ? EXACT_JSON.parse(cell) : cell]
      if (column === AS_INTEGER) return [column, EXACT_JSON.parse(String(cell))]
      if (AS_NUMBER.test(column)) return [column, isText ? Number(cell) : cell]
      // Remove the apostrophe that keeps spreadsheets from reading a text as a formula.
      return [column, isText ? String(cell).replace(/^'(?='*[=+\-@\t\r])/, '') : cell]
    }),
  )
}

/** The expected rows of a complete export, fetched from the server. */
async function storedRows({ owner }: Product, { id, questionIds }: Seeded, users: ReadonlyMap<string, string>) {
  const questions = new Map([...questionIds].map(([name, question]) => [question, name]))
  const names = new Map([...users].map(([username, user]) => [user, username]))
  const { items } = await owner('GET /api/v1/datasets/{dataset_id}/records', {
    params: { dataset_id: id },
    query: { include: ['responses', 'suggestions', 'resolutions', 'doubts', 'vectors'], limit: 100 },
  })
  return items.map(
    ({ id: record, external_id, fields, metadata, suggestions, responses, resolutions, doubts, vectors }): Row => {
      const { 'not listed': extra, length, ...listed }: Row = Object(metadata)
      const isLong = typeof length === 'bigint' && BigInt.asIntN(64, length) !== length
      const answers = (responses ?? []).map(({ user_id, status, values }) => ({
        user_id,
        username: names.get(user_id ?? ''),
        status,
        values: Object.fromEntries(Object.entries(Object(values)).map(([name, one]) => [name, Object(one).value])),
      }))
      const submitted = answers.filter(({ status }) => status === 'submitted').map(({ values }) => values)
      const final = [...questionIds].flatMap(([name, question]) => {
        const decided = resolutions?.find(({ question_id }) => question_id === question)
        const [first, ...others] = submitted.map((values) => JSON.stringify(values[name]))
        const isAgreed = first !== undefined && others.every((other) => other === first)
        const status = decided ? 'decided' : isAgreed ? 'agreed' : 'open'
        const value = decided?.value ?? (isAgreed ? submitted[0]?.[name] : undefined)
        return under(`final.${name}`, { value, status })
      })
      const open = (doubts ?? [])
        .filter(({ resolved_at }) => resolved_at === null)
        .map(({ user_id, note }) => ({ user_id, username: names.get(user_id ?? ''), note }))
      const cells = [
        ['id', record],
        ['external_id', external_id],
        ...under('fields', fields),
        ...(suggestions ?? []).flatMap(({ question_id, value, score, agent }) =>
          under(`suggestions.${questions.get(question_id)}`, { value, score, agent }),
        ),
        ['responses', answers.length > 0 ? answers : null],
        ...(resolutions ?? []).map(({ question_id, value }) => [`resolutions.${questions.get(question_id)}`, value]),
        ...final,
        ['doubts', open.length > 0 ? open : null],
        ...under('metadata', isLong ? listed : { ...listed, length }),
        // Integers beyond 64 bits have no column and stay in `extra_metadata`.
        ['extra_metadata', extra === undefined ? null : { 'not listed': extra, ...(isLong && { length }) }],
        ...under('vectors', vectors),
      ]
      return Object.fromEntries(cells.filter(([, cell]) => cell !== null && cell !== undefined))
    },
  )
}

function under(area: string, values: unknown): [string, unknown][] {
  return Object.entries(Object(values)).map(([name, value]) => [`${area}.${name}`, value])
}

/** Choose an export and its manifest on the page that creates datasets. */
async function chooseExport(page: Page, { name, bytes, manifestName, manifest }: Exported): Promise<void> {
  await page.goto('/datasets/new')
  await chooseFile(page, [
    { name, mimeType: 'application/octet-stream', buffer: bytes },
    { name: manifestName, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(manifest)) },
  ])
}
