import { z } from 'zod'
import { FACET_LIMITS } from '../limits'
import { defineRoute } from '../route'
import { int, list, text } from '../shapes'
import { DatasetParams } from './common'
import { searchParts } from './record-search'
import { RecordListQuery } from './search'
import { FilterScope } from './search-scopes'

const tag = 'Search'

/**
 * The requested facets. Terms facets return the `size` most frequent values; range facets return a histogram of about `buckets` equal steps
 * between the smallest and the largest value of the whole dataset. `containing` restricts a terms facet to values that contain this text
 * (as typed, in lower case or in upper case), to find values that are not among the most frequent.
 */
export const FacetRequest = z.object({
  scope: FilterScope,
  size: int({ ge: 1, le: FACET_LIMITS.sizeMax }).default(FACET_LIMITS.sizeDefault),
  buckets: int({ ge: 1, le: FACET_LIMITS.bucketsMax }).default(FACET_LIMITS.bucketsDefault),
  containing: text({ min: 1, max: FACET_LIMITS.containingLength }).nullish(),
})
export type FacetRequest = z.output<typeof FacetRequest>

/**
 * The search, with the same body as for records, and the requested facets. Default: all facets of the dataset (statuses, visible
 * metadata, and value, score and agent for each question).
 */
export const FacetSearch = z.object({
  ...searchParts,
  facets: list(FacetRequest, { max: FACET_LIMITS.perSearch }).nullish(),
})
export type FacetSearch = z.output<typeof FacetSearch>

/** The scope of a facet, in the same form as in filters, so that clients can turn a count into a filter. */
export const FacetScope = z.union([
  z.object({ entity: z.literal('record'), property: z.enum(['inserted_at', 'updated_at', 'status', 'doubt', 'gold']) }),
  z.object({ entity: z.literal('metadata'), metadata_property: z.string() }),
  z.object({
    entity: z.literal('suggestion'),
    question: z.string(),
    property: z.enum(['value', 'score', 'agent', 'type']),
  }),
  z.object({ entity: z.literal('response'), question: z.string() }),
  z.object({ entity: z.literal('response'), property: z.literal('status') }),
])
export type FacetScope = z.output<typeof FacetScope>

/** Number of records in the result by value, sorted by frequency (descending), then by value. */
const TermsFacet = z.object({
  type: z.literal('terms'),
  scope: FacetScope,
  values: z.array(z.object({ value: z.string(), count: z.number() })),
  /** Whether there are more values than listed. */
  has_more: z.boolean(),
})

/** The distribution of numbers in the result. Buckets include `ge` and exclude `lt`, but the last one includes the maximum. */
const RangeFacet = z.object({
  type: z.literal('range'),
  scope: FacetScope,
  /** Smallest and largest value in the whole dataset, regardless of the search; null without values. Times are milliseconds since 1970. */
  min: z.number().nullable(),
  max: z.number().nullable(),
  buckets: z.array(z.object({ ge: z.number(), lt: z.number(), count: z.number() })),
})

export const Facet = z.discriminatedUnion('type', [TermsFacet, RangeFacet])
export type Facet = z.output<typeof Facet>

export const FacetReply = z.object({
  /** Number of records in the result. */
  total: z.number(),
  facets: z.array(Facet),
})
export type FacetReply = z.output<typeof FacetReply>

const common = {
  method: 'POST',
  tag,
  params: DatasetParams,
  query: RecordListQuery,
  body: FacetSearch,
  reply: FacetReply,
  status: 200,
  outsideTransaction: true,
  errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape', 'invalid'],
} as const

/** Counts for all filters of a screen in one request. */
export const recordFacetRoutes = {
  countMyFacets: defineRoute({
    ...common,
    path: '/api/v1/me/datasets/{dataset_id}/records/facets',
    summary:
      "Count the values in the result of a search (facets), based on the caller's own responses. If the search has a filter on a facet's own scope, the facet is counted without that filter, so that its other values stay visible. Similarity conditions are ignored.",
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
  }),
  countFacets: defineRoute({
    ...common,
    path: '/api/v1/datasets/{dataset_id}/records/facets',
    summary:
      "Count the values in the result of a search (facets), based on the responses of all users. If the search has a filter on a facet's own scope, the facet is counted without that filter, so that its other values stay visible. Similarity conditions are ignored.",
    access: { can: 'responses.readAll', of: 'dataset', param: 'dataset_id' },
  }),
}
