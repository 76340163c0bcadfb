import type { RecordStatus } from '@postil/domain/outbox/entry'
import type { AnnotationRecord, RecordResponse } from '../../../api/feedback/record.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'

/** Records fetched at once. */
const BATCH = 10
/** With so many left after the shown one, the next batch is fetched. */
const PREFETCH_WHEN_LEFT = 5
/** How far a batch reaches back, so that it meets what is known although the server took answers meanwhile. */
const SLACK = 5
/** How far to go back when it did not meet it. */
const BACK = 20
const SWEEP_BATCH = 50

/** The records of one queue that this visit has fetched, in page order, with the user's latest answers. */
export interface Queue {
  status: RecordStatus
  /** Page of the first of them, counted from 1: the server's offset plus one. */
  firstPage: number
  records: readonly AnnotationRecord[]
  /** Which is shown; `records.length` is the place behind the last. */
  index: number
  /** Records of the whole queue when the visit began, plus what came since. */
  total: number | undefined
  /** The server has no more behind the last. */
  isComplete: boolean
  /** How far the server's queue is off what this visit knows: answers on their way, other devices, new records. */
  shift: number
  /** Looking the whole queue over again for records that slipped through, from this offset. */
  sweepFrom: number | undefined
  hasSwept: boolean
}

/** Which part of the queue to fetch, and what was known when it was asked for. */
export interface FetchPlan {
  offset: number
  limit: number
  kind: 'next' | 'previous' | 'sweep'
}

/** A queue nothing was fetched of yet. @param page - from 1 */
export function openQueue(status: RecordStatus, page = 1): Queue {
  const firstPage = Math.max(1, Math.trunc(page) || 1)
  return {
    status,
    firstPage,
    records: [],
    index: 0,
    total: undefined,
    isComplete: false,
    shift: 0,
    sweepFrom: undefined,
    hasSwept: false,
  }
}

/** Where a record stands for the user (spec section 4). */
export function statusOf(record: AnnotationRecord): RecordStatus {
  return record.response?.status ?? 'pending'
}

/** The shown record, or undefined behind the last. */
export function currentRecord(queue: Queue): AnnotationRecord | undefined {
  return queue.records[queue.index]
}

/** Where the server's queue goes on behind the last fetched record: those the user answered in this visit have left it. */
function nextOffset({ records, status, firstPage }: Queue): number {
  const stillThere = records.filter((record) => statusOf(record) === status)
  return firstPage - 1 + stillThere.length
}

/**
 * What to fetch now, if anything. Answered records leave the server's queue, so the offset of what comes next is lower by
 * their number: without that, as many would be skipped.
 */
export function planFetch(queue: Queue): FetchPlan | undefined {
  if (queue.sweepFrom !== undefined) return { offset: queue.sweepFrom, limit: SWEEP_BATCH, kind: 'sweep' }
  const isNear = queue.records.length - 1 - queue.index < PREFETCH_WHEN_LEFT
  if (queue.isComplete || !isNear) return undefined
  const expected = nextOffset(queue) + queue.shift
  const offset = Math.max(queue.firstPage - 1, expected - SLACK)
  return { offset, limit: BATCH + Math.max(0, expected - offset), kind: 'next' }
}

/** What to fetch to show the records before the first fetched one, if there are any. */
export function planPrevious(queue: Queue): FetchPlan | undefined {
  if (queue.firstPage <= 1 || queue.total === undefined) return undefined
  const offset = Math.max(0, queue.firstPage - 1 - BATCH)
  return { offset, limit: queue.firstPage - 1 - offset, kind: 'previous' }
}

/**
 * Take a fetched batch. What is known already stays as it is: the user may have answered it meanwhile.
 *
 * @param unsent - answered records of this queue that the server does not know of yet, so its total still counts them
 */
export function receiveBatch(queue: Queue, plan: FetchPlan, batch: RecordBatch, unsent = 0): Queue {
  const known = new Set(queue.records.map(({ id }) => id))
  const added = batch.records.filter(({ id }) => !known.has(id))
  if (plan.kind === 'previous') return prepend(queue, plan, added)
  if (plan.kind === 'sweep') return sweep(queue, plan, batch, added)
  return append(queue, plan, batch, { added, unsent })
}

