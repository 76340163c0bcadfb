import type { FilterScope, RecordFilter } from '../query.ts'

/** Equal for scopes that are about the same thing. */
export function scopeKey(scope: FilterScope): string {
  return JSON.stringify([scope.scope, scope.name, scope.property ?? ''])
}

/** The filters about one thing. */
export function filtersAbout(filters: readonly RecordFilter[], scope: FilterScope): RecordFilter[] {
  const key = scopeKey(scope)
  return filters.filter((filter) => scopeKey(filter) === key)
}

/** The filters with those about one thing replaced, at their place. */
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

/** Which values are wanted: records with any of them, or only those with all. */
export interface WantedTerms {
  values: readonly string[]
  mode: 'any' | 'all'
}

/** Read the values wanted of one thing: several filters about it mean that each must hold. */
export function readTerms(filters: readonly RecordFilter[], scope: FilterScope): WantedTerms {
  const lists = filtersAbout(filters, scope).flatMap((filter) => ('terms' in filter ? [filter.terms] : []))
  return { values: [...new Set(lists.flat())], mode: lists.length > 1 ? 'all' : 'any' }
}

/** Filters for wanted values: `all` is one filter for each value, as all filters must hold. */
export function writeTerms(scope: FilterScope, { values, mode }: WantedTerms): RecordFilter[] {
  if (values.length === 0) return []
  return mode === 'all' ? values.map((value) => ({ ...scope, terms: [value] })) : [{ ...scope, terms: values }]
}

/** The bounds wanted of one thing; an end that is open takes the bound given. */
export function readRange(
  filters: readonly RecordFilter[],
  scope: FilterScope,
  [min, max]: readonly [number, number],
): [number, number] {
  const found = filtersAbout(filters, scope).find((filter) => !('terms' in filter))
  if (!found || 'terms' in found) return [min, max]
  return [found.ge ?? min, found.le ?? max]
}

/** A range as a filter, always with both its ends; none when it holds everything. */
export function writeRange(
  scope: FilterScope,
  [from, to]: readonly [number, number],
  [min, max]: readonly [number, number],
): RecordFilter[] {
  if (from <= min && to >= max) return []
  return [{ ...scope, ge: Math.min(from, to), le: Math.max(from, to) }]
}

/** A slider's ends and step that hold every value: whole steps, so that no end can fall outside. */
export interface RangeGrid {
  min: number
  max: number
  step: number
}

/** Steps for values from `min` to `max`: 1 for whole numbers, else about a hundredth of the way, as a round number. */
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
