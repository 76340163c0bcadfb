import { LIMITS } from '@postil/contract/limits'
import { parseUuid } from '@postil/contract/shapes'
import { InvalidError } from '../../../errors'

/**
 * Parse the ids of an `ids=a,b` query, without duplicates. `what` appears in the message about too many ids (feedback-api §3.3). Throws
 * `InvalidError`.
 */
export function parseIds(text: string, what: 'records' | 'suggestions'): string[] {
  const given = text.split(',').map((part) => parseUuid(part.trim()))
  const ids = given.filter((id) => id !== undefined)
  if (ids.length < given.length) throw new InvalidError('Invalid UUID format')
  if (ids.length > LIMITS.idsPerDelete)
    throw new InvalidError(`Cannot delete more than ${LIMITS.idsPerDelete} ${what} at once`)
  return [...new Set(ids)]
}
