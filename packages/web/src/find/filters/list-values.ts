/** A value of a filter as it is listed; `count` is undefined while it is not known. */
export interface ListedValue {
  value: string
  text: string
  count: number | undefined
}

/** The selection of a filter, and the known values. */
interface ListedFor {
  wanted: readonly string[]
  /** Values listed first: those selected when the list was opened, so that toggling one does not reorder the list. */
  first?: readonly string[]
  /** Every value was counted: one without a count has no records. */
  isComplete?: boolean
}

/**
 * The values a filter lists: those named in the settings, others found in records, and selected ones that no record has (so that
 * they can be deselected). Order: `first`, then by frequency, then those without records; ties keep the order of the settings.
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

/** The counts of both lists; for a value in both, that of the first. */
export function mergeCounts<Counted extends { value: string }>(
  first: readonly Counted[],
  more: readonly Counted[],
): Counted[] {
  const known = new Set(first.map(({ value }) => value))
  return [...first, ...more.filter(({ value }) => !known.has(value))]
}
