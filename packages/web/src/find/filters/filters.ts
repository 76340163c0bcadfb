import type { FilterScope, RecordFilter } from '../query.ts'

/** A key that is equal for scopes about the same property or question. */
export function scopeKey(scope: FilterScope): string {
  return JSON.stringify([scope.scope, scope.name, scope.property ?? ''])
}

/** The filters about one scope. */
export function filtersAbout(filters: readonly RecordFilter[], scope: FilterScope): RecordFilter[] {
  const key = scopeKey(scope)
  return filters.filter((filter) => scopeKey(filter) === key)
}

/** The filters with those about one scope replaced, in the same position. */
export function replaceFilters(
  filters: readonly RecordFilter[],
  scope: FilterScope,
  next: readonly RecordFilter[],
): RecordFilter[] {
  const key = scopeKey(scope)
  const at = filters.findIndex((filter) => scopeKey(filter) === key)
  const others = filters.filter((filter) => scopeKey(filter) !== key)
  const place = at < 0 ? others.length : at
  return [...others.slice(0, place), ...next, ...others.slice(place)]
}

/** The selected values: records must have any of them, or all. */
export interface WantedTerms {
  values: readonly string[]
  mode: 'any' | 'all'
}

/**
 * The values selected for one scope. Several filters about one scope mean that records must have all of their values.
 */
export function readTerms(filters: readonly RecordFilter[], scope: FilterScope): WantedTerms {
  const lists = filtersAbout(filters, scope).flatMap((filter) => ('terms' in filter ? [filter.terms] : []))
  return { values: [...new Set(lists.flat())], mode: lists.length > 1 ? 'all' : 'any' }
}

/** Filters for selected values: `all` needs one filter per value, since filters are combined by AND. */
export function writeTerms(scope: FilterScope, { values, mode }: WantedTerms): RecordFilter[] {
  if (values.length === 0) return []
  return mode === 'all' ? values.map((value) => ({ ...scope, terms: [value] })) : [{ ...scope, terms: values }]
}

/** The selected range of one scope; an open end takes the bound given. */
export function readRange(
  filters: readonly RecordFilter[],
  scope: FilterScope,
  [min, max]: readonly [number, number],
): [number, number] {
  const found = filtersAbout(filters, scope).find((filter) => !('terms' in filter))
  if (!found || 'terms' in found) return [min, max]
  return [found.ge ?? min, found.le ?? max]
}

/** A range as a filter with both ends; no filter when it includes everything. */
export function writeRange(
  scope: FilterScope,
  [from, to]: readonly [number, number],
  [min, max]: readonly [number, number],
): RecordFilter[] {
  if (from <= min && to >= max) return []
  return [{ ...scope, ge: Math.min(from, to), le: Math.max(from, to) }]
}

/** Ends and step of a slider that include every value: a whole number of steps, so that both ends can be reached. */
export interface RangeGrid {
  min: number
  max: number
  step: number
}

/** The slider for values from `min` to `max`: step 1 for whole numbers, else a round number near a hundredth of the range. */
export function rangeGrid(min: number, max: number, isWhole: boolean): RangeGrid {
  const step = isWhole ? 1 : roundStep((max - min) / 100)
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const tidy = (value: number) => Number(value.toFixed(Math.min(digits, 12)))
  const from = tidy(Math.floor(tidy(min / step + 1e-9)) * step)
  const to = tidy(Math.ceil(tidy(max / step - 1e-9)) * step)
  return { min: Math.min(from, min), max: Math.max(to, max), step }
}

function roundStep(size: number): number {
  if (!(size > 0)) return 0.01
  const power = 10 ** Math.floor(Math.log10(size))
  const lead = [1, 2, 5].findLast((digit) => digit * power <= size * (1 + 1e-9)) ?? 1
  return lead * power
}
