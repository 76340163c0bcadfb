/** Lucene's edit distance in code points: insertion, deletion, substitution and transposition (optimal string alignment). */

/** Maximum number of edits that a query can allow. */
export const MAX_EDITS = 2

/** The number of edits that `~` without a number allows: none below 3 code points, one from 3 to 5, two for longer terms. */
export function autoEdits(term: string): number {
  const length = Array.from(term).length
  if (length < 3) return 0
  return length <= 5 ? 1 : MAX_EDITS
}

/** Whether the edit distance between two terms is at most `maxEdits`. */
export function isWithinEdits(one: string, other: string, maxEdits: number): boolean {
  const source = Array.from(one)
  const target = Array.from(other)
  if (Math.abs(source.length - target.length) > maxEdits) return false
  let twoAbove: number[] = []
  let above = target.map((_, column) => column + 1)
  above.unshift(0)
  for (let row = 1; row <= source.length; row += 1) {
    const current = new Array<number>(target.length + 1).fill(maxEdits + 1)
    current[0] = row
    // Only a band around the diagonal is computed: cells farther away than `maxEdits` exceed the limit.
    const last = Math.min(target.length, row + maxEdits)
    for (let column = Math.max(1, row - maxEdits); column <= last; column += 1) {
      current[column] = cellCost(source, target, row, column, current, above, twoAbove)
    }
    if (Math.min(...current) > maxEdits) return false
    twoAbove = above
    above = current
  }
  return (above[target.length] ?? maxEdits + 1) <= maxEdits
}

function cellCost(
  source: readonly string[],
  target: readonly string[],
  row: number,
  column: number,
  current: readonly number[],
  above: readonly number[],
  twoAbove: readonly number[],
): number {
  const same = source[row - 1] === target[column - 1]
  const cost = Math.min(at(above, column - 1) + (same ? 0 : 1), at(above, column) + 1, at(current, column - 1) + 1)
  const swapped =
    row > 1 && column > 1 && source[row - 1] === target[column - 2] && source[row - 2] === target[column - 1]
  return swapped ? Math.min(cost, at(twoAbove, column - 2) + 1) : cost
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
