import type { Json } from '@postil/contract/shapes'
import type { TASK_RECORD_CHANGES, TaskHistory } from '@postil/contract/task/task-records'
import type { TaskDocument } from '@postil/domain/task-records/document'
import { toRecordParts } from '@postil/domain/task-records/wire'
import { sql } from 'kysely'
import { microsOf, wireTime } from '../../../db/clock'
import { containsText } from '../../../db/engines/engine-sql'
import type { Db } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { recordNotFound } from '../../../wire/classic-errors'
import { selectNames } from '../../account/users/select-names'
import { datasetIdOf } from '../datasets/datasets.wire'
import { assertOpen, type FoundTaskDataset } from '../datasets/find-task-dataset'
import { parseDocument, writableMetadata } from '../exact-metadata'
import { CHANGE_KINDS, callsSince } from './log-changes'
import { selectRecords } from './records.store'

const MAX_CHANGES = 200

/** Some parts of a record's document, as in its events. */
type State = Partial<Pick<TaskDocument, 'id' | 'status' | 'last_updated' | 'metadata'>>

interface HistoryItem {
  id?: number
  kind: (typeof TASK_RECORD_CHANGES)[number]
  at: number
  user_id: string | null
  before: State | null
  after: State | null
}

/**
 * The history of a classic record, latest change first. It is read along `last_updated`, from the stored record back to its import: an
 * earlier record with the same id, which was deleted, has changes of its own that do not belong to it.
 */
export async function readTaskHistory(db: Db, dataset: FoundTaskDataset, key: string): Promise<TaskHistory> {
  const { id: datasetId } = assertOpen(dataset)
  const row = (await selectRecords(db, datasetId, [key])).get(key)
  if (!row) throw recordNotFound(datasetIdOf(dataset), key)
  const stored = parseDocument(row.document)
  const { changes, isCut } = await readChanges(db, datasetId, key, stored)
  const items: HistoryItem[] = []
  for (const { seq: id, kind, at, user_id, before, after, deletion } of changes) {
    items.push({ id, kind: kind as HistoryItem['kind'], at, user_id, before, after })
    if (deletion !== undefined) items.push(...(await readDeletion(db, deletion)))
  }
  if (!isCut) items.push(...(await readImport(db, datasetId, changes.at(-1)?.whole.before ?? stored)))
  const named = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))]
  const isClassification = dataset.task === 'TextClassification'
  const shown = (state: State | null) => state && partsToWire(state, isClassification)
  return {
    items: items.map(({ at, before, after, ...item }) => ({
      ...{ ...item, at: wireTime(at), before: shown(before), after: shown(after) },
    })),
    last_updated: stored.last_updated ?? null,
    is_cut: isCut,
    users: await selectNames(db, named),
  }
}

function partsToWire({ metadata, ...state }: State, isClassification: boolean): Record<string, Json> {
  const writable = { ...state, ...(metadata && { metadata: writableMetadata(metadata) }) }
  return toRecordParts(writable, { isClassification }) as Record<string, Json>
}

/** A change of a record in the log. */
interface LoggedChange {
  seq: number
  kind: string
  at: number
  user_id: string | null
  before: State
  after: State
  /** The record with all its parts, before and after the change. */
  whole: { before: State; after: State }
  /** Of a restored record: the `seq` of the event of its deletion. */
  deletion: number | undefined
}

/**
 * The changes of a stored record, latest first, as many as a reply contains, without those of an earlier record with the same id.
 *
 * @param since - the `seq` of the oldest change that is needed
 * @returns also whether there are older ones
 */
export async function readChanges(
  db: Db,
  datasetId: string,
  key: string,
  stored: TaskDocument,
  since = 0,
): Promise<{ changes: LoggedChange[]; isCut: boolean }> {
  const { rows, isCut } = await selectChanges(db, datasetId, key, since)
  const changes: LoggedChange[] = []
  let state: State = stored
  for (const row of rows) {
    const before = stateOf(row.before)
    const { deletion, ...after } = stateOf(row.after)
    if (after.last_updated !== state.last_updated) return { changes, isCut: false }
    const whole = { before: { ...without(state, after), ...before }, after: state }
    changes.push({ ...row, before, after, whole, deletion })
    state = whole.before
  }
  return { changes, isCut }
}

