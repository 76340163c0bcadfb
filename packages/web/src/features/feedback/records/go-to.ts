import { type Queue, statusOf } from './queue.ts'

/** The target of a typed position: the index of a fetched record, or a page to fetch. */
export type Destination = { index: number } | { page: number }

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
