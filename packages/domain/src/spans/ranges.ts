/** A range of a text; `end` is exclusive. Only ranges in the same unit may be compared. */
export interface TextRange {
  start: number
  end: number
}

/** Whether two ranges share at least one character; ranges that only touch do not. */
export function overlaps(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end
}

/** The first two overlapping ranges, ordered by start, or undefined. */
export function findOverlap<Span extends TextRange>(spans: readonly Span[]): readonly [Span, Span] | undefined {
  const sorted = spans.toSorted((one, other) => one.start - other.start || one.end - other.end)
  let reaching = sorted[0]
  for (const span of sorted.slice(1)) {
    if (reaching && overlaps(reaching, span)) return [reaching, span]
    if (!reaching || span.end > reaching.end) reaching = span
  }
  return undefined
}
