import type { ExactJson } from '@postil/contract/shapes'
import type { RecordStatus } from '@postil/contract/task/constants'
import type { TaskQuery } from '@postil/contract/task/query'
import type { AnyRecordBody } from '@postil/contract/task/records'
import type { DeleteBody } from '@postil/contract/task/task-records'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { deepMerge } from '@postil/domain/task-records/merge'
import { normalizeMetadata } from '@postil/domain/task-records/metadata'
import { toRecordBody } from '@postil/domain/task-records/wire'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import type { Db, Tx } from '../../../db/tables'
import type { BeforeWrite } from '../../../http/calls/handle'
import type { AfterCommit } from '../../../search/text/index-words'
import { recordNotFound } from '../../../wire/classic-errors'
import { unwrapQuery } from '../../../wire/python-client'
import { datasetIdOf } from '../datasets/datasets.wire'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { datasetGone, nextVersion } from '../datasets/next-version'
import { assertManages } from '../datasets/workspaces'
import { parseDocument } from '../exact-metadata'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'
import { doneBy } from './done'
import { growFields } from './field-growth'
import { selectFields, upsertFields } from './fields.store'
import { logChanges } from './log-changes'
import { loadRecords } from './records.service'
import { selectKeys, selectRecords, setDocuments } from './records.store'
import { removeRecords } from './remove-records'

/** One record with all its parts. Throws 404. */
export async function getRecord(db: Db, dataset: FoundTaskDataset, key: string): Promise<AnyRecordBody> {
  const { id } = assertOpen(dataset)
  const [record] = await loadRecords(db, id, [key], { vectors: true })
  if (!record) throw recordNotFound(datasetIdOf(dataset), key)
  return toRecordBody(record.document, { metrics: record.metrics, vectors: record.vectors, withNulls: true })
}

export interface RecordChange {
  metadata?: Record<string, ExactJson> | null
  status?: RecordStatus | null
}

/** Change a record's status and merge into its metadata. Its `last_updated` stays as it is. */
export async function updateRecord(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  key: string,
  change: RecordChange,
): Promise<AnyRecordBody> {
  const { id } = assertOpen(dataset)
  const version = await nextVersion(tx, id)
  const row = (await selectRecords(tx, id, [key])).get(key)
  if (!row) throw recordNotFound(datasetIdOf(dataset), key)
  const before = parseDocument(row.document)
  const given = normalizeMetadata(change.metadata ?? {})
  const after: TaskDocument = {
    ...before,
    status: change.status ?? before.status,
    ...(change.metadata && { metadata: deepMerge(before.metadata ?? {}, given) as typeof given }),
  }
  const fields = growFields(datasetIdOf(dataset), await selectFields(tx, id), [
    { key, document: { ...after, metadata: given } },
  ])
  await upsertFields(tx, id, fields)
  const writer = { username: user.username, now: wireTime(nowMicros()) }
  const done = doneBy(writer, after, { ...row, document: before })
  await setDocuments(tx, id, [{ key, document: exactJsonText(after), ...done }], version)
  await logChanges(tx, user, id, 'task_record.update', [{ before, after }])
  return getRecord(tx, dataset, key)
}

export interface Deletion {
  matched: number
  processed: number
}

/** The records to delete, or the error of their search. */
type Matching = MatchingRecords | { error: unknown }

/** The records that match a query, at a version of their dataset. */
interface MatchingRecords {
  datasetId: string
  version: number
  /** Undefined: all records. */
  keys: string[] | undefined
}

/**
 * Find the records to delete before the transaction, in which all other writers would wait for the search. Records that change after this
 * are not deleted. Undefined when no search is needed.
 */
export async function findToDelete(
  before: BeforeWrite | undefined,
  asked: DeleteBody | undefined,
): Promise<Matching | undefined> {
  const query = unwrapQuery(asked)
  if (!before || namedIn(query)) return undefined
  const find = async () => findMatching(before.context.engine.db, await before.find('task_dataset'), query)
  // The transaction throws the error after its own checks.
  return find().catch((error: unknown) => ({ error }))
}

/** Delete the records that match, or mark them as discarded. Managers may delete, any member may mark (classic-api §6.4). */
export async function deleteRecords(
  { tx, user, afterCommit }: { tx: Tx; user: SessionUser; afterCommit: AfterCommit },
  dataset: FoundTaskDataset,
  asked: DeleteBody | undefined,
  markAsDiscarded: boolean,
  found: Matching | undefined,
): Promise<Deletion> {
  assertOpen(dataset)
  if (!markAsDiscarded) await assertManages(tx, user, dataset.workspace_id)
  const version = await nextVersion(tx, dataset.id)
  const named = namedIn(unwrapQuery(asked))
  const { keys, olderThan = version } = named
    ? { keys: [...(await selectKeys(tx, dataset.id, named))] }
    : recordsFound(dataset, found)
  const removal = { datasetId: dataset.id, userId: user.id, keys, isMark: markAsDiscarded, version: olderThan }
  const processed = await removeRecords(tx, removal, version, afterCommit)
  return { matched: processed, processed }
}

function recordsFound({ id }: FoundTaskDataset, found: Matching | undefined) {
  if (!found) throw new Error('The records to delete must be found before the transaction.')
  if ('error' in found) throw found.error
  // Another dataset has taken this one's name since the search.
  if (found.datasetId !== id) throw datasetGone()
  const { keys, version } = found
  return keys ? { keys, olderThan: version + 1 } : { keys }
}

/** The ids of records that are named directly, which need no search. */
function namedIn({ ids }: TaskQuery): string[] | undefined {
  return ids && ids.length > 0 ? [...new Set(ids.map(String))] : undefined
}

async function findMatching(db: Db, dataset: FoundTaskDataset, asked: TaskQuery): Promise<MatchingRecords> {
  const search = await openSearch(db, dataset)
  const { query } = search.compile(asked)
  const keys = query.type === 'all' ? undefined : await askIndex(db, search.indexed, { op: 'keys', query })
  return { datasetId: dataset.id, version: dataset.version, keys }
}
