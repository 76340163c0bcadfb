/** A set of code points, asked one at a time. */
export interface CodePointSet {
  has(codePoint: number): boolean
}

/**
 * Read a set written as the lengths, in base 36, of the runs that are in turn outside and inside it.
 *
 * @param encoded - lengths separated by white space, the first run being outside the set
 */
export function decodeRuns(encoded: string): CodePointSet {
  let at = 0
  const edges = encoded
    .trim()
    .split(/\s+/)
    .map((length) => {
      at += Number.parseInt(length, 36)
      return at
    })
  return { has: (codePoint) => countAtOrBelow(edges, codePoint) % 2 === 1 }
}

/** How many of the ascending numbers are not above the limit: the number of edges passed on the way to it. */
function countAtOrBelow(ascending: readonly number[], limit: number): number {
  let low = 0
  let high = ascending.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? Number.POSITIVE_INFINITY) <= limit) low = middle + 1
    else high = middle
  }
  return low
}
