import type { EventKind, EventSide } from '../events/catalogue'
import { nowMicros } from './clock'
import { insertRows } from './insert-rows'
import type { Tx } from './tables'

/** A transaction logs its events within this time (µs) after the times of the records that it adds. */
export const LONGEST_TRANSACTION_MICROS = 600_000_000

export interface Change<Kind extends EventKind> {
  /** What happened, as `thing.verb`: `response.update`, `dataset.publish`. */
  kind: Kind
  /** The id of the thing that changed. */
  subjectId: string
  userId: string | null
  datasetId?: string | null
  /** The record that it belongs to, in whose history the change appears: of a classic record its id within the dataset. */
  recordId?: string | null
  /** The thing before and after the change, or its JSON text. A creation has no `before`, a deletion no `after`. */
  before?: EventSide<Kind, 'before'> | string | undefined
  after?: EventSide<Kind, 'after'> | string | undefined
}

/** Append a change to the event log, in the transaction of the change itself. */
export async function logEvent<const Kind extends EventKind>(tx: Tx, change: Change<Kind>): Promise<void> {
  await logEvents(tx, [change])
}

/** Append several changes to the event log, in this order. */
export async function logEvents<const Kind extends EventKind>(tx: Tx, changes: readonly Change<Kind>[]): Promise<void> {
  const rows = changes.map((change) => ({
    at: nowMicros(),
    user_id: change.userId,
    dataset_id: change.datasetId ?? null,
    record_id: change.recordId ?? null,
    kind: change.kind,
    subject_id: change.subjectId,
    before: asJson(change.before),
    after: asJson(change.after),
  }))
  await insertRows(tx, 'events', rows)
}

/** The fields of a `Change` that say who changed which thing of a dataset. */
export function about(user: { id: string }, row: { id: string; dataset_id: string; record_id?: string }) {
  return { subjectId: row.id, userId: user.id, datasetId: row.dataset_id, recordId: row.record_id }
}

/** The fields of a `Change` about a record, or about something of it that has no id of its own. */
export function aboutRecord(user: { id: string }, { id, dataset_id }: { id: string; dataset_id: string }) {
  return { subjectId: id, userId: user.id, datasetId: dataset_id, recordId: id }
}

/** The fields of a `Change` about a dataset, or about something in it that has no row of its own. */
export function aboutDataset(user: { id: string }, dataset: { id: string }) {
  return { subjectId: dataset.id, userId: user.id, datasetId: dataset.id }
}

function asJson(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return typeof value === 'string' ? value : JSON.stringify(value)
}
