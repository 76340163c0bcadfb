import type { SessionUser } from '../../../../context'
import type { DatasetTable } from '../../../../db/tables'
import type { RecordFilter, RecordQuery } from '../../../../search/record-query'
import { seenBy } from '../../resolutions/seen-resolutions'
import { metadataOf } from '../hidden-metadata'
import type { RecordView } from '../read-records'
import type { KnownProperties } from './known-properties'
import type { Include } from './parse-include'

/** What a list or search answers with each of its records. */
export function listView(
  user: SessionUser,
  { min_submitted }: DatasetTable,
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
    minSubmitted: min_submitted,
  }
}

/** What its user has still to answer has no response of theirs. */
function responsesOf({ userId, filters }: RecordQuery): RecordView['responses'] {
  const isPending = (filter: RecordFilter) =>
    filter.on === 'status' && filter.anyOf.every((status) => status === 'pending')
  return userId !== undefined && filters.some(isPending) ? 'none' : { userId }
}
