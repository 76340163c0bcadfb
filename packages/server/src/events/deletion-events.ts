import type { Task } from '@postil/contract/task/constants'
import { sql } from 'kysely'
import type { Db } from '../db/tables'

/** The kinds of the events of deleted and restored records, exactly as in the partial index `events_deletions`, so that it is used. */
export const DELETION_KINDS = sql<boolean>`kind in ('record.delete', 'record.restore', 'task_records.delete', 'task_records.restore')`

/** The events of deleted and restored records of a dataset since a time (µs). */
export function selectDeletionEvents(db: Db, datasetId: string, since: number) {
  return db.selectFrom('events').where('dataset_id', '=', datasetId).where('at', '>', since).where(DELETION_KINDS)
}

/** Records that a user deleted from a dataset without a longer pause: the events from `first` to `last`. */
export interface DeletionRow {
  first: number
  last: number
  /** Times of its earliest and its latest event (µs). */
  at: number
  last_at: number
  dataset_id: string
  dataset_name: string
  task: Task | null
  workspace_id: string
  workspace_name: string
  user_id: string | null
  username: string | null
  records: number
  left: number
}

/** The event of a deleted feedback record, or of a portion of deleted classic ones. */
export interface DeletionEvent {
  seq: number
  at: number
  /** Of a feedback record; otherwise the id of the dataset. */
  subject_id: string
  before: string
  /** Whether it is still to be restored; of classic records unknown, thus true. */
  is_deleted: boolean
}

/** A message about a record, for the user. */
interface Note {
  id: string
  message: string
}

/** What was restored of some records: `refused` are those that cannot be, `left_out` the parts that are no longer valid. */
export interface RestoredRecords {
  restored: number
  /** The ids of all records that were looked at: restored, refused, or there already. */
  settled: string[]
  refused: Note[]
  left_out: Note[]
}
