import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { RecordPageQuery } from '@postil/contract/feedback/records'
import { z } from 'zod'
import { InvalidError } from '../../../../errors'
import type { Placed } from '../../../../search/place'
import type { Place } from '../../../../search/record-query'

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
 * @param key - see `cursorKey`
 * @returns undefined when the parameter is absent and the list is paged by offset
 * @throws InvalidError for a malformed cursor, one of another order, or one together with an offset
 */
export function parseCursor(
  { after, offset }: RecordPageQuery,
  isPlace: (place: Place) => boolean,
  key: Buffer,
): Cursor | undefined {
  if (after === undefined) return undefined
  if (after === '') return {}
  if (offset > 0) throw new InvalidError("'after' and 'offset' query parameters cannot be used together")
  const { data } = CURSOR.safeParse(parseText(after, key))
  if (!data || !isPlace(data.place))
    throw new InvalidError("'after' query parameter must be empty or the 'next' of the page before")
  return data
}

/** The cursor of the next page when this one contains the first `fits` of the records found; null after the last record. */
export function nextCursor(
  found: readonly Placed[],
  { fits, limit, total, key }: { fits: number; limit: number; total: number; key: Buffer },
): string | null {
  const last = fits < limit && fits === found.length ? undefined : found[fits - 1]
  if (!last) return null
  const text = JSON.stringify({ place: last.place, total })
  return last.place.in === 'mixed' ? SEALED + seal(text, key) : Buffer.from(text).toString('base64url')
}

function parseText(after: string, key: Buffer): unknown {
  try {
    if (after.startsWith(SEALED)) return JSON.parse(unseal(after.slice(SEALED.length), key))
    const cursor = JSON.parse(Buffer.from(after, 'base64url').toString())
    return cursor.place.in === 'mixed' ? undefined : cursor
  } catch {
    // Reported like a cursor of another order.
    return undefined
  }
}

/**
 * The first character of an encrypted cursor. A position in a queue with gold records reveals which records before it were gold, and with a
 * forged position users could list these alone.
 */
const SEALED = '.'
/** Bytes of the parts around what is encrypted, and the multiple to which that is filled up: its length would tell something, too. */
const [IV_BYTES, TAG_BYTES, BLOCK] = [12, 16, 256]

function seal(text: string, key: Buffer): string {
  const bytes = Buffer.from(text)
  const filled = Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK, ' ')
  bytes.copy(filled)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  return Buffer.concat([iv, cipher.update(filled), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Throws for what `seal` has not made. */
function unseal(sealed: string, key: Buffer): string {
  const bytes = Buffer.from(sealed, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]).toString()
}
