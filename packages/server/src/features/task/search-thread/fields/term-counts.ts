import { compareCodePoints } from '@postil/domain/search/index'
import { insertSorted } from '../order/insert-sorted'

/** The counts of one piece's terms, by the numbers that the terms have in that piece. */
export interface TermCounts {
  counts: Int32Array
  term(id: number): string
  idOf(term: string): number | undefined
}

/** The counts of terms in several pieces, which are added. Terms are texts only where they are needed, since there may be a million. */
export class CountedTerms {
  constructor(private readonly pieces: readonly TermCounts[]) {}

  /** Every term with its count, in no particular order. */
  entries(): Iterable<[string, number]> {
    return this.sums(1)
  }

  /**
   * The terms with the greatest counts; ties in code point order.
   *
   * Terms are decoded only if they can be among the first. `size` terms are known to reach the count `least`, so one among the first reaches it
   * as well, and in at least one of n pieces it has a count of `least / n` or more.
   */
  top(size: number): [string, number][] {
    const least = this.leastOfTop(size)
    const share = Math.max(1, Math.ceil(least / this.pieces.length))
    const best: [string, number][] = []
    for (const [term, sum] of this.sums(share)) {
      if (sum + (this.pieces.length - 1) * (share - 1) < least) continue
      insertSorted(best, [term, share === 1 ? sum : this.countOf(term)], isBehind, size)
    }
    return best
  }

  /** A count that at least `size` terms reach. */
  private leastOfTop(size: number): number {
    const sums = new Map<string, number>()
    for (const { counts, term } of this.pieces) for (const id of greatest(counts, size)) add(sums, term(id), counts[id])
    const best: number[] = []
    for (const sum of sums.values()) insertSorted(best, sum, (one, other) => other - one, size)
    return best.length < size ? 0 : (best.at(-1) ?? 0)
  }

  /** For each term the sum of those counts that are at least `least`. */
  private sums(least: number): Map<string, number> {
    const sums = new Map<string, number>()
    for (const { counts, term } of this.pieces)
      for (let id = 0; id < counts.length; id += 1) {
        const count = counts[id] ?? 0
        if (count >= least) add(sums, term(id), count)
      }
    return sums
  }

  private countOf(term: string): number {
    let sum = 0
    for (const { counts, idOf } of this.pieces) sum += counts[idOf(term) ?? -1] ?? 0
    return sum
  }
}

/** Compare counted terms: by descending count, then in code point order. */
export function isBehind([one, count]: [string, number], [other, otherCount]: [string, number]): number {
  return otherCount - count || compareCodePoints(one, other)
}

/** The indexes of the greatest counts, without those that are 0. */
export function greatest(counts: ArrayLike<number>, size: number): number[] {
  const best: number[] = []
  let last = 0
  for (let id = 0; id < counts.length; id += 1) {
    const count = counts[id] ?? 0
    if (count <= last) continue
    insertSorted(best, id, (one, other) => (counts[other] ?? 0) - (counts[one] ?? 0), size)
    if (best.length === size) last = counts[best.at(-1) ?? 0] ?? 0
  }
  return best
}

function add(sums: Map<string, number>, term: string, count = 0): void {
  sums.set(term, (sums.get(term) ?? 0) + count)
}
