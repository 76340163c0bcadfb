import { wireTime } from '../../../db/clock'
import { ConflictError } from '../../../errors'

/**
 * Make sure that something is as the caller knows it. Its record is locked, so that it stays so.
 *
 * @param row - its stored state; undefined when there is none
 * @param knownAs - the `updated_at` that the caller last read, empty for none; undefined when any state may be changed
 * @throws ConflictError when it was changed since the caller read it
 */
export function assertAsKnown(
  row: { updated_at: number } | undefined,
  knownAs: string | undefined,
  whatItIs: string,
): void {
  if (knownAs === undefined || knownAs === (row ? wireTime(row.updated_at) : '')) return
  throw new ConflictError(`${whatItIs} was changed since`)
}
