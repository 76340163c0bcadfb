/** A value of a filter as it is listed; `count` is undefined while it is not known. */
export interface ListedValue {
  value: string
  text: string
  count: number | undefined
}

/**
 * The values a filter lists: those the settings name in their own order, else the most frequent first; then others that
 * records have, and those wanted that no record here has, so that they can be taken back.
 *
 * @param isComplete - no value was left uncounted: what is not counted has no record
 */
export function listValues(
  options: readonly { value: string; text: string }[],
  counted: readonly { value: string; count: number }[] | undefined,
  wanted: readonly string[],
  isComplete = true,
): ListedValue[] {
  const counts = new Map(counted?.map(({ value, count }) => [value, count]))
  const known = new Set(options.map(({ value }) => value))
  const found = (counted ?? []).filter(({ value }) => !known.has(value))
  const missing = wanted.filter((value) => !known.has(value) && !counts.has(value))
  const countOf = (value: string) => counts.get(value) ?? (counted && isComplete ? 0 : undefined)
  return [
    ...options.map(({ value, text }) => ({ value, text, count: countOf(value) })),
    ...found.map(({ value, count }) => ({ value, text: value, count })),
    ...missing.map((value) => ({ value, text: value, count: countOf(value) })),
  ]
}

/** Counts of a value from either list, those counted first in their order: a value stays where it was when more come. */
export function mergeCounts<Counted extends { value: string }>(
  first: readonly Counted[],
  more: readonly Counted[],
): Counted[] {
  const known = new Set(first.map(({ value }) => value))
  return [...first, ...more.filter(({ value }) => !known.has(value))]
}
