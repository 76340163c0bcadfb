import type { RecordPageQuery } from '@postil/contract/feedback/records'
import { z } from 'zod'
import { InvalidError } from '../../../../errors'
import type { Place, Placed } from '../../../../search/place'

/** The position after which a page begins, and the total when the first page was read; both are absent for the first page. */
export interface Cursor {
  place?: Place
  total?: number
}

const count = z.int().min(0)
const key = z.union([z.string().max(1000), z.number(), z.null()])
const own = z.object({ in: z.literal('own'), id: z.uuid() })
const sort = z.object({ in: z.literal('sort'), keys: z.array(key).max(100), pk: count })
const PLACE = z.discriminatedUnion('in', [
  own,
  sort,
  z.object({
    ...{ in: z.literal('mixed'), position: count, gold: count.optional() },
    after: z.discriminatedUnion('in', [own, sort]).optional(),
  }),
  z.object({ in: z.literal('score'), score: z.number(), pk: count, seen: count }),
])
const CURSOR = z.object({ place: PLACE, total: count })

/**
 * Parse the `after` parameter of a list or a search.
 *
 * @param isPlace - whether a position is valid in the current order
 * @returns undefined when the parameter is absent and the list is paged by offset
 * @throws InvalidError for a malformed cursor, one of another order, or one together with an offset
 */
export function parseCursor(
  { after, offset }: RecordPageQuery,
  isPlace: (place: Place) => boolean,
): Cursor | undefined {
  if (after === undefined) return undefined
  if (after === '') return {}
  if (offset > 0) throw new InvalidError("'after' and 'offset' query parameters cannot be used together")
  const { data } = CURSOR.safeParse(parseText(after))
  if (!data || !isPlace(data.place))
    throw new InvalidError("'after' query parameter must be empty or the 'next' of the page before")
  return data
}

/** The cursor of the next page when this one contains the first `fits` of the records found; null after the last record. */
export function nextCursor(found: readonly Placed[], fits: number, limit: number, total: number): string | null {
  const last = fits < limit && fits === found.length ? undefined : found[fits - 1]
  return last ? Buffer.from(JSON.stringify({ place: last.place, total })).toString('base64url') : null
}

function parseText(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString())
  } catch {
    // Reported like a cursor of another order.
    return undefined
  }
}
