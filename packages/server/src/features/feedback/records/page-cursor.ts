import type { RecordPageQuery } from '@postil/contract/feedback/records'
import { InvalidError } from '../../../errors'
import { BEGINNING, type Place } from '../../../search/find-after'
import type { RecordQuery } from '../../../search/record-query'

/** Where a page begins, and how many records there were when the first one was asked for. */
export interface Cursor {
  place: Place
  total?: number
}

const CURSOR = /^(\d{1,16})\.(\d{1,16})\.(\d{1,16})$/

/**
 * Read the `after` parameter of a list.
 *
 * @returns undefined when there is none, and the list is paged by offset
 * @throws InvalidError when it is no cursor, or stands with what it cannot stand with
 */
export function parseCursor({ after, offset }: RecordPageQuery, query: RecordQuery): Cursor | undefined {
  if (after === undefined) return undefined
  if (offset > 0) throw new InvalidError("'after' and 'offset' query parameters cannot be used together")
  if (!isInsertionOrder(query))
    throw new InvalidError("'after' query parameter can only be used with the sort order 'inserted_at:asc'")
  if (after === '') return { place: BEGINNING }
  const [, insertedAt, pk, total] = CURSOR.exec(after) ?? []
  if (insertedAt === undefined || pk === undefined || total === undefined)
    throw new InvalidError("'after' query parameter must be empty or the 'next' of the page before")
  return { place: { insertedAt: Number(insertedAt), pk: Number(pk) }, total: Number(total) }
}

/** The text of a cursor: `parseCursor` reads it back. */
export function cursorText({ insertedAt, pk }: Place, total: number): string {
  return `${insertedAt}.${pk}.${total}`
}

/** Without sorts, a list of everybody's is in this order and a user's own list is not. */
function isInsertionOrder({ sorts: [sort, ...more], userId }: RecordQuery): boolean {
  if (!sort) return userId === undefined
  return more.length === 0 && sort.order === 'asc' && sort.by.on === 'record' && sort.by.property === 'inserted_at'
}
