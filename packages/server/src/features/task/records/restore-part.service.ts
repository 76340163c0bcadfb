import type { AnyRecordBody } from '@postil/contract/task/records'
import type { RestoreBody, TaskRecordPart } from '@postil/contract/task/task-records'
import { findForeignLabel, labelsOf } from '@postil/domain/labels/label-schema'
import { relabelDocument, type StoredDocument } from '@postil/domain/options/relabel-document'
import type { TaskDocument } from '@postil/domain/task-records/document'
import type { TaskPayload } from '@postil/domain/task-records/prepare'
import { toRecordBody } from '@postil/domain/task-records/wire'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import type { BeforeWrite } from '../../../http/calls/handle'
import { badRequest, recordNotFound, recordsChanged } from '../../../wire/classic-errors'
import { selectRenamings } from '../../options/option-changes.service'
import { datasetIdOf } from '../datasets/datasets.wire'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { lockTaskDataset } from '../datasets/next-version'
import { parseDocument } from '../exact-metadata'
import { findSettings } from '../settings/settings.service'
import { writtenRecords } from './batch'
import { logRecords } from './bulk.service'
import { getRecord } from './change-records.service'
import { readChanges } from './history.service'
import { selectRecords } from './records.store'

/** What each part consists of. */
const NAMES: Record<TaskRecordPart, readonly string[]> = {
  annotation: ['status', 'annotation'],
  prediction: ['prediction'],
  metadata: ['metadata'],
  text: ['text', 'inputs', 'tokens'],
}

/** A record as it is and as it was, or the error of finding this. */
type FoundPart = EarlierState | { error: unknown }

interface EarlierState {
  datasetId: string
  /** The version that last wrote the record. */
  version: number
  stored: TaskDocument
  earlier: TaskDocument
  /** The time of the change (µs). */
  at: number
}

/**
 * Find a record and what it was before or after a change in its history, before the transaction, in which all other writers would wait for
 * the reading of its events. Undefined outside the HTTP thread.
 */
export async function findPart(
  before: BeforeWrite<{ id: string }> | undefined,
  body: RestoreBody,
): Promise<FoundPart | undefined> {
  if (!before) return undefined
  const find = async () => findThen(before.context.engine.db, await before.find('task_dataset'), before.params.id, body)
  // The transaction throws the error after its own checks.
  return find().catch((error: unknown) => ({ error }))
}

async function findThen(
  db: Db,
  dataset: FoundTaskDataset,
  key: string,
  { change, state, latest_change, last_updated }: RestoreBody,
): Promise<EarlierState> {
  const { id } = assertOpen(dataset)
  const { version, document } = await getRow(db, dataset, key)
  const stored = parseDocument(document)
  const { changes } = await readChanges(db, id, key, stored, change)
  // A changed status or metadata leaves `last_updated` as it is; a record that was deleted and logged again has no change yet.
  if (stored.last_updated !== last_updated || changes[0]?.seq !== latest_change) throw recordsChanged([stored.id])
  const found = changes.find(({ seq }) => seq === change)
  if (!found) throw badRequest(`The history of the record has no change ${change}.`)
  return { datasetId: id, version, stored, earlier: found.whole[state] as TaskDocument, at: found.at }
}

/**
 * Make a part of a record as it was before or after a change in its history. It is checked, written and logged like an edit. Throws when
 * the record has changed since the caller read its history.
 */
export async function restorePart(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  key: string,
  { part }: RestoreBody,
  found: FoundPart | undefined,
): Promise<AnyRecordBody> {
  if (!found) throw new Error('The earlier state of the record must be found before the transaction.')
  const open = assertOpen(dataset)
  await lockTaskDataset(tx, open.id)
  const { version } = await getRow(tx, dataset, key)
  if ('error' in found) throw found.error
  const { stored } = found
  // Written since it was read, or another dataset has taken the name of its own. Every write of a record has a version of its own.
  if (found.datasetId !== open.id || found.version !== version) throw recordsChanged([stored.id])
  const then = await withPresentLabels(tx, open.id, found.earlier, found.at)
  const partOf = (document: TaskDocument) =>
    Object.fromEntries(NAMES[part].map((name) => [name, Reflect.get(document, name)]))
  if (exactJsonText(partOf(then)) === exactJsonText(partOf(stored))) return getRecord(tx, dataset, key)

  const kept = Object.entries({ ...stored, ...partOf(then) }).filter(([, value]) => value !== undefined)
  const next = Object.fromEntries(kept) as unknown as TaskDocument
  const settings = await findSettings(tx, open.id)
  const foreign = findForeignLabel(settings, labelsOf(next))
  if (foreign !== undefined) throw badRequest(`Its label “${foreign}” is no longer in the label schema.`)
  const payload = payloadOf(dataset, next, part)
  await logRecords(tx, user, open, { payload, records: [...writtenRecords(payload)] }, { isEdit: true, replaced: part })
  return getRecord(tx, dataset, key)
}

async function getRow(db: Db, dataset: FoundTaskDataset, key: string) {
  const row = (await selectRecords(db, dataset.id, [key])).get(key)
  if (!row) throw recordNotFound(datasetIdOf(dataset), key)
  return row
}

/** An earlier state of a record, with the names that its labels got since (µs). */
async function withPresentLabels(db: Db, datasetId: string, then: TaskDocument, since: number): Promise<TaskDocument> {
  const renamings = (await selectRenamings(db, datasetId, since)).filter(({ questionId }) => questionId === null)
  const derived = { predicted_as: [], annotated_as: [], predicted_by: [], annotated_by: [], score: [] }
  const start: StoredDocument = { document: then, derived, metrics: { text_length: 0 } }
  return renamings.reduce((now, renaming) => relabelDocument(now, renaming) ?? now, start).document
}

/** A record as an edit that has all that its derived data are computed from. Other parts are only sent to be replaced. */
function payloadOf({ task }: FoundTaskDataset, document: TaskDocument, part: TaskRecordPart): TaskPayload {
  const { predictions, annotations, event_timestamp, metadata, ...rest } = document
  const record = {
    ...toRecordBody(rest as TaskDocument & { metadata?: undefined }),
    ...(part === 'metadata' && { metadata }),
  }
  // A stored record has the shape that its task requires.
  return { task, records: [record] } as unknown as TaskPayload
}
