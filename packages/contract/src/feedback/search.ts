import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { fail, int, text, valueError, word } from '../shapes'
import { DatasetParams, itemsOf } from './common'

/** A query parameter that may be repeated: always a list, empty when it was not given. */
export const repeated = <S extends z.ZodType>(item: S) =>
  z
    .unknown()
    .transform((input) => (input === undefined ? [] : Array.isArray(input) ? input : [input]))
    .pipe(z.array(item))

const texts = () =>
  repeated(text())
    .default([])
    .meta({ type: 'array', items: { type: 'string' } })

/** Statuses a list of records may be narrowed to; `missing` is the old word for `pending`. */
export const STATUS_WORDS = ['pending', 'missing', 'draft', 'submitted', 'discarded'] as const
export type StatusWord = (typeof STATUS_WORDS)[number]

const statuses = () =>
  repeated(word(STATUS_WORDS))
    .default([])
    .meta({ type: 'array', items: { type: 'string', enum: [...STATUS_WORDS] } })

/** The pattern that the wire names for a metadata filter; the second one takes the same texts without its exponential worst case. */
const METADATA_PATTERN = '^(?=.*[a-z0-9])[a-z0-9_-]+:(.+(,(.+))*)$'
const METADATA_FILTER = /^(?=[_-]*[a-z0-9])[a-z0-9_-]+:.+$/

/**
 * Query parameters that every list and search of records takes (feedback-api §6.1). `include` and `sort_by` have a grammar of their own
 * and texts of their own for its errors, so the service reads them.
 */
export const RecordListQuery = z
  .object({
    include: texts(),
    response_status: statuses(),
    metadata: texts(),
    sort_by: texts(),
    offset: int({ ge: 0 }).default(0),
    limit: int({ ge: 1, le: LIMITS.listMax }).default(LIMITS.listDefault),
  })
  .superRefine(({ metadata, offset, limit }, ctx) => {
    for (const [index, filter] of metadata.entries())
      if (!METADATA_FILTER.test(filter)) {
        const msg = `string does not match regex "${METADATA_PATTERN}"`
        const rule = { msg, type: 'value_error.str.regex', ctx: { pattern: METADATA_PATTERN } }
        fail(ctx, rule, { path: ['metadata', index] })
      }
    if (offset + limit > LIMITS.listWindowMax)
      fail(ctx, valueError(`ensure offset + limit is less than or equal to ${LIMITS.listWindowMax}`), {
        path: ['offset'],
      })
  })
export type RecordListQuery = z.output<typeof RecordListQuery>

/** Which agents made the suggestions of each question. */
export const SuggestionOptions = z.object({
  question: z.object({ id: z.string(), name: z.string() }),
  agents: z.array(z.string()),
})
export type SuggestionOptions = z.output<typeof SuggestionOptions>

/** What the search of records offers (feedback-api §3.3). */
export const searchRoutes = {
  getSuggestionOptions: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/records/search/suggestions/options',
    summary: 'The agents that can be filtered by, for each question.',
    tag: 'Search',
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(SuggestionOptions),
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
