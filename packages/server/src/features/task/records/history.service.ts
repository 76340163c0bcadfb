import type { Json } from '@postil/contract/shapes'
import type { TASK_RECORD_CHANGES, TaskHistory } from '@postil/contract/task/task-records'
import type { WritableDocument } from '@postil/domain/task-records/document'
import { toRecordParts } from '@postil/domain/task-records/wire'
import { sql } from 'kysely'
import { microsOf, wireTime } from '../../../db/clock'
import { containsText } from '../../../db/engines/contains-text'
import type { Db } from '../../../db/tables'
import { fitting } from '../../../http/bodies/reply-size'
import { recordNotFound } from '../../../wire/classic-errors'
import { datasetIdOf } from '../datasets/datasets.wire'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { assertOpen } from '../datasets/open-dataset'
import { parseDocument, writableDocument } from '../exact-metadata'
import { CHANGE_KINDS } from './log-changes'
import { selectRecords } from './records.store'

const MAX_CHANGES = 200

/** Some parts of a record's document, as in its events. */
type State = Partial<Pick<WritableDocument, 'id' | 'status' | 'last_updated'>> & { deletion?: number }

interface LoggedChange {
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
  const { rows, isCut } = await selectChanges(db, datasetId, key)
  const stored = parseDocument(row.document)
  // The state before the changes read so far.
  let first: State = stored
  const items: LoggedChange[] = []
  let isOther = false
  for (const { kind, at, user_id, ...sides } of rows) {
    const [before, after] = [stateOf(sides.before), stateOf(sides.after)]
    isOther = after.last_updated !== first.last_updated
    if (isOther) break
    const { deletion, ...restored } = after
    items.push({ kind: kind as LoggedChange['kind'], at, user_id, before, after: restored })
    if (deletion !== undefined) items.push(...(await readDeletion(db, deletion)))
    first = { ...without(first, restored), ...before }
  }
  if (isOther || !isCut) items.push(...(await readImport(db, datasetId, first)))
  const named = [...new Set(items.flatMap(({ user_id }) => user_id ?? []))]
  const isClassification = dataset.task === 'TextClassification'
  const shown = (state: State | null) => state && (toRecordParts(state, { isClassification }) as Record<string, Json>)
  return {
    items: items.map(({ kind, at, user_id, before, after }) => ({
      ...{ kind, at: wireTime(at), user_id, before: shown(before), after: shown(after) },
    })),
    last_updated: stored.last_updated ?? null,
    is_cut: isCut && !isOther,
    users:
      named.length === 0
        ? []
        : await db.selectFrom('users').select(['id', 'username']).where('id', 'in', named).execute(),
  }
}

/** The changes of a record, latest first, as many as a reply contains, and whether there are more. */
async function selectChanges(db: Db, datasetId: string, key: string) {
  const log = await changesOf(db, datasetId, key)
    .select(['seq', sql<number>`length(before) + length(after)`.as('size')])
    .execute()
  const fits = Math.min(fitting(log.map(({ size }) => Number(size))), MAX_CHANGES)
  const seqs = log.slice(0, fits).map(({ seq }) => Number(seq))
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
  const found = db.selectFrom('events').select(['kind', 'at', 'user_id', 'before', 'after']).where('seq', 'in', seqs)
  const rows = await found.orderBy('seq', 'desc').execute()
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

function stateOf(text: string | null): State {
  return text === null ? {} : writableDocument(parseDocument(text))
}

/** A state without the parts that a change has written. */
function without(state: State, written: State): State {
  return Object.fromEntries(Object.entries(state).filter(([name]) => !(name in written)))
}

/** The deletion of a record that was restored; none if its event has expired. */
async function readDeletion(db: Db, seq: number): Promise<LoggedChange[]> {
  const found = await db.selectFrom('events').select(['at', 'user_id']).where('seq', '=', seq).executeTakeFirst()
  return found ? [{ kind: 'task_record.delete', ...found, at: Number(found.at), before: null, after: null }] : []
}

/** Maximum time (µs) between `last_updated` of new records, and the event at the end of their transaction. */
const LONGEST = 600_000_000
/** Events that are searched: other calls can only log between the two times while they hold back this one. */
const SEARCHED = 20

/** Who logged a record first, with its first state. None if the event has expired, or if it was logged before its changes had events. */
async function readImport(db: Db, datasetId: string, first: State): Promise<LoggedChange[]> {
  const { id, last_updated } = first
  if (id === undefined || last_updated === undefined) return []
  const since = microsOf(last_updated)
  const found = await importsSince(db, datasetId, since)
    .select(['user_id', 'before', 'after'])
    .where(({ ref }) => containsText(db, ref('after'), JSON.stringify(id)))
    .execute()
  const event = found.find(({ after }) => idsIn(after).includes(String(id)))
  // Older events contain the records that were there before.
  const before: { id: unknown }[] = JSON.parse(event?.before ?? '[]')
  if (!event || before.some((record) => String(record.id) === String(id))) return []
  return [{ kind: 'task_record.create', at: since, user_id: event.user_id, before: null, after: imported(first) }]
}

/** The events of the calls that may have logged a record first at a time (µs). */
export function importsSince(db: Db, datasetId: string, since: number) {
  return (
    db
      .selectFrom('events')
      .where('dataset_id', '=', datasetId)
      // Written exactly as in the partial index `events_task_imports`, so that it is used.
      .where(sql<boolean>`kind = 'task_records.log'`)
      .where('at', '>=', since)
      .where('at', '<', since + LONGEST)
      .orderBy('at')
      .limit(SEARCHED)
  )
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
