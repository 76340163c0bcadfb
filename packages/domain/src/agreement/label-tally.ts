import { intervalWithoutDisagreement } from './alpha'
import { mostUnseen } from './proportion'
import { type Interval, type Resample, Resampling, ROUNDING } from './resampling'

/** Agreement on one label against all others. Records that use the label are added one by one; sums are kept per block of records, for the intervals. */
export class LabelTally {
  /** Number of answers that use the label; for spans, the number of spans with it. */
  used = 0
  /** Number of records that use the label. */
  private records = 0
  private readonly places = new Map<number, number>()
  /** Sums by place of the block, as one array each: they are added up for every resample. */
  private readonly blocks: number[] = []
  private readonly uses: number[] = []
  private readonly shared: number[] = []
  private readonly compared: number[] = []
  private readonly observed: number[] = []
  /** The least and the greatest mean distance between the answers to a record that uses the label. */
  private readonly apart = { least: Number.POSITIVE_INFINITY, most: 0 }

  /** @param resampling - that of the question; it knows the records that do not use the label, too */
  constructor(private readonly resampling: Resampling = new Resampling()) {}

  /**
   * Add one record.
   *
   * @param uses - number of its answers that use the label; for spans, for each marked span the number of answers with it
   * @param answers - number of its answers
   * @param block - its block in the resampling, to which it is added by default
   */
  add(uses: readonly number[], answers: number, block = this.resampling.add(answers)): void {
    const place = this.places.get(block) ?? this.blocks.length
    this.places.set(block, place)
    this.blocks[place] = block
    this.records += 1
    let observed = 0
    for (const used of uses) {
      this.used += used
      addAt(this.uses, place, used)
      addAt(this.shared, place, used * (used - 1))
      addAt(this.compared, place, used * (answers - 1))
      observed += (2 * used * (answers - used)) / (answers - 1)
    }
    addAt(this.observed, place, observed)
    this.apart.least = Math.min(this.apart.least, observed / answers)
    this.apart.most = Math.max(this.apart.most, observed / answers)
  }

  /**
   * Fraction of the other answers to a record that use the label too, where one answer does: the "proportion of specific agreement"
   * (Fleiss 1975). Between two people it equals F1.
   */
  f1(): number | null {
    return quotient(sum(this.shared), sum(this.compared))
  }

  /**
   * The 95 % interval of F1 by bootstrap. Where always or never another answer uses the label, resamples do not differ; then it
   * reaches as far as the share of records that may be different although none of these was, as if their F1 were 0 or 1.
   */
  f1Interval(): Interval | null {
    const f1 = this.f1()
    if (f1 === null) return null
    if (f1 === 1) return [1 - mostUnseen(this.records), 1]
    if (f1 === 0) return [0, mostUnseen(this.records)]
    return this.resampling.interval(({ times }) =>
      quotient(this.drawn(this.shared, times), this.drawn(this.compared, times)),
    )
  }

  /** Alpha of the binary decision whether to use the label. */
  alpha(): number | null {
    return alphaOf(sum(this.uses), sum(this.observed), this.resampling.answers)
  }

  /** The 95 % interval of alpha by bootstrap, with the same exceptions as that of a question's alpha. */
  alphaInterval(): Interval | null {
    const { records, answers } = this.resampling
    if (this.alpha() === null || records < 2) return null
    if (sum(this.observed) < ROUNDING) return intervalWithoutDisagreement(records, 1 / expectedOf(this.used, answers))
    if (this.records === records && this.apart.most - this.apart.least < ROUNDING) return null
    return this.resampling.interval(({ times, answers: drawn }) =>
      alphaOf(this.drawn(this.uses, times), this.drawn(this.observed, times), drawn),
    )
  }

  /** The sum over the records taken. */
  private drawn(sums: readonly number[], times: Resample['times']): number {
    let total = 0
    for (let place = 0; place < sums.length; place += 1)
      total += (times[this.blocks[place] ?? 0] ?? 0) * (sums[place] ?? 0)
    return total
  }
}

/** Alpha of a binary decision; null if all answers are the same. */
function alphaOf(used: number, observed: number, answers: number): number | null {
  const expected = expectedOf(used, answers)
  return expected > 0 ? 1 - observed / answers / expected : null
}

function expectedOf(used: number, answers: number): number {
  return (2 * used * (answers - used)) / (answers * (answers - 1))
}

function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

function addAt(sums: number[], place: number, amount: number): void {
  sums[place] = (sums[place] ?? 0) + amount
}
