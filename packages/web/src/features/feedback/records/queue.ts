import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'

/** Records fetched at once. */
export const BATCH = 10
/** With so many left after the shown one, the next page is fetched. */
const PREFETCH_WHEN_LEFT = 5

/** A fetched page of a queue. Pages before the one at which the visit began have no cursor. */
export interface QueuePage extends RecordBatch {
  /** Records of the queue before it, where that is known: not behind a cursor. */
  offset?: number | undefined
}

/** What the user has done in a visit to a queue: kept apart from the pages, which a page on its way replaces. */
export interface Visit {
  /** Shown position, counted from 1 as the reader counts; absent until the user moves. */
  position?: number
  /** Records of the queue with the user's answers of this visit. */
  changed: ReadonlyMap<string, AnnotationRecord>
  /** Records that have left the queue without an answer of the user. */
  dropped: ReadonlySet<string>
}

export const NEW_VISIT: Visit = { changed: new Map(), dropped: new Set() }

/** The records of one queue that this visit has fetched, in their order, with the user's latest answers. */
export interface Queue {
  status: RecordStatus
  /** Position of the first of them, counted from 1. */
  firstPage: number
  records: readonly AnnotationRecord[]
  /** Which is shown; `records.length` is the place behind the last. */
  index: number
  /** Records of the whole queue when the visit began. */
  total: number | undefined
  /** The server has no more behind the last. */
  isComplete: boolean
}

/** The queue made of its pages and of what the user did. A record that is in two pages has its place in the first. */
export function toQueue(status: RecordStatus, pages: readonly QueuePage[], visit: Visit): Queue {
  const known = new Set<string>()
  const records: AnnotationRecord[] = []
  let before = 0
  let start = 0
  for (const { offset, next, records: added } of pages) {
    // The page at which the visit began is counted by offset and has a cursor; the places before it are counted back from there.
    if (offset !== undefined && next !== undefined) {
      before = offset - known.size
      start = records.length
    }
    for (const record of added) {
      if (!known.has(record.id) && !visit.dropped.has(record.id)) records.push(visit.changed.get(record.id) ?? record)
      known.add(record.id)
    }
  }
  const last = pages.at(-1)
  const isComplete = last?.next === null
  const reached = before + records.length
  const index = visit.position === undefined ? firstOpen(records, status, start) : visit.position - before - 1
  return {
    status,
    firstPage: before + 1,
    records,
    index: Math.min(Math.max(index, 0), records.length),
    total: last && (isComplete ? reached : Math.max(reached, last.total - visit.dropped.size)),
    isComplete,
  }
}

/** The visit after the user's answer to a record; undefined when it was cleared. What is shown stays. */
export function noteResponse(
  queue: Queue,
  visit: Visit,
  recordId: string,
  response: RecordResponse | undefined,
): Visit {
  const record = queue.records.find(({ id }) => id === recordId)
  if (!record) return visit
  const changed = new Map(visit.changed).set(recordId, { ...record, response })
  return { ...visit, position: positionOf(queue), changed }
}

/** The visit without a record that has left the server's queue without an answer of the user. */
export function dropRecord(queue: Queue, visit: Visit, recordId: string): Visit {
  const index = queue.records.findIndex(({ id }) => id === recordId)
  if (index < 0) return visit
  const position = positionOf(queue) - (index < queue.index ? 1 : 0)
  return { ...visit, position, dropped: new Set(visit.dropped).add(recordId) }
}

/** Where a record stands for the user (spec section 4). */
export function statusOf(record: AnnotationRecord): RecordStatus {
  return record.response?.status ?? 'pending'
}

/** The shown record, or undefined behind the last. */
export function currentRecord(queue: Queue): AnnotationRecord | undefined {
  return queue.records[queue.index]
}

/** Whether the next page is to be fetched. */
export function isNearEnd({ records, index, isComplete }: Queue): boolean {
  return !isComplete && records.length - 1 - index < PREFETCH_WHEN_LEFT
}

/** Index of the next or previous fetched record; behind the last there is the end, once it is known to be the last. */
export function step({ records, index, isComplete }: Queue, by: 1 | -1): number {
  const last = isComplete ? records.length : records.length - 1
  return Math.min(Math.max(index + by, 0), Math.max(last, 0))
}

/** After an answer: index of the next record that is still in the queue. */
export function nextOpen({ records, status, index }: Queue): number {
  return firstOpen(records, status, index + 1)
}

function firstOpen(records: readonly AnnotationRecord[], status: RecordStatus, from: number): number {
  const found = records.findIndex((record, index) => index >= from && statusOf(record) === status)
  return found < 0 ? records.length : found
}

/** Position of the shown record, from 1, as the reader counts: answered ones keep their place in this visit. */
export function positionOf(queue: Queue): number {
  return queue.firstPage + queue.index
}

/** The page that leads to the shown record after a reload: answered ones are gone from the queue then. */
export function pageOf(queue: Queue): number {
  const before = queue.records.slice(0, queue.index)
  return queue.firstPage + before.filter((record) => statusOf(record) === queue.status).length
}

/** Index of the record that a page stands for, or undefined when this visit has not fetched it. */
export function indexOfPage(queue: Queue, page: number): number | undefined {
  let at = queue.firstPage
  for (const [index, record] of queue.records.entries()) {
    if (statusOf(record) !== queue.status) continue
    if (at === page) return index
    at += 1
  }
  return undefined
}
