import { z } from 'zod'
import { LIMITS } from '../limits'
import { fail, float, list, text, valueError, word } from '../shapes'
import { dateTime, millisOf } from '../task/date-time'

/**
 * The property that a filter, sort key or facet refers to (feedback-api §6.3). `doubt`: `open` and `resolved` doubts about the record, of all
 * users for leads, for others their own only. `decided_at`: the time of decisions of somebody else, made after the caller submitted an answer to the record;
 * by ranges only, not for sorting and facets. `gold`: `gold` and `ordinary` records, for leads only and not for sorting; with `gold`, those are pending that
 * the lead has not answered, whether or not they are handed out. `id` and `external_id`: by values only, not for sorting and facets.
 */
export const FilterScope = z.discriminatedUnion('entity', [
  z.object({
    entity: z.literal('record'),
    property: word(['id', 'external_id', 'inserted_at', 'updated_at', 'status', 'doubt', 'decided_at', 'gold']),
  }),
  z.object({ entity: z.literal('metadata'), metadata_property: text() }),
  z.object({
    entity: z.literal('suggestion'),
    question: text(),
    property: word(['value', 'score', 'agent', 'type']).default('value'),
  }),
  z
    .object({
      entity: z.literal('response'),
      question: text().nullish(),
      property: word(['status']).nullish(),
    })
    .superRefine(({ question, property }, ctx) => {
      if (!question && !property)
        fail(ctx, valueError("Either 'question' or 'property' must be provided"), { root: true })
    }),
])
export type FilterScope = z.output<typeof FilterScope>

/** Matches any of the values. Numbers are compared by their text. */
const TermsFilter = z.object({
  type: z.literal('terms'),
  scope: FilterScope,
  values: list(text(), { min: 1, max: LIMITS.valuesPerTermsFilter }),
})

/**
 * A bound of a range: a number, or a time as text, such as clients 2.x send it; a date without a time is its first moment. Without an offset
 * it is UTC.
 */
const bound = () =>
  z.preprocess(
    (given) => (typeof given === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00` : given),
    z.union([float(), dateTime()]).nullish(),
  )

interface Bounds {
  ge?: number | undefined
  le?: number | undefined
}

/** A range of numbers, both ends inclusive; times are milliseconds since 1970, also where they were given as text. */
const RangeFilter = z
  .object({ type: z.literal('range'), scope: FilterScope, ge: bound(), le: bound() })
  .superRefine(({ scope, ge, le }, ctx) => {
    if (scope.entity === 'record') return
    for (const [name, given] of Object.entries({ ge, le }))
      if (typeof given === 'string')
        fail(ctx, { msg: 'value is not a valid float', type: 'type_error.float' }, { path: [name] })
  })
  .transform(({ ge, le, ...filter }): typeof filter & Bounds => ({ ...filter, ge: boundOf(ge), le: boundOf(le) }))
  .superRefine(({ ge, le }, ctx) => {
    if (ge === undefined && le === undefined)
      fail(ctx, valueError("At least one of 'ge' or 'le' must be provided"), { root: true })
    if (ge !== undefined && le !== undefined && ge > le)
      fail(ctx, valueError("'ge' must have a value less than or equal to 'le'"), { root: true })
  })

function boundOf(given: number | string | null | undefined): number | undefined {
  return typeof given === 'string' ? millisOf(given) : (given ?? undefined)
}

export const SearchFilter = z.discriminatedUnion('type', [TermsFilter, RangeFilter])
export type SearchFilter = z.output<typeof SearchFilter>

/** Filters that a record must all match. */
export const SearchFilters = z.object({
  and: list(SearchFilter, { min: 1, max: LIMITS.filtersPerSearch }).nullish(),
})

/** One sort key. */
export const SearchSort = z.object({ scope: FilterScope, order: word(['asc', 'desc']) })
export type SearchSort = z.output<typeof SearchSort>
