import { z } from 'zod'
import { LIMITS } from '../limits'
import { fail, float, list, text, valueError, word } from '../shapes'

/**
 * The property that a filter, sort key or facet refers to (feedback-api §6.3). `doubt`: `open` and `resolved` doubts about the record, of all
 * users for leads, for others their own only. `decided_at`: the time of decisions of somebody else, made after the caller submitted an answer to the record;
 * by ranges only, not for sorting and facets. `gold`: `gold` and `ordinary` records, for leads only and not for sorting; with `gold`, those are pending that
 * the lead has not answered, whether or not they are handed out.
 */
export const FilterScope = z.discriminatedUnion('entity', [
  z.object({
    entity: z.literal('record'),
    property: word(['inserted_at', 'updated_at', 'status', 'doubt', 'decided_at', 'gold']),
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

/** A range of numbers, both ends inclusive; times are milliseconds since 1970. */
const RangeFilter = z
  .object({ type: z.literal('range'), scope: FilterScope, ge: float().nullish(), le: float().nullish() })
  .superRefine(({ ge, le }, ctx) => {
    const from = ge ?? undefined
    const to = le ?? undefined
    if (from === undefined && to === undefined)
      fail(ctx, valueError("At least one of 'ge' or 'le' must be provided"), { root: true })
    if (from !== undefined && to !== undefined && from > to)
      fail(ctx, valueError("'ge' must have a value less than or equal to 'le'"), { root: true })
  })

export const SearchFilter = z.discriminatedUnion('type', [TermsFilter, RangeFilter])
export type SearchFilter = z.output<typeof SearchFilter>

/** Filters that a record must all match. */
export const SearchFilters = z.object({
  and: list(SearchFilter, { min: 1, max: LIMITS.filtersPerSearch }).nullish(),
})

/** One sort key. */
export const SearchSort = z.object({ scope: FilterScope, order: word(['asc', 'desc']) })
export type SearchSort = z.output<typeof SearchSort>
