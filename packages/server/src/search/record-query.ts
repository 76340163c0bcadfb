import type { QueueOrder } from '@postil/contract/feedback/datasets'
import type { TextMatch } from '../db/engines/text-store'
import type { DatasetTable } from '../db/tables'

/**
 * The number of submitted responses of a gold record in `response_counts`: above every target, so that every condition that leaves out
 * completed records leaves out gold ones, too. They get into queues by `findMixedPage` only. The real number is added to it (`knownCount`).
 */
export const GOLD_COUNT = 1_000_000_000

/** A user who is notified of decisions. */
export interface NotifiedUser {
  userId: string
  /** The user may know which records are gold; others are not notified of decisions about these. */
  seesGold: boolean
}

/** Bounds of the time of a decision, in µs since 1970, both inclusive. */
export interface DecidedTimes {
  from?: number
  to?: number
}

/** A user who may not know which records are gold (decision 0033). */
interface GoldUnaware {
  userId: string
  /** Completed records are handed out, too: that a record is handed out says nothing about its number of answers. */
  isForAll: boolean
}

/** A record is completed when it has this many submitted responses. Gold records always are, except to users who may not know them. */
export interface Completion {
  minSubmitted: number
  goldUnaware?: GoldUnaware | undefined
}

/** What a filter compares a value with: any of several texts, or a range that includes both ends. */
export type Test = { terms: readonly string[] } | { ge?: number; le?: number }

/** pending: no response at all; for a user also neither set aside, closed, nor assigned to others only (`RecordQuery`). */
export type AnswerStatus = 'pending' | 'draft' | 'submitted' | 'discarded'

/** A doubt that waits for a lead, or has been closed. */
type DoubtStatus = 'open' | 'resolved'

/** Whether a record has a known answer that answers are compared with. */
type GoldStatus = 'gold' | 'ordinary'

/** A condition on records, independent of names in the API: properties and questions are those of the dataset, already resolved. */
export type RecordFilter =
  | { on: 'status'; anyOf: readonly AnswerStatus[] }
  | { on: 'metadata'; property: string; test: Test }
  | { on: 'response'; questionId: string; test: Test }
  | { on: 'suggestion'; questionId: string; property: 'value' | 'score' | 'agent' | 'type'; test: Test }
  | { on: 'record'; property: 'inserted_at' | 'updated_at'; test: Test }
  | { on: 'key'; property: 'id' | 'external_id'; anyOf: readonly string[] }
  | ({ on: 'completion'; anyOf: readonly ('pending' | 'completed')[] } & Completion)
  | { on: 'doubt'; anyOf: readonly DoubtStatus[]; ofUser: string | undefined }
  | ({ on: 'decided'; notified: NotifiedUser } & DecidedTimes)
  | { on: 'gold'; anyOf: readonly GoldStatus[] }
  | { on: 'text'; match: TextMatch }
  /** Not assigned to others only, as far as the user is concerned (`isReachable`). */
  | { on: 'reach' }

/** A key to sort by. Numbers are compared as numbers, everything else as text. */
export interface RecordSort {
  by:
    | { on: 'record'; property: 'inserted_at' | 'updated_at' }
    | { on: 'metadata'; property: string; isNumber: boolean }
    | { on: 'response'; questionId: string; isNumber: boolean }
    | { on: 'suggestion'; questionId: string; property: 'value' | 'score' | 'agent'; isNumber: boolean }
    /** The lowest score of any suggestion for the record. */
    | { on: 'certainty' }
  order: 'asc' | 'desc'
}

