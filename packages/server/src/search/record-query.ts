import type { QueueOrder } from '@postil/contract/feedback/datasets'
import type { TextMatch } from '../db/engines/text-store'
import type { DatasetTable } from '../db/tables'
import type { Place } from './place'

/** What a filter compares a value with: any of some texts, or a range with both ends in it. */
export type Test = { terms: readonly string[] } | { ge?: number; le?: number }

/** pending: no response at all; for a user also not set aside, and with a target not closed (`RecordQuery`). */
export type AnswerStatus = 'pending' | 'draft' | 'submitted' | 'discarded'

/** A condition on records, free of wire names: properties and questions are those of the dataset, already looked up. */
export type RecordFilter =
  | { on: 'status'; anyOf: readonly AnswerStatus[] }
  | { on: 'metadata'; property: string; test: Test }
  | { on: 'response'; questionId: string; test: Test }
  | { on: 'suggestion'; questionId: string; property: 'value' | 'score' | 'agent' | 'type'; test: Test }
  | { on: 'record'; property: 'inserted_at' | 'updated_at'; test: Test }
  /** Completed: submitted by so many users. */
  | { on: 'completion'; anyOf: readonly ('pending' | 'completed')[]; minSubmitted: number }
  | { on: 'text'; match: TextMatch }

/** A key to sort by; numbers are compared as numbers, everything else as text. */
export interface RecordSort {
  by:
    | { on: 'record'; property: 'inserted_at' | 'updated_at' }
    | { on: 'metadata'; property: string; isNumber: boolean }
    | { on: 'response'; questionId: string; isNumber: boolean }
    | { on: 'suggestion'; questionId: string; property: 'value' | 'score' | 'agent'; isNumber: boolean }
    /** The lowest score of any suggestion. */
    | { on: 'certainty' }
  order: 'asc' | 'desc'
}

/** Which records of a dataset, in which order. Filters must all hold. */
export interface RecordQuery {
  datasetId: string
  /** Whose responses count: this user's, or anybody's. */
  userId: string | undefined
  /** The order of the user's queue, where nothing is sorted by; without a user it is always the order of insertion. */
  queueOrder?: QueueOrder
  /**
   * So many submitted responses close a record: it is no longer pending for users who have not answered it. Undefined where everybody gets
   * every record.
   */
  target?: number | undefined
  /**
   * Records that are not pending for the user for the time being: those that the user has skipped, and those that others have open, by whose
   * answers they would reach their target. None of them is answered by the user or closed.
   */
  setAside?: readonly number[]
  filters: readonly RecordFilter[]
  sorts: readonly RecordSort[]
  /** Text leaves few records: other filters are then looked up for each of these, and not for the whole dataset first. */
  isNarrow?: boolean
  /** Text leaves fewer records than would be met on the way to a full page: they are read first, and then put in order. */
  isRare?: boolean
  /** Text leaves most records: a page in the order of an index is soon full, so each record on the way is looked up by itself. */
  isWide?: boolean
}

/** Whether a query without sorts finds its records in the user's own random order. */
export function isOwnOrder({ sorts, userId, queueOrder = 'mixed' }: RecordQuery): boolean {
  return sorts.length === 0 && userId !== undefined && queueOrder === 'mixed'
}

/** Which part of what a query finds: so many records from an offset on, or behind a place. */
export interface Page {
  offset: number
  limit: number
  after?: Place | undefined
  /** All of it is read, page by page: filters are looked up for each record on the way, so that each record is met once. */
  isWalk?: boolean
}

/** How a dataset hands its records to its users. */
export function queueRules({
  queue_order,
  hand_out,
  min_submitted,
}: Pick<DatasetTable, 'queue_order' | 'hand_out' | 'min_submitted'>): Pick<RecordQuery, 'queueOrder' | 'target'> {
  return { queueOrder: queue_order, target: hand_out === 'until_completed' ? min_submitted : undefined }
}
