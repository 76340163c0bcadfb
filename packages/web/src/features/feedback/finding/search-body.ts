import type { RecordSearch } from '@postil/contract/feedback/record-search'
import type { SearchFilter, SearchSort, FilterScope as WireScope } from '@postil/contract/feedback/search-scopes'
import type { RecordStatus } from '@postil/domain/outbox/entry'
import { searchRecords } from '../../../api/feedback/record-search.ts'
import type { RecordBatch } from '../../../api/feedback/records.ts'
import type { Conditions, FilterScope, RecordFilter, RecordSort } from '../../../find/query.ts'

/** A part of a queue, by offset or by cursor. */
export interface BatchPlace {
  offset: number
  limit: number
  after?: string
  signal?: AbortSignal
}

/**
 * Fetch a part of a queue that is searched, filtered or sorted.
 *
 * @param place.isBare - without responses and suggestions, when only the ids are needed
 */
export function searchBatch(
  datasetId: string,
  query: Conditions & { status: RecordStatus },
  place: BatchPlace & { isBare?: boolean },
): Promise<RecordBatch> {
  return searchRecords({ datasetId, status: query.status, search: toSearchBody(query), ...place })
}

/** Convert conditions to the body of the search route, which combines them by AND (feedback-api §6.3). */
export function toSearchBody({ text, filters, sort, similarity }: Conditions): Partial<RecordSearch> {
  return {
    ...(text || similarity
      ? {
          query: {
            ...(text ? { text: { q: text.q, ...(text.field ? { field: text.field } : {}) } } : {}),
            ...(similarity
              ? {
                  vector: {
                    name: similarity.vector,
                    record_id: similarity.recordId,
                    max_results: similarity.limit,
                    order: `${similarity.order}_similar` as const,
                  },
                }
              : {}),
          },
        }
      : {}),
    ...(filters.length > 0 ? { filters: { and: filters.map(toWireFilter) } } : {}),
    ...(sort.length > 0 ? { sort: sort.map(toWireSort) } : {}),
  }
}

/** Properties of records themselves that can be filtered by, besides the time of decisions. */
const RECORD_PROPERTIES = ['doubt', 'gold'] as const

/** Convert a filter scope to the format of the API. */
export function toWireScope(scope: FilterScope): WireScope {
  const { scope: entity, name, property } = scope
  if (entity === 'response') return { entity, question: name }
  if (entity === 'record')
    return { entity, property: RECORD_PROPERTIES.find((one) => one === property) ?? 'decided_at' }
  if (entity === 'metadata') return { entity, metadata_property: name }
  const known = property === 'score' || property === 'agent' ? property : 'value'
  return { entity: 'suggestion', question: name, property: known }
}

/** A filter with bounds becomes a range, one without them a list of terms (spec section 5). */
function toWireFilter(filter: RecordFilter): SearchFilter {
  const scope = toWireScope(filter)
  return 'terms' in filter
    ? { type: 'terms', scope, values: [...filter.terms] }
    : {
        type: 'range',
        scope,
        ...(filter.ge === undefined ? {} : { ge: filter.ge }),
        ...(filter.le === undefined ? {} : { le: filter.le }),
      }
}

function toWireSort({ scope, name, property, order }: RecordSort): SearchSort {
  if (scope === 'record')
    return { scope: { entity: 'record', property: property === 'updated_at' ? 'updated_at' : 'inserted_at' }, order }
  if (scope === 'metadata') return { scope: { entity: 'metadata', metadata_property: name }, order }
  if (scope === 'response') return { scope: { entity: 'response', question: name }, order }
  return { scope: { entity: 'suggestion', question: name, property: property === 'score' ? 'score' : 'value' }, order }
}
