/** A range of a text; `end` is exclusive. Only ranges in the same unit may be compared. */
export interface TextRange {
  start: number
  end: number
}

/** Whether two ranges share at least one character; ranges that only touch do not. */
export function overlaps(one: TextRange, other: TextRange): boolean {
  return one.start < other.end && other.start < one.end
}
