/** A value of a filter as it is listed; `count` is undefined while it is not known. */
export interface ListedValue {
  value: string
  text: string
  count: number | undefined
}

/** What a filter wants, and what is known of its values. */
interface ListedFor {
  wanted: readonly string[]
  /** Values that stand first: those wanted when the list was opened, for a tick to move nothing under the hand. */
  first?: readonly string[]
  /** No value was left uncounted: what is not counted has no record. */
  isComplete?: boolean
}

/**
 * The values a filter lists: those the settings name, others that records have, and those wanted that no record here has, so
 * that they can be taken back. The first ones come first, then the most frequent, at the end those without a record; where
 * that makes no difference they stay in the order of the settings.
 */
export function listValues(
  options: readonly { value: string; text: string }[],
  counted: readonly { value: string; count: number }[] | undefined,
  { wanted, first = [], isComplete = true }: ListedFor,
): ListedValue[] {
  const counts = new Map(counted?.map(({ value, count }) => [value, count]))
  const known = new Set(options.map(({ value }) => value))
  const found = (counted ?? []).filter(({ value }) => !known.has(value))
  const missing = wanted.filter((value) => !known.has(value) && !counts.has(value))
  const countOf = (value: string) => counts.get(value) ?? (counted && isComplete ? 0 : undefined)
  const isFirst = new Set(first)
  return [
    ...options.map(({ value, text }) => ({ value, text, count: countOf(value) })),
    ...found.map(({ value, count }) => ({ value, text: value, count })),
    ...missing.map((value) => ({ value, text: value, count: countOf(value) })),
  ].sort(
    (one, other) =>
      Number(isFirst.has(other.value)) - Number(isFirst.has(one.value)) || (other.count ?? 0) - (one.count ?? 0),
  )
}

/** Counts of a value from either list; of one in both that of the first. */
export function mergeCounts<Counted extends { value: string }>(
  first: readonly Counted[],
  more: readonly Counted[],
): Counted[] {
  const known = new Set(first.map(({ value }) => value))
  return [...first, ...more.filter(({ value }) => !known.has(value))]
}
