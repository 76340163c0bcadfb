import type { StatusWord } from '@postil/contract/feedback/search'
import type { Client } from '@postil/sdk/client'
import type { DatasetSchema } from '../plan/plan'
import { type Sleep, untilAnswered } from '../upload/until-answered'
import { createEncoder } from './encoders'
import { exportTable, openDoubts } from './export-columns'
import { createFile } from './export-file'
import type { ExportChoice, ExportNames, ExportSource } from './export-parts'
import { type ExportFormat, manifestText } from './manifest'

/** Records per request. */
const PAGE = 500
/** Records per request when their earlier answers are read. */
const PAST_PAGE = 100

/** A status by which records are selected. */
export type ExportStatus = Exclude<StatusWord, 'missing'>

/** An export of a feedback dataset. */
export interface ExportJob {
  datasetId: string
  dataset: { name: string; workspace: string }
  schema: DatasetSchema
  names: ExportNames
  format: ExportFormat
  choice: ExportChoice
  /** Only records with a response of these statuses, and these responses; empty: everything. */
  statuses: readonly ExportStatus[]
  /** Answers and decisions as they were at this time (ISO, UTC), without doubts, everything else as it is now. `records`: about how many there are. */
  past?: { at: string; records: number } | undefined
  /** Name of the file, for the manifest. */
  fileName: string
  /** ISO, UTC */
  exportedAt: string
}

/** Progress of an export. */
export interface ExportProgress {
  records: number
  total: number
  bytes: number
  /** The server does not answer at the moment. */
  isWaiting?: boolean
}

/** The result of an export. */
export interface ExportResult extends ExportProgress {
  sha256: string
  manifest: string
}

export interface ExportOptions {
  client: Client
  /** Receives the bytes of the file chunk by chunk; the next chunk is sent when the promise resolves. */
  write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>
  signal?: AbortSignal
  onProgress?: (progress: ExportProgress) => void
  /** For tests. */
  sleep?: Sleep
}

/** Write the records of a dataset, page by page, and the manifest of what was written. */
export async function exportRecords(job: ExportJob, options: ExportOptions): Promise<ExportResult> {
  const { client, write, signal, sleep, onProgress } = options
  const users = new Map(job.names.users)
  const table = exportTable(job.schema, job.choice, { ...job.names, users })
  const encoder = createEncoder(job.format, table.columns)
  const file = createFile(write)
  const counts = { records: 0, responses: 0, suggestions: 0, resolutions: 0, doubts: 0 }
  let total = 0
  const tell = (isWaiting: boolean) =>
    onProgress?.({ records: counts.records, total, bytes: file.bytes(), ...(isWaiting && { isWaiting }) })
  await file.put(encoder.start())
  let coming = fetchPage(client, job, '', signal)
  for (;;) {
    const { items: found, next, ...page } = await coming
    signal?.throwIfAborted()
    // Prefetch the next page while this one is written.
    if (next) {
      coming = untilAnswered(() => fetchPage(client, job, next, signal), { signal, sleep, onWaiting: tell })
      coming.catch(() => undefined)
    }
    for (const { id, username } of page.users ?? []) users.set(id, username)
    const items = found.map((item) => withStatuses(item, job.statuses))
    await file.put(encoder.rows(items.flatMap(table.rowsOf)))
    counts.records += items.length
    counts.suggestions += job.choice.suggestions ? sum(items, ({ suggestions }) => suggestions?.length ?? 0) : 0
    counts.resolutions += job.choice.resolutions ? sum(items, ({ resolutions }) => resolutions?.length ?? 0) : 0
    counts.doubts += sum(items, (item) => openDoubts(item).length)
    counts.responses += sum(items, ({ responses }) => responses?.length ?? 0)
    // Records that were deleted or answered meanwhile are no longer returned.
    total = next ? Math.max(page.total, counts.records) : counts.records
    tell(false)
    if (!next) break
  }
  await file.put(encoder.end())
  const written = { bytes: file.bytes(), sha256: file.sha256() }
  const manifest = manifestText({
    exportedAt: job.exportedAt,
    dataset: job.dataset,
    // Vectors settings without vectors would offer similarity search where there is nothing to compare.
    schema: job.choice.vectors ? job.schema : { ...job.schema, vectors: [] },
    choice: { ...job.choice, statuses: job.statuses, ...(job.past && { at: job.past.at }) },
    counts,
    file: { name: job.fileName, format: job.format, ...written },
  })
  return { records: counts.records, total, ...written, manifest }
}

