import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { fail, float, int, list, text, uuid, valueError, word } from '../shapes'
import { DatasetParams } from './common'
import { FeedbackRecord, NextCursor, RecordPageQuery } from './records'
import { SearchFilters, SearchSort } from './search-scopes'

const tag = 'Search'

/** A text search. All words must be found; "phrases", prefix* and -exclusion are supported; any text is valid (feedback-api §11.6). */
export const TextQuery = z.object({
  // NUL, which no stored text contains, separates words like any other control character.
  q: z
    .preprocess((given) => (typeof given === 'string' ? given.replaceAll('\0', ' ') : given), text())
    .meta({ type: 'string' }),
  field: text().nullish(),
})
export type TextQuery = z.output<typeof TextQuery>

/**
 * A similarity search: the records nearest to, or farthest from, the vector of a record or a given vector. `max_results` is the size of
 * the result; `offset` and `limit` select a page of it (feedback-api §11.7).
 */
export const VectorQuery = z
  .object({
    name: text(),
    record_id: uuid().nullish(),
    value: list(float()).nullish(),
    max_results: int({ ge: 1 }).nullish(),
    order: word(['most_similar', 'least_similar']).default('most_similar'),
  })
  .superRefine(({ record_id, value }, ctx) => {
    const hasValue = value !== undefined && value !== null && value.length > 0
    if (Boolean(record_id) === hasValue)
      fail(ctx, valueError("Either 'record_id' or 'value' must be provided"), { root: true })
  })
export type VectorQuery = z.output<typeof VectorQuery>

/** The conditions of a search: text, similarity and filters, combined. */
export const searchParts = {
  query: z.object({ text: TextQuery.nullish(), vector: VectorQuery.nullish() }).nullish(),
  filters: SearchFilters.nullish(),
}

/** A search (feedback-api §6.3). Every key is optional; text, filters and similarity are combined. */
export const RecordSearch = z.object({
  ...searchParts,
  sort: list(SearchSort, { min: 1, max: LIMITS.sortsPerSearch }).nullish(),
})
export type RecordSearch = z.output<typeof RecordSearch>

/** The sort order of the items. `own` is the caller's own stable order. */
const SEARCH_ORDERS = ['similarity', 'sort', 'relevance', 'own', 'insertion'] as const
export type SearchOrder = (typeof SEARCH_ORDERS)[number]

export const RecordSearchReply = z.object({
  items: z.array(z.object({ record: FeedbackRecord, query_score: z.number().nullable() })),
  /** Total number of matches; for a similarity search at most `max_results`. */
  total: z.number(),
  ordered_by: z.enum(SEARCH_ORDERS),
  next: NextCursor,
})
export type RecordSearchReply = z.output<typeof RecordSearchReply>

const common = {
  method: 'POST',
  tag,
  params: DatasetParams,
  query: RecordPageQuery,
  body: RecordSearch,
  reply: RecordSearchReply,
  status: 200,
  outsideTransaction: true,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape', 'invalid'],
} as const

/** The search of records (feedback-api §6). */
export const recordSearchRoutes = {
  searchMyRecords: defineRoute({
    ...common,
    path: '/api/v1/me/datasets/{dataset_id}/records/search',
    summary:
      "Search records by text, similarity and filters combined. Response filters and statuses refer to the caller's own responses.",
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
  }),
  searchRecords: defineRoute({
    ...common,
    path: '/api/v1/datasets/{dataset_id}/records/search',
    summary:
      'Search records by text, similarity and filters combined. Response filters and statuses refer to the responses of all users.',
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
  }),
}
