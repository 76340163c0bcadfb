import type { RecordListQuery, StatusWord } from '@postil/contract/feedback/search'
import type { AnswerStatus, RecordFilter, RecordSort } from '../../../../search/record-query'
import type { KnownProperties } from './known-properties'
import { type Include, parseInclude } from './parse-include'
import { parseMetadataFilters } from './parse-metadata-filters'
import { parseSortBy } from './parse-sort-by'

export interface ListQuery {
  include: Include
  filters: RecordFilter[]
  sorts: RecordSort[]
}

/** Parse the parameters that every list and search of records takes. Throws `InvalidError`. */
export function parseListQuery(query: RecordListQuery, properties: KnownProperties): ListQuery {
  const include = parseInclude(query.include)
  const filters = parseMetadataFilters(query.metadata, properties)
  const sorts = parseSortBy(query.sort_by, properties)
  const anyOf = query.response_status.map(toStatus)
  if (anyOf.length > 0) filters.push({ on: 'status', anyOf: [...new Set(anyOf)] })
  return { include, filters, sorts }
}

function toStatus(word: StatusWord): AnswerStatus {
  return word === 'missing' ? 'pending' : word
}
