import type { TaskDocument } from '@postil/domain/task-records/document'
import { exactJsonText } from '@postil/domain/wire/exact-json'
import { sql } from 'kysely'
import { aboutDataset, type Change, LONGEST_TRANSACTION_MICROS, logEvents } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import type { TaskVectorTable } from '../../../db/task-tables'
import { selectVectorRows } from './records.store'

/** The kinds of changes of records, exactly as in the partial index `events_task_records`, so that it is used. */
export const CHANGE_KINDS = sql<boolean>`kind in ('task_record.update', 'task_record.relabel', 'task_record.predict', 'task_record.restore')`

/** Other calls log between the time of a record and its event only while they delay that event, so it is among the first. */
const SEARCHED_CALLS = 20

/** The events of the first calls that logged records from a time (µs) on: among them is the one of a record with this time. */
export function callsSince(db: Db, datasetId: string, since: number) {
  return (
    db
      .selectFrom('events')
      .where('dataset_id', '=', datasetId)
      // Written exactly as in the partial index `events_task_imports`, so that it is used.
      .where(sql<boolean>`kind = 'task_records.log'`)
      .where('at', '>=', since)
      .where('at', '<', since + LONGEST_TRANSACTION_MICROS)
      .orderBy('at')
      .limit(SEARCHED_CALLS)
  )
}

/** How a record changed: by a user, by a change of labels, by rules, or by its restoration. */
type TaskRecordKind = `task_record.${'update' | 'relabel' | 'predict' | 'restore'}`

/** A change of an existing record. */
export interface ChangedDocument {
  before: TaskDocument
  after: TaskDocument
  /** Of a restored record: the `seq` of the event of its deletion. */
  deletion?: number
}

/**
 * Log changes of existing records, one event for each, which together are the history of the record. An event is also logged for a record
 * that was written again without a difference, since its history is read along `last_updated`, from the stored record back to its import.
 */
export async function logChanges(
  tx: Tx,
  user: { id: string },
  datasetId: string,
  kind: TaskRecordKind,
  changes: readonly ChangedDocument[],
): Promise<void> {
  await logEvents(
    tx,
    changes.map(({ before, after, deletion }): Change<TaskRecordKind> => {
      const parts = changedParts(before, after)
      return {
        kind,
        ...aboutDataset(user, { id: datasetId }),
        recordId: String(after.id),
        before: textOf(before, parts),
        after: textOf({ ...after, deletion }, [...parts, 'deletion']),
      }
    }),
  )
}

/** Parts that every event has: those by which the history is read, and those that are restored together. */
const ALWAYS = ['id', 'last_updated', 'status', 'annotation'] as const

/** The names of the other parts that differ. The text of records with inputs consists of these inputs. */
function changedParts(before: TaskDocument, after: TaskDocument): string[] {
  const names = Object.keys({ ...before, ...after })
  return names.filter((name) => {
    if (ALWAYS.some((one) => one === name) || (name === 'text' && 'inputs' in after)) return false
    const [was, is]: unknown[] = [Reflect.get(before, name), Reflect.get(after, name)]
    return was !== is && exactJsonText({ part: was }) !== exactJsonText({ part: is })
  })
}

function textOf(document: object, parts: readonly string[]): string {
  return exactJsonText(Object.fromEntries([...ALWAYS, ...parts].map((name) => [name, Reflect.get(document, name)])))
}

/** Number of records whose vectors are compared at once, which limits memory. */
const COMPARED = 50

/**
 * Log new vectors of existing records before they are written: one event for each record with a vector that differs. It contains those that
 * are replaced, and the names of all. It is not among the changes that the history of a record is read from, which has no vectors.
 *
 * @param keys - of the records that exist already
 */
export async function logVectors(
  tx: Tx,
  user: { id: string },
  datasetId: string,
  keys: { has(key: string): boolean },
  rows: readonly TaskVectorTable[],
): Promise<void> {
  const given = new Map<string, TaskVectorTable[]>()
  for (const row of rows) if (keys.has(row.key)) given.set(row.key, [...(given.get(row.key) ?? []), row])
  const names = [...new Set(rows.map(({ name }) => name))]
  const writtenKeys = [...given.keys()]
  for (let from = 0; from < writtenKeys.length; from += COMPARED) {
    const some = writtenKeys.slice(from, from + COMPARED)
    const stored = await selectVectorRows(tx, datasetId, some, names)
    const events = some.flatMap((key): Change<'task_record.vectors'>[] => {
      const was = stored.get(key) ?? []
      const changed = (given.get(key) ?? []).filter(({ name, value, extra }) => {
        const row = was.find((one) => one.name === name)
        return !row || row.extra !== extra || !Buffer.from(row.value).equals(value)
      })
      if (changed.length === 0) return []
      const after = changed.map(({ name }) => name)
      const before = was
        .filter(({ name }) => after.includes(name))
        .map(({ name, value, extra }) => ({
          name,
          value: Buffer.from(value).toString('base64'),
          extra: JSON.parse(extra),
        }))
      const about = { ...aboutDataset(user, { id: datasetId }), recordId: key }
      return [{ kind: 'task_record.vectors', ...about, before: { vectors: before }, after: { vectors: after } }]
    })
    await logEvents(tx, events)
  }
}
