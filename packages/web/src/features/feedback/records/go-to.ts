import { type Queue, statusOf } from './queue.ts'

/** Where a typed number leads: a record this visit has fetched, or a page to fetch. */
export type Destination = { index: number } | { page: number }

/**
 * Where a position, as the reader counts, is found. Fetched records keep their place also when they are answered; of
 * the others the server counts only those still in the queue, so the last of them comes sooner.
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
