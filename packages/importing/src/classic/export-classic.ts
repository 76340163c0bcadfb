import type { RecordStatus, Task } from '@postil/contract/task/constants'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { Client } from '@postil/sdk/client'
import { createEncoder, FORMATS } from '../export/encoders'
import { createFile } from '../export/export-file'
import type { ExportOptions, ExportResult } from '../export/export-records'
import type { ExportFormat } from '../export/manifest'
import { untilAnswered } from '../upload/until-answered'
import { type TagFormat, taggedHead, taggedRecord } from './conll-writer'
import { classicColumns, classicLine, recordOfDocument } from './export-columns'
import { classicManifestText } from './manifest'
import type { ClassicLabel, ClassicRule } from './plan'
import type { ClassicRecord } from './record'

/** Records per request. */
const PAGE = 500
/** Exported parts of the stored documents: all but those that the server computes. */
const FIELDS = [
  'id',
  'status',
  'text',
  'inputs.*',
  'tokens',
  'multi_label',
  'prediction.*',
  'annotation.*',
  'predictions.*',
  'annotations.*',
  'metadata.*',
  'vectors.*',
  'explanation.*',
  'event_timestamp',
]

export type ClassicExportFormat = ExportFormat | TagFormat

const TAGGED = { ending: '.conll', type: 'text/plain' }

/** File ending and media type of each format. */
export const CLASSIC_FORMATS: Readonly<Record<ClassicExportFormat, { ending: string; type: string }>> = {
  ...FORMATS,
  conll2003: TAGGED,
  bio: TAGGED,
  bilou: TAGGED,
}

/** An export of a classic dataset. */
export interface ClassicExportJob {
  task: Task
  dataset: { name: string; workspace: string }
  format: ClassicExportFormat
  /** None: records of every status. */
  statuses: readonly RecordStatus[]
  /** The moment at which the records are exported as they were then, without vectors; now, if left out. */
  at?: string
  /** Name of the file, for the manifest. */
  fileName: string
  /** ISO, UTC */
  exportedAt: string
}

/** The result of an export, with the number of entities that the format could not express. */
export interface ClassicExportResult extends ExportResult {
  lostEntities: number
}

/** Write the records of a classic dataset, page by page, and the manifest with its labels and rules. */
export async function exportClassic(job: ClassicExportJob, options: ExportOptions): Promise<ClassicExportResult> {
  const { client, write, signal, sleep, onProgress } = options
  const { labels, rules } = await fetchSettings(client, job, signal)
  const total = await countRecords(client, job, signal)
  const file = createFile(write)
  let records = 0
  const tell = (isWaiting: boolean) =>
    onProgress?.({ records, total: Math.max(total, records), bytes: file.bytes(), ...(isWaiting && { isWaiting }) })
  let page = await fetchPage(client, job, null, signal)
  const encoder = createClassicEncoder(job, page.records)
  await file.put(encoder.start())
  for (;;) {
    signal?.throwIfAborted()
    // Prefetch the next page while this one is written.
    const { next } = page
    const coming =
      next === null
        ? undefined
        : untilAnswered(() => fetchPage(client, job, next, signal), { signal, sleep, onWaiting: tell })
    coming?.catch(() => undefined)
    await file.put(encoder.rows(page.records))
    records += page.records.length
    tell(false)
    if (!coming) break
    page = await coming
  }
  await file.put(encoder.end())
  const written = { bytes: file.bytes(), sha256: file.sha256() }
  const { exportedAt, at, dataset, task, statuses, fileName, format } = job
  const manifest = classicManifestText({
    exportedAt,
    ...(at === undefined ? {} : { at }),
    dataset: { ...dataset, task },
    labels,
    rules,
    statuses,
    records,
    file: { name: fileName, format, ...written },
  })
  return { records, total: records, ...written, manifest, lostEntities: encoder.lost() }
}

interface ClassicEncoder {
  start: () => Uint8Array
  rows: (records: readonly ClassicRecord[]) => Uint8Array
  end: () => Uint8Array
  /** Number of entities that could not be written. */
  lost: () => number
}