function append(
  queue: Queue,
  plan: FetchPlan,
  batch: RecordBatch,
  { added, unsent }: { added: readonly AnnotationRecord[]; unsent: number },
): Queue {
  if (queue.records.length === 0 && batch.records.length === 0 && queue.firstPage > 1) return openQueue(queue.status, 1)
  // Between what is known and a batch that begins with something new there may be a gap.
  const isApart = plan.offset > queue.firstPage - 1 && batch.records[0] === added[0]
  if (isApart) return { ...queue, shift: queue.shift - BACK }

  const reached = plan.offset + batch.records.length
  const isComplete = reached >= batch.total
  const records = [...queue.records, ...added]
  const total = queue.firstPage - 1 + records.length + Math.max(0, batch.total - reached)
  const next: Queue = { ...queue, records, isComplete, total, shift: reached - nextOffset({ ...queue, records }) }
  const opened = queue.records.length === 0 ? { ...next, index: firstOpenIndex(next, 0) } : next
  // The server counts more than there can be: some came in between, or slipped through.
  if (!isComplete || queue.hasSwept || batch.total <= nextOffset(opened) + unsent) return opened
  return { ...opened, isComplete: false, sweepFrom: opened.firstPage - 1, hasSwept: true }
}

function prepend(queue: Queue, plan: FetchPlan, added: readonly AnnotationRecord[]): Queue {
  const firstPage = plan.offset + 1
  return { ...queue, firstPage, records: [...added, ...queue.records], index: queue.index + added.length }
}

function sweep(queue: Queue, plan: FetchPlan, batch: RecordBatch, added: readonly AnnotationRecord[]): Queue {
  const records = [...queue.records, ...added]
  const reached = plan.offset + batch.records.length
  const isDone = reached >= batch.total || batch.records.length === 0
  const total = queue.firstPage - 1 + records.length
  return { ...queue, records, total, sweepFrom: isDone ? undefined : reached, isComplete: isDone }
}

/** Note the user's answer to a record; undefined when it was cleared. */
export function noteResponse(queue: Queue, recordId: string, response: RecordResponse | undefined): Queue {
  if (!queue.records.some(({ id }) => id === recordId)) return queue
  const records = queue.records.map((record) => (record.id === recordId ? { ...record, response } : record))
  return { ...queue, records }
}

/** Leave out a record that has left the server's queue without an answer of the user. */
export function dropRecord(queue: Queue, recordId: string): Queue {
  const at = queue.records.findIndex(({ id }) => id === recordId)
  if (at < 0) return queue
  const records = queue.records.filter(({ id }) => id !== recordId)
  return {
    ...queue,
    records,
    index: at < queue.index ? queue.index - 1 : queue.index,
    total: queue.total && queue.total - 1,
  }
}

/** Show the next or previous fetched record; behind the last there is the end, once it is known to be the last. */
export function step(queue: Queue, by: 1 | -1): Queue {
  const last = queue.isComplete ? queue.records.length : queue.records.length - 1
  return { ...queue, index: Math.min(Math.max(queue.index + by, 0), Math.max(last, 0)) }
}

/** After an answer: show the next record that is still in the queue. */
export function advance(queue: Queue): Queue {
  return { ...queue, index: firstOpenIndex(queue, queue.index + 1) }
}

/** Show a fetched record. */
export function showRecord(queue: Queue, recordId: string): Queue {
  const index = queue.records.findIndex(({ id }) => id === recordId)
  return index < 0 ? queue : { ...queue, index }
}

function firstOpenIndex({ records, status }: Queue, from: number): number {
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

/** Show the record a page stands for, or undefined when this visit has not fetched it. */
export function showPage(queue: Queue, page: number): Queue | undefined {
  let at = queue.firstPage
  for (const [index, record] of queue.records.entries()) {
    if (statusOf(record) !== queue.status) continue
    if (at === page) return { ...queue, index }
    at += 1
  }
  return undefined
}
