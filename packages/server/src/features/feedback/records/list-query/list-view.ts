import type { SessionUser } from '../../../../context'
import type { DatasetTable } from '../../../../db/tables'
import type { RecordFilter, RecordQuery } from '../../../../search/record-query'
import { completionFor, seenBy } from '../../resolutions/seen-resolutions'
import { metadataOf, type RecordView } from '../record-view'
import type { KnownProperties } from './known-properties'
import type { Include } from './parse-include'

/** The parts of records that a list or a search includes in its reply. */
export function listView(
  user: SessionUser,
  dataset: DatasetTable,
  query: RecordQuery,
  include: Include,
  properties: KnownProperties,
): RecordView {
  return {
    responses: include.responses ? responsesOf(query) : undefined,
    suggestions: include.suggestions,
    resolutions: include.resolutions ? seenBy(user) : undefined,
    doubts: include.doubts ? seenBy(user) : undefined,
    vectors: include.vectors,
    showMetadata: metadataOf(properties),
    completion: completionFor(user, dataset),
  }
}

/** No responses are read when all records of the list are pending, since these have none by the user. */
function responsesOf({ userId, filters }: RecordQuery): RecordView['responses'] {
  const isPending = (filter: RecordFilter) =>
    filter.on === 'status' && filter.anyOf.every((status) => status === 'pending')
  return userId !== undefined && filters.some(isPending) ? 'none' : { userId }
}
