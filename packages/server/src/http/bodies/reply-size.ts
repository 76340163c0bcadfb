import { LIMITS } from '@postil/contract/limits'
import { InvalidError, ShapeError } from '../../errors'

const MEGABYTE = 1024 ** 2

/**
 * How many of these records, counted from the first, take at most a number of bytes together. The first always counts, so that every page
 * makes progress.
 *
 * @param sizes - bytes of each record
 */
export function fitting(sizes: readonly number[], maxBytes: number = LIMITS.pageBytes): number {
  let bytes = 0
  for (const [index, size] of sizes.entries()) {
    bytes += size
    if (bytes > maxBytes) return Math.max(1, index)
  }
  return sizes.length
}

/** The error for a page without a cursor that would be too large; `fits` is the number of its records that fit on one page. */
export function pageTooLarge(fits: number): ShapeError {
  return new ShapeError([
    {
      loc: ['query', 'limit'],
      msg: `the records of this page take more than ${LIMITS.pageBytes / MEGABYTE} MB together: ask for at most ${fits}`,
      type: 'value_error.page_too_large',
      ctx: { limit_value: fits },
    },
  ])
}

/** Throws `ShapeError` when one record is too large together with everything that was requested with it. */
export function assertReplySize(bytes: number): void {
  if (bytes <= LIMITS.replyBytes) return
  throw new ShapeError([
    {
      loc: ['query', 'include'],
      msg: `the record takes more than ${LIMITS.replyBytes / MEGABYTE} MB with all that belongs to it: ask for less of it`,
      type: 'value_error.reply_too_large',
      ctx: { limit_value: LIMITS.replyBytes },
    },
  ])
}

/** Throws `InvalidError` when a write would have to read more bytes of stored records into memory at once than is allowed. */
export function assertReadable(bytes: number): void {
  if (bytes <= LIMITS.replyBytes) return
  throw new InvalidError(
    `The stored records of this call take more than ${LIMITS.replyBytes / MEGABYTE} MB together. Send fewer records in one call.`,
  )
}
