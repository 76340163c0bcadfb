import type { Task } from '@postil/contract/task/constants'
import type { SortItem, TaskQuery } from '@postil/contract/task/query'
import type { AnyRecordBody } from '@postil/contract/task/records'
import type { Aggregations } from '@postil/contract/task/search'
import type { TaskSettingsBody } from '@postil/contract/task/settings'
import type { RestoreBody, TaskHistory } from '@postil/contract/task/task-records'
import { isObject } from '@postil/domain/is-object'
import { WORKSPACE_HEADER } from '../account/session-link.ts'
import { api } from '../client.ts'
import { refusalOf } from '../errors.ts'
import { fresh } from '../freshness.ts'
import { type ClassicDataset, type ClassicName, SEARCH } from './classic-datasets.ts'

/** A classic dataset and its task. */
export interface TaskPlace extends ClassicName {
  task: Task
}

/** One page of a search. */
export interface TaskPage<Body extends AnyRecordBody = AnyRecordBody> {
  total: number
  records: readonly Body[]
  /** Counts over all matching records; only on the first page. */
  aggregations: Aggregations | undefined
}

export interface TaskSearch {
  query: TaskQuery
  sort: readonly SortItem[]
  from: number
  limit: number
  signal?: AbortSignal
}

/** The workspace of the URL is sent in a header with every request (spec section 6). */
export const headersOf = ({ workspace }: Pick<ClassicName, 'workspace'>) => ({ [WORKSPACE_HEADER]: workspace })

/** A classic dataset by its names; the workspace is filled in if missing. */
export async function fetchTaskDataset(at: ClassicName): Promise<ClassicDataset> {
  const answer = await api.answer('GET /api/datasets/{name}', { params: { name: at.name }, headers: headersOf(at) })
  return fresh(answer, (dataset) => asOpened(at, dataset))
}

/**
 * A dataset under the names by which the page opened it. They stay the same when its workspace is renamed, as unsaved edits are kept under
 * them; the server knows the former name, too.
 */
export function asOpened({ workspace, name }: ClassicName, dataset: ClassicDataset): ClassicDataset {
  if (dataset.workspace === workspace) return dataset
  return { ...dataset, id: `${workspace}.${name}`, workspace, renamed: dataset.workspace || undefined }
}

/** Settings of a dataset; undefined when it has none (404). Throws 'STATUS: {code}, Could not fetch settings' when the server refuses. */
export async function fetchTaskSettings(at: TaskPlace): Promise<TaskSettingsBody | undefined> {
  if (at.task === 'Text2Text') return undefined
  try {
    const call = { params: { name: at.name }, headers: headersOf(at) }
    return at.task === 'TextClassification'
      ? await api('GET /api/datasets/{name}/TextClassification/settings', call)
      : await api('GET /api/datasets/{name}/TokenClassification/settings', call)
  } catch (error) {
    const status = refusalOf(error)?.status
    if (status === 404) return undefined
    // Without a reply there is no status to name.
    if (status === undefined) throw error
    throw new Error(`STATUS: ${status}, Could not fetch settings`, { cause: error })
  }
}

/** Labels found on the records of a dataset; none when they cannot be fetched. */
export async function fetchUsedLabels(at: TaskPlace): Promise<readonly string[]> {
  if (at.task === 'Text2Text') return []
  try {
    const call = { params: { name: at.name, id: 'dataset_labels' }, headers: headersOf(at), body: {} }
    const summary: unknown = await (at.task === 'TextClassification'
      ? api('POST /api/datasets/{name}/TextClassification/metrics/{id}:summary', call)
      : api('POST /api/datasets/{name}/TokenClassification/metrics/{id}:summary', call))
    const labels: unknown = isObject(summary) ? summary.labels : []
    return Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : []
  } catch {
    // Not needed: labels also come from the schema and the counts.
    return []
  }
}

/** Matching records; the first page includes the counts over all of them. */
export async function searchTaskRecords<Body extends AnyRecordBody>(
  at: TaskPlace,
  { query, sort, from, limit, signal }: TaskSearch,
): Promise<TaskPage<Body>> {
  const answer = await api.answer(SEARCH[at.task], {
    params: { name: at.name },
    headers: headersOf(at),
    query: { from, limit },
    body: { query, sort: [...sort] },
    signal,
  })
  return fresh(answer, ({ total, records, aggregations }) => ({
    total,
    // The path determines the task, and the task the shape of its records.
    records: records as unknown as readonly Body[],
    aggregations,
  }))
}

/** One record with its vectors. */
export async function fetchTaskRecord(at: ClassicName, id: string): Promise<AnyRecordBody> {
  const answer = await api.answer('GET /api/datasets/{name}/records/{id}', {
    params: { name: at.name, id },
    headers: headersOf(at),
  })
  return fresh(answer, (record) => record)
}

/** The history of a record, latest change first. Throws what the client throws. */
export function fetchTaskHistory(at: ClassicName, id: string): Promise<TaskHistory> {
  return api('GET /api/datasets/{name}/records/{id}/history', { params: { name: at.name, id }, headers: headersOf(at) })
}

/**
 * Make a part of a record as it was before or after a change in its history. Refused with a conflict if the record has changed since the
 * history was loaded.
 *
 * @returns the record as it is then
 */
export function restoreTaskPart(at: ClassicName, id: string, body: RestoreBody): Promise<AnyRecordBody> {
  return api('POST /api/datasets/{name}/records/{id}/restore', {
    params: { name: at.name, id },
    headers: headersOf(at),
    body,
  })
}

/**
 * Save edits of records, all or none: refused with 409 if one of them has changed since its `last_updated`.
 *
 * @returns the new `last_updated` of all of them
 */
export async function saveTaskEdits(
  at: TaskPlace,
  records: readonly object[],
  idempotencyKey: string,
): Promise<string | undefined> {
  const { last_updated } = await api(BULK[at.task], {
    params: { name: at.name },
    query: { edits: true },
    headers: { ...headersOf(at), 'Idempotency-Key': idempotencyKey },
    // The records were fetched from this server, so they have the shape of their task.
    body: { records: records as never },
  })
  return last_updated
}

const BULK = {
  TextClassification: 'POST /api/datasets/{name}/TextClassification:bulk',
  TokenClassification: 'POST /api/datasets/{name}/TokenClassification:bulk',
  Text2Text: 'POST /api/datasets/{name}/Text2Text:bulk',
} as const

/** The hosts from which the server's settings allow pictures. */
export async function fetchImageHosts(): Promise<readonly string[]> {
  return (await api('GET /api/v1/settings')).image_hosts
}

/** Whether a picture may come from this address: over https, from a host of the list or below one that is listed as `*.host`. */
export function isImageAllowed(address: URL, hosts: readonly string[]): boolean {
  if (address.protocol !== 'https:') return false
  return hosts.some((host) => (host.startsWith('*.') ? address.host.endsWith(host.slice(1)) : address.host === host))
}
