import type { Facet } from '@postil/contract/feedback/record-facets'
import type { FacetPlan } from './facet-plan'
import type { CountedFacet, FacetRow } from './facet-rows'
import type { Span } from './facet-span'

/** Times are microseconds in the store and milliseconds in the API. */
const MICROS = 1000
const STATUSES = ['pending', 'draft', 'submitted', 'discarded'] as const

/** A counted facet in replies. */
export function facetToWire({ plan, span }: CountedFacet, rows: readonly FacetRow[]): Facet {
  const { scope, source } = plan
  switch (source.of) {
    case 'status': {
      const counts = countsOf(rows)
      const count = (value: string) => counts.get(value) ?? 0
      const others = count('all') - count('answered') - count('closed') - count('set aside') - count('away')
      const values = STATUSES.map((value) => ({
        value,
        count: value === 'pending' ? (counts.get('pending') ?? others) : count(value),
      }))
      return { type: 'terms', scope, values, has_more: false }
    }
    case 'completion': {
      const counts = countsOf(rows)
      const completed = counts.get('completed') ?? 0
      const values = [
        { value: 'pending', count: (counts.get('all') ?? 0) - completed },
        { value: 'completed', count: completed },
      ]
      return { type: 'terms', scope, values, has_more: false }
    }
    case 'doubt': {
      const counts = countsOf(rows)
      const values = ['open', 'resolved'].map((value) => ({ value, count: counts.get(value) ?? 0 }))
      return { type: 'terms', scope, values, has_more: false }
    }
    case 'gold': {
      const counts = countsOf(rows)
      const gold = counts.get('gold') ?? 0
      const values = [
        { value: 'gold', count: counts.get('found') ?? gold },
        { value: 'ordinary', count: (counts.get('all') ?? 0) - gold },
      ]
      return { type: 'terms', scope, values, has_more: false }
    }
    case 'time':
      return histogram(scope, span, rows, MICROS)
    case 'scores':
      return histogram(scope, span, rows, 1)
    case 'metadata':
      return source.isNumber ? histogram(scope, span, rows, 1) : terms(plan, rows)
    case 'answers':
    case 'suggestions':
      return terms(plan, rows)
  }
}

function countsOf(rows: readonly FacetRow[]): Map<string | null, number> {
  return new Map(rows.map(({ value, count }) => [value, count]))
}

/** Sorted here, since each engine sorts text by its own locale. */
function terms({ scope, size }: FacetPlan, rows: readonly FacetRow[]): Facet {
  const values = rows.map(({ value, count }) => ({ value: value ?? '', count }))
  values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  return { type: 'terms', scope, values: values.slice(0, size), has_more: values.length > size }
}

function histogram(
  scope: FacetPlan['scope'],
  span: Span | undefined,
  rows: readonly FacetRow[],
  perUnit: number,
): Facet {
  if (!span) return { type: 'range', scope, min: null, max: null, buckets: [] }
  const { from, to, count, width } = span
  const counts = new Array<number>(count).fill(0)
  for (const row of rows) {
    // The largest value lies on the end of the last bucket, and rounding may put a value just before the first one.
    const at = Math.min(count - 1, Math.max(0, Number(row.value)))
    counts[at] = (counts[at] ?? 0) + row.count
  }
  const edge = (at: number) => (from + (at * width) / count) / perUnit
  const buckets = counts.map((found, at) => ({ ge: edge(at), lt: edge(at + 1), count: found }))
  return { type: 'range', scope, min: from / perUnit, max: to / perUnit, buckets }
}