/** Keep only responses with the requested statuses: an export of submitted answers must not contain drafts of others on the same record. */
function withStatuses(record: ExportSource, statuses: readonly string[]): ExportSource {
  if (statuses.length === 0) return record
  const { responses } = record
  return {
    ...record,
    responses: responses?.filter(({ status }) => statuses.includes(status)),
    submitted: responses?.filter(({ status }) => status === 'submitted'),
  }
}

/** Decisions are final answers, too. */
function needsResolutions({ resolutions, final }: ExportChoice): boolean {
  return resolutions || final
}

interface Page {
  items: ExportSource[]
  total: number
  next?: string | null
  /** Names of users that the job may not know. */
  users?: { id: string; username: string }[]
}

async function fetchPage(
  client: Client,
  job: ExportJob,
  after: string,
  signal: AbortSignal | undefined,
): Promise<Page> {
  if (job.past) return fetchPastPage(client, job, job.past, after, signal)
  const { datasetId, choice, statuses } = job
  const parts = (['suggestions', 'doubts', 'vectors'] as const).filter((part) => choice[part])
  const include = ['responses', ...parts, ...(needsResolutions(choice) ? ['resolutions'] : [])]
  const call = {
    params: { dataset_id: datasetId },
    query: { include, after, limit: PAGE, response_status: [...statuses], sort_by: ['inserted_at:asc'] },
    signal,
  }
  return choice.responses === 'mine'
    ? await client('GET /api/v1/me/datasets/{dataset_id}/records', call)
    : await client('GET /api/v1/datasets/{dataset_id}/records', call)
}

/** Records with their answers of then. Those deleted since have only their id and their answers. */
async function fetchPastPage(
  client: Client,
  { datasetId, choice, statuses, names }: ExportJob,
  { at, records }: NonNullable<ExportJob['past']>,
  after: string,
  signal: AbortSignal | undefined,
): Promise<Page> {
  const parts = (['suggestions', 'vectors'] as const).filter((part) => choice[part])
  const query = { at, after: after || undefined, limit: PAST_PAGE, include: ['records', ...parts] }
  const page = await client('GET /api/v1/datasets/{dataset_id}/answers', {
    params: { dataset_id: datasetId },
    query,
    signal,
  })
  const items = page.items.map(({ record_id, record, responses, resolutions }): ExportSource => {
    const shown = choice.responses === 'mine' ? responses.filter(({ user_id }) => user_id === names.userId) : responses
    const { external_id = null, fields = {}, metadata = null } = record ?? {}
    return {
      ...{ id: record_id, external_id, fields, metadata, responses: shown },
      suggestions: record?.suggestions,
      vectors: record?.vectors,
      ...(needsResolutions(choice) && { resolutions }),
    }
  })
  return { ...page, items: items.filter((item) => hasStatus(item, statuses)), total: records }
}

/** As the server selects records by the statuses of their responses. */
function hasStatus({ responses }: ExportSource, statuses: readonly string[]): boolean {
  if (statuses.length === 0 || (statuses.includes('pending') && !responses?.length)) return true
  return responses?.some(({ status }) => statuses.includes(status)) ?? false
}

function sum<Item>(items: readonly Item[], count: (item: Item) => number): number {
  return items.reduce((total, item) => total + count(item), 0)
}
