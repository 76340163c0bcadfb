import type { RankedOption, Span } from '@postil/contract/feedback/answer-value'

/** The distance between two answers: 0 if equal, 1 if they have nothing in common. For numbers the squared difference, as in alpha. */
export type Distance<T> = (one: T, other: T) => number

/** Nominal scale, for labels: 0 if equal, else 1. */
export const nominal: Distance<unknown> = (one, other) => (one === other ? 0 : 1)

/** Numbers on an interval scale (Krippendorff 2011, section E): the squared difference. */
export const interval: Distance<number> = (one, other) => (one - other) ** 2

/**
 * Sets of labels: MASI, "measuring agreement on set-valued items" (Passonneau 2006, LREC), the Jaccard distance with a smaller penalty
 * where one set contains the other. Preferred to plain Jaccard because it distinguishes one extra label from different labels.
 */
export const masi: Distance<ReadonlySet<string>> = (one, other) => {
  let shared = 0
  for (const label of one) if (other.has(label)) shared += 1
  const union = one.size + other.size - shared
  if (union === 0) return 0
  return 1 - (shared / union) * monotonicity(shared, one.size, other.size)
}

function monotonicity(shared: number, one: number, other: number): number {
  if (shared === one && shared === other) return 1
  if (shared === one || shared === other) return 2 / 3
  return shared > 0 ? 1 / 3 : 0
}

/**
 * Rankings, which may have ties: the distance of Kemeny and Snell (1962, "Preference ranking: an axiomatic approach"), divided by its
 * maximum. Without ties it is the fraction of option pairs in opposite order (Kendall's distance). Options without a rank are tied for
 * last place.
 */
export const kemeny: Distance<readonly RankedOption[]> = (one, other) => {
  const ranks = new Map<string, [number, number]>()
  for (const { value, rank } of one) ranks.set(value, [rank ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER])
  for (const { value, rank } of other) {
    const [first = Number.MAX_SAFE_INTEGER] = ranks.get(value) ?? []
    ranks.set(value, [first, rank ?? Number.MAX_SAFE_INTEGER])
  }
  const both = [...ranks.values()]
  let apart = 0
  for (const [index, [a, b]] of both.entries())
    for (const [c, d] of both.slice(index + 1)) apart += Math.abs(Math.sign(a - c) - Math.sign(b - d))
  const pairs = (both.length * (both.length - 1)) / 2
  return pairs === 0 ? 0 : apart / (2 * pairs)
}

/**
 * Spans: one minus F1 over spans with the same label, start and end. Not kappa, because the ranges that nobody marked cannot be counted;
 * with very many of them kappa approaches F1 (Hripcsak and Rothschild 2005, "Agreement, the F-measure, and reliability in information
 * retrieval", JAMIA 12(3)). Two answers without spans have distance 0.
 */
export const spanF1Distance: Distance<ReadonlySet<string>> = (one, other) => {
  if (one.size + other.size === 0) return 0
  let shared = 0
  for (const key of one) if (other.has(key)) shared += 1
  return 1 - (2 * shared) / (one.size + other.size)
}

/** A key that is equal for spans with the same label, start and end. */
export function spanKey({ label, start, end }: Span): string {
  return `${start} ${end} ${label}`
}

/**
 * Squared distances on an ordinal scale (Krippendorff 2011, section E): the number of answers between two values, counting half of those at
 * either end.
 *
 * @param counts - number of answers with each value, from the lowest to the highest value
 * @returns a square matrix, indexed like `counts`
 */
export function ordinalDistances(counts: ArrayLike<number>): Float64Array[] {
  const below = new Float64Array(counts.length)
  for (let value = 1; value < counts.length; value += 1)
    below[value] = (below[value - 1] ?? 0) + ((counts[value - 1] ?? 0) + (counts[value] ?? 0)) / 2
  return Array.from(below, (from) => below.map((to) => (to - from) ** 2))
}
