import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'

/** Records per request. */
export const BATCH = 10
/** The next page is fetched when fewer than this many records follow the current one. */
const PREFETCH_WHEN_LEFT = 5

/** A fetched page of a queue. Pages before the starting page have no cursor. */
export interface QueuePage extends RecordBatch {
  /** Number of queue records before it; undefined for pages fetched by cursor. */
  offset?: number | undefined
}

/**
 * The user's changes during a visit to a queue: separate from the fetched pages, so that a page that arrives does not
 * overwrite them.
 */
export interface Visit {
  /** Position of the current record, from 1; undefined until the user moves. */
  position?: number
  /** Records that the user answered in this visit, by id, with the new answers. */
  changed: ReadonlyMap<string, AnnotationRecord>
  /** Ids of records that left the queue without an answer by the user. */
  dropped: ReadonlySet<string>
}

export const NEW_VISIT: Visit = { changed: new Map(), dropped: new Set() }

/** The fetched records of one queue in order, with the user's latest answers. */
export interface Queue {
  status: RecordStatus
  /** Position of the first fetched record, from 1. */
  firstPage: number
  records: readonly AnnotationRecord[]
  /** Index of the current record; `records.length` means after the last one. */
  index: number
  /** Number of records in the whole queue when the visit began, as far as it is known. */
  total: number | undefined
  /** No more records follow on the server. */
  isComplete: boolean
}

/**
 * Combine the fetched pages with the user's changes. A record that occurs in two pages keeps its place in the first.
 */
export function toQueue(status: RecordStatus, pages: readonly QueuePage[], visit: Visit): Queue {
  const known = new Set<string>()
  const records: AnnotationRecord[] = []
  let before = 0
  let start = 0
  for (const { offset, next, records: added } of pages) {
    // Only the starting page has both an offset and a cursor; the positions of earlier pages are derived from it.
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

/** Note the user's answer to a record; undefined when it was cleared. The current record stays the same. */
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

/** Remove a record that left the server's queue without an answer by the user. */
export function dropRecord(queue: Queue, visit: Visit, recordId: string): Visit {
  const index = queue.records.findIndex(({ id }) => id === recordId)
  if (index < 0) return visit
  const position = positionOf(queue) - (index < queue.index ? 1 : 0)
  return { ...visit, position, dropped: new Set(visit.dropped).add(recordId) }
}

/** A record's status for this user (spec section 4). */
export function statusOf(record: AnnotationRecord): RecordStatus {
  return record.response?.status ?? 'pending'
}

/** The current record; undefined after the last one. */
export function currentRecord(queue: Queue): AnnotationRecord | undefined {
  return queue.records[queue.index]
}

/** Whether the next page should be fetched now. */
export function isNearEnd({ records, index, isComplete }: Queue): boolean {
  return !isComplete && records.length - 1 - index < PREFETCH_WHEN_LEFT
}

/** Index of the next or previous fetched record. One step past the last is allowed only once no more records follow. */
export function step({ records, index, isComplete }: Queue, by: 1 | -1): number {
  const last = isComplete ? records.length : records.length - 1
  return Math.min(Math.max(index + by, 0), Math.max(last, 0))
}

/** Index of the next record that still belongs to the queue, after an answer. */
export function nextOpen({ records, status, index }: Queue): number {
  return firstOpen(records, status, index + 1)
}

function firstOpen(records: readonly AnnotationRecord[], status: RecordStatus, from: number): number {
  const found = records.findIndex((record, index) => index >= from && statusOf(record) === status)
  return found < 0 ? records.length : found
}

/** Position of the current record, from 1. Records answered in this visit still count. */
export function positionOf(queue: Queue): number {
  return queue.firstPage + queue.index
}

/**
 * The page number that leads to the current record after a reload: answered records are no longer in the queue then.
 */
export function pageOf(queue: Queue): number {
  const before = queue.records.slice(0, queue.index)
  return queue.firstPage + before.filter((record) => statusOf(record) === queue.status).length
}

/** Index of the record at a page number; undefined when it is not fetched. */
export function indexOfPage(queue: Queue, page: number): number | undefined {
  let at = queue.firstPage
  for (const [index, record] of queue.records.entries()) {
    if (statusOf(record) !== queue.status) continue
    if (at === page) return index
    at += 1
  }
  return undefined
}

/** The target of a typed position: the index of a fetched record, or a page to fetch. */
type Destination = { index: number } | { page: number }

/**
 * Find the record at a position in the queue. Fetched records keep their position even after they are answered, but
 * on the server answered records leave the queue, so a position beyond the fetched ones is limited to the number of
 * records left.
 *
 * @param position - from 1
 */
export function destinationOf(queue: Queue, position: number): Destination {
  const index = position - queue.firstPage
  if (index >= 0 && index < queue.records.length) return { index }
  const gone = queue.records.filter((record) => statusOf(record) !== queue.status).length
  const last = queue.total === undefined ? position : queue.total - gone
  return { page: Math.max(1, Math.min(position, last)) }
}