/** @param first - the first records, whose inputs get columns of their own */
export function createClassicEncoder(
  { task, format }: Pick<ClassicExportJob, 'task' | 'format'>,
  first: readonly ClassicRecord[],
): ClassicEncoder {
  const utf8 = new TextEncoder()
  const nothing = () => new Uint8Array()
  if (format === 'jsonl') {
    const line = (record: ClassicRecord) => `${exactJsonText(classicLine(record, task))}\n`
    return { start: nothing, rows: (records) => utf8.encode(records.map(line).join('')), end: nothing, lost: () => 0 }
  }
  if (format === 'csv' || format === 'parquet') {
    const inputs = new Set(first.flatMap((record) => Object.keys(record.inputs ?? {})))
    const columns = classicColumns(task, [...inputs])
    const encoder = createEncoder(format, columns)
    return {
      ...encoder,
      rows: (records) => encoder.rows(records.map((record) => columns.map((column) => column.valueOf(record)))),
      lost: () => 0,
    }
  }
  let lost = 0
  return {
    start: () => utf8.encode(taggedHead(format)),
    rows: (records) => {
      const tagged = records.map((record) => taggedRecord(record, format))
      for (const one of tagged) lost += one.lost
      return utf8.encode(tagged.map(({ lines }) => lines).join(''))
    },
    end: nothing,
    lost: () => lost,
  }
}

interface Page {
  records: ClassicRecord[]
  next: string | null
}

async function fetchPage(
  client: Client,
  job: ClassicExportJob,
  after: string | null,
  signal?: AbortSignal,
): Promise<Page> {
  const { task, dataset, statuses, at } = job
  if (at !== undefined) return fetchPastPage(client, job, at, after, signal)
  const { name, workspace } = dataset
  const reply = await client('POST /api/datasets/{name}/records/:search', {
    params: { name },
    query: { workspace, limit: PAGE },
    body: {
      fields: FIELDS,
      query: statuses.length > 0 ? { status: [...statuses] } : undefined,
      ...(after === null ? {} : { next_idx: after }),
    },
    signal,
  })
  return {
    records: reply.records.map((document) => recordOfDocument(document, task)),
    next: reply.records.length < PAGE ? null : reply.next_idx,
  }
}

/** Records as they were, on the first page that has any of these statuses. */
async function fetchPastPage(
  client: Client,
  { task, dataset: { name, workspace }, statuses }: ClassicExportJob,
  at: string,
  after: string | null,
  signal?: AbortSignal,
): Promise<Page> {
  for (let from = after; ; ) {
    const { items, next } = await client('GET /api/datasets/{name}/annotations', {
      params: { name },
      query: { workspace, at, limit: PAGE, ...(from !== null && { after: from }) },
      signal,
    })
    const records = items
      .filter(({ status }) => statuses.length === 0 || statuses.some((one) => one === status))
      .map((document) => recordOfDocument(document, task))
    if (records.length > 0 || next === null) return { records, next }
    from = next
  }
}

async function countRecords(
  client: Client,
  { task, dataset: { name, workspace }, statuses }: ClassicExportJob,
  signal?: AbortSignal,
): Promise<number> {
  const call = {
    params: { name },
    query: { workspace, limit: 0 },
    body: { query: statuses.length > 0 ? { status: [...statuses] } : undefined },
    signal,
  }
  switch (task) {
    case 'TextClassification':
      return (await client('POST /api/datasets/{name}/TextClassification:search', call)).total
    case 'TokenClassification':
      return (await client('POST /api/datasets/{name}/TokenClassification:search', call)).total
    case 'Text2Text':
      return (await client('POST /api/datasets/{name}/Text2Text:search', call)).total
  }
}

async function fetchSettings(
  client: Client,
  { task, dataset: { name, workspace } }: ClassicExportJob,
  signal?: AbortSignal,
): Promise<{ labels: ClassicLabel[] | undefined; rules: ClassicRule[] }> {
  const call = { params: { name }, query: { workspace }, signal }
  if (task === 'Text2Text') return { labels: undefined, rules: [] }
  const settings =
    task === 'TextClassification'
      ? client('GET /api/datasets/{name}/TextClassification/settings', call)
      : client('GET /api/datasets/{name}/TokenClassification/settings', call)
  const labels = await settings.then(
    ({ label_schema }) => label_schema?.labels,
    (error: unknown) => {
      // A dataset without settings replies 404.
      if (typeof error === 'object' && error !== null && Reflect.get(error, 'status') === 404) return undefined
      throw error
    },
  )
  if (task === 'TokenClassification') return { labels, rules: [] }
  const rules = await client('GET /api/datasets/{name}/TextClassification/labeling/rules', call)
  return {
    labels,
    rules: rules.map(({ query, labels, description }) => ({
      query,
      labels,
      ...(description ? { description } : {}),
    })),
  }
}