/** The changes of a record, latest first, as many as a reply contains, and whether there are more. */
async function selectChanges(db: Db, datasetId: string, key: string, since: number) {
  const log = await changesOf(db, datasetId, key)
    .where('seq', '>=', since)
    .select(['seq', sql<number>`length(before) + length(after)`.as('size')])
    .execute()
  const fits = Math.min(fitting(log.map(({ size }) => size)), MAX_CHANGES)
  const seqs = log.slice(0, fits).map(({ seq }) => seq)
  const rows = seqs.length === 0 ? [] : await selectEvents(db, seqs)
  return { rows, isCut: fits < log.length }
}

/** The events of the changes of a record, latest first; one more than a reply contains. */
export function changesOf(db: Db, datasetId: string, key: string) {
  return db
    .selectFrom('events')
    .where('dataset_id', '=', datasetId)
    .where('record_id', '=', key)
    .where(CHANGE_KINDS)
    .orderBy('seq', 'desc')
    .limit(MAX_CHANGES + 1)
}

async function selectEvents(db: Db, seqs: readonly number[]) {
  return db
    .selectFrom('events')
    .select(['seq', 'kind', 'at', 'user_id', 'before', 'after'])
    .where('seq', 'in', seqs)
    .orderBy('seq', 'desc')
    .execute()
}

function stateOf(text: string | null): State & { deletion?: number } {
  return text === null ? {} : parseDocument(text)
}

/** A state without the parts that a change has written. */
function without(state: State, written: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !(name in written)))
}

/** The deletion of a record that was restored; none if its event has expired. */
async function readDeletion(db: Db, seq: number): Promise<HistoryItem[]> {
  const found = await db.selectFrom('events').select(['at', 'user_id']).where('seq', '=', seq).executeTakeFirst()
  return found ? [{ kind: 'task_record.delete', ...found, before: null, after: null }] : []
}

/** Who logged a record first, with its first state. None if the event has expired, or if it was logged before its changes had events. */
async function readImport(db: Db, datasetId: string, first: State): Promise<HistoryItem[]> {
  const { id, last_updated } = first
  if (id === undefined || last_updated === undefined) return []
  const since = microsOf(last_updated)
  const found = await findImports(db, datasetId, since, id).execute()
  const [event] = found
    .filter(({ after }) => idsIn(after).includes(String(id)))
    .toSorted((one, other) => one.at - other.at)
  // Older events contain the records that were there before.
  const before: { id: unknown }[] = JSON.parse(event?.before ?? '[]')
  if (!event || before.some((record) => String(record.id) === String(id))) return []
  return [{ kind: 'task_record.create', at: since, user_id: event.user_id, before: null, after: imported(first) }]
}

/** The events of those of the first calls since a time (µs) whose text contains the id of a record. */
export function findImports(db: Db, datasetId: string, since: number, id: string | number) {
  const calls = callsSince(db, datasetId, since).select(['at', 'user_id', 'before', 'after'])
  return db
    .selectFrom(calls.as('calls'))
    .selectAll()
    .where(({ ref }) => containsText(db, ref('after'), JSON.stringify(id)))
}

function idsIn(after: string | null): string[] {
  const { ids = [] }: { ids?: unknown[] } = JSON.parse(after ?? '{}')
  return ids.map(String)
}

/** What the history shows of a new record. Its text is in the record. */
function imported(first: State): State {
  return Object.fromEntries(Object.entries(first).filter(([name]) => IMPORTED.has(name)))
}

const IMPORTED = new Set(['id', 'last_updated', 'status', 'annotation', 'prediction'])