/** Selects and orders records of a dataset. All filters must match. */
export interface RecordQuery {
  datasetId: string
  /** Only responses of this user are considered; undefined: those of all users. */
  userId: string | undefined
  /** The order of the user's queue, used when there are no sorts. Without a user, it is always the order of insertion. */
  queueOrder?: QueueOrder
  /**
   * The number of submitted responses that closes a record: it is then no longer pending for users who have not answered it. Undefined when
   * every user gets every record. `GOLD_COUNT` closes gold records only.
   */
  target?: number | undefined
  /** Percentage of gold records in the user's queue; 0 or undefined: they are not handed out. */
  goldPercent?: number
  /**
   * Records that are not pending for the user for the time being: those that the user has skipped, and those that others have open, by whose
   * answers they would reach their target. None of them is answered by the user, closed, or assigned to others only.
   */
  setAside?: readonly number[]
  /** Some records of the dataset may be assigned: these are pending only for the users that they are assigned to. */
  hasAssignments?: boolean
  filters: readonly RecordFilter[]
  sorts: readonly RecordSort[]
  /** The text matches few records: other filters are then tested for each of these instead of being evaluated for the whole dataset. */
  isNarrow?: boolean
  /** The text matches fewer records than a walk would visit to fill a page: they are read first and then sorted. */
  isRare?: boolean
  /** The text matches most records: a walk in the order of an index fills a page soon, so each record on the way is tested by itself. */
  isWide?: boolean
}

/** The parts of a query that say which records are pending for its user, besides those that they have not answered. */
export type QueueState = Pick<RecordQuery, 'target' | 'goldPercent' | 'setAside' | 'hasAssignments'>

/** A query for gold records finds all that its user has not answered as pending: they count as completed, so none of them is due. */
export function withGold(query: RecordQuery): RecordQuery {
  const isForGold = query.filters.some((filter) => filter.on === 'gold' && !filter.anyOf.includes('ordinary'))
  return isForGold ? { ...query, target: undefined, goldPercent: 0, setAside: [], hasAssignments: false } : query
}

/** A query whose set-aside records may also be given as a value of a prepared statement (`keyText`). */
export type FilterQuery = Omit<RecordQuery, 'setAside'> & { setAside?: readonly number[] | string | undefined }

/** Whether a query without sorts returns its records in the user's own random order. */
export function isOwnOrder({ sorts, userId, queueOrder = 'mixed' }: RecordQuery): boolean {
  return sorts.length === 0 && userId !== undefined && queueOrder === 'mixed'
}

/** A value by which records are sorted; null for records without one. */
export type SortKey = string | number | null

/**
 * A keyset cursor: the position of a record in the order of a query. It stays valid after that record was answered, changed or deleted.
 * `own`: in a user's own order; `sort`: after records with these keys, ties in the order of insertion; `score`: in a ranked list of hits,
 * of which `seen` come up to here.
 */
export type Place =
  | { in: 'own'; id: string }
  | { in: 'sort'; keys: SortKey[]; pk: number }
  | { in: 'score'; score: number; pk: number; seen: number }
  | MixedPlace

/**
 * A position in a queue with gold records: the number of records before it, answered and skipped ones included, the position of the last
 * record that is not gold, and the order of the last gold one (`goldOrder`).
 */
interface MixedPlace {
  in: 'mixed'
  position: number
  after?: Place | undefined
  gold?: number | undefined
}

/** A page of the results of a query: `limit` records, from an offset or after a position. */
export interface Page {
  offset: number
  limit: number
  after?: Place | undefined
  /** The caller reads all pages: filters are tested for each record on the way, so that each record is visited once. */
  isWalk?: boolean
}

/** The queue settings of a dataset, as parts of a query. */
export function queueRules({
  queue_order,
  hand_out,
  min_submitted,
  has_assignments,
  gold_percent,
}: DatasetTable): Pick<RecordQuery, 'queueOrder' | 'target' | 'hasAssignments' | 'goldPercent'> {
  const targetOfGold = gold_percent > 0 ? GOLD_COUNT : undefined
  return {
    queueOrder: queue_order,
    target: hand_out === 'until_completed' ? min_submitted : targetOfGold,
    goldPercent: gold_percent,
    hasAssignments: has_assignments === 1,
  }
}
