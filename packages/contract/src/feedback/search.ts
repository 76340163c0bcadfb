import { z } from 'zod'
import { LIMITS } from '../limits'
import { defineRoute } from '../route'
import { fail, int, text, valueError, word } from '../shapes'
import { DatasetParams, itemsOf } from './common'

/** A query parameter that may be repeated. The result is always a list, empty if the parameter is absent. */
export const repeated = <S extends z.ZodType>(item: S) =>
  z
    .unknown()
    .transform((input) => (input === undefined ? [] : Array.isArray(input) ? input : [input]))
    .pipe(z.array(item))

const texts = () =>
  repeated(text())
    .default([])
    .meta({ type: 'array', items: { type: 'string' } })

/** Statuses by which a list of records can be filtered; `missing` is the old name of `pending`. */
const STATUS_WORDS = ['pending', 'missing', 'draft', 'submitted', 'discarded'] as const
export type StatusWord = (typeof STATUS_WORDS)[number]

const statuses = () =>
  repeated(word(STATUS_WORDS))
    .default([])
    .meta({ type: 'array', items: { type: 'string', enum: [...STATUS_WORDS] } })

/** The pattern in error messages about metadata filters. The second pattern accepts the same texts without exponential backtracking. */
const METADATA_PATTERN = '^(?=.*[a-z0-9])[a-z0-9_-]+:(.+(,(.+))*)$'
const METADATA_FILTER = /^(?=[_-]*[a-z0-9])[a-z0-9_-]+:.+$/

/**
 * Query parameters of every list and search of records (feedback-api §6.1). `include` and `sort_by` have their own grammar and error
 * messages, so the service parses them.
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

/** The agents of the suggestions for each question. */
export const SuggestionOptions = z.object({
  question: z.object({ id: z.string(), name: z.string() }),
  agents: z.array(z.string()),
})
export type SuggestionOptions = z.output<typeof SuggestionOptions>

/** Possible values for filters in searches of records (feedback-api §3.3). */
export const searchRoutes = {
  getSuggestionOptions: defineRoute({
    method: 'GET',
    path: '/api/v1/datasets/{dataset_id}/records/search/suggestions/options',
    summary: 'The agents of the suggestions for each question, as values for filters.',
    tag: 'Search',
    access: { can: 'dataset.read', of: 'dataset', param: 'dataset_id' },
    params: DatasetParams,
    reply: itemsOf(SuggestionOptions),
    status: 200,
    errors: ['unauthenticated', 'forbidden', 'not_found', 'invalid_shape'],
  }),
}
