import { intervalWithoutDisagreement } from './alpha'
import { NORMAL_95 } from './proportion'
import { type Interval, ROUNDING } from './resampling'

/** Fraction of the pairs of answers to the same record that are equal; null without any pair. Answers are given as comparable keys. */
export function percentAgreement(records: readonly (readonly (string | number)[])[]): number | null {
  let same = 0
  let pairs = 0
  for (const answers of records) {
    for (const [index, one] of answers.entries())
      for (const other of answers.slice(index + 1)) {
        pairs += 1
        if (one === other) same += 1
      }
  }
  return pairs === 0 ? null : same / pairs
}

/** Cohen's kappa of two people (Cohen 1960, "A coefficient of agreement for nominal scales"). Records are added one by one. */
export class CohenTally {
  private records = 0
  private same = 0
  private readonly first = new Map<string | number, number>()
  private readonly second = new Map<string | number, number>()
  /** How often the first person gave one answer and the second another. */
  private readonly table = new Map<string | number, Map<string | number, number>>()

  add(one: string | number, other: string | number): void {
    this.records += 1
    if (one === other) this.same += 1
    this.first.set(one, (this.first.get(one) ?? 0) + 1)
    this.second.set(other, (this.second.get(other) ?? 0) + 1)
    const row = this.table.get(one) ?? new Map<string | number, number>()
    this.table.set(one, row.set(other, (row.get(other) ?? 0) + 1))
  }

  /** The kappa; null without records, and when both people gave the same single answer to all records. */
  kappa(): number | null {
    const byChance = this.byChance()
    return this.records === 0 || byChance === 1 ? null : (this.same / this.records - byChance) / (1 - byChance)
  }

  /**
   * The 95 % interval by the large-sample standard error (Fleiss, Cohen and Everitt 1969, "Large sample standard errors of kappa and
   * weighted kappa"). Each record's influence on kappa is computed, which gives the same figure as their formula. Where the two always
   * agree, it is {@link intervalWithoutDisagreement}. Null if these records do not tell it: a single one, if the two never agree, and if one of them
   * gave the same answer throughout, since kappa is then 0 whatever the other answers.
   */
  interval(): Interval | null {
    const kappa = this.kappa()
    if (kappa === null || this.records < 2 || this.same === 0) return null
    const byChance = this.byChance()
    if (this.same === this.records) return intervalWithoutDisagreement(this.records, 1 / (1 - byChance))
    let squares = 0
    for (const [one, row] of this.table)
      for (const [other, count] of row) {
        const marginals = ((this.second.get(one) ?? 0) + (this.first.get(other) ?? 0)) / this.records
        const influence = (one === other ? 1 : 0) - marginals * (1 - kappa) - (kappa - byChance * (1 - kappa))
        squares += count * influence ** 2
      }
    const error = Math.sqrt(squares) / this.records / (1 - byChance)
    if (error < ROUNDING) return null
    return [Math.max(-1, kappa - NORMAL_95 * error), Math.min(1, kappa + NORMAL_95 * error)]
  }

  /** The share of records on which the two would agree by chance. */
  private byChance(): number {
    let byChance = 0
    for (const [label, count] of this.first) byChance += (count * (this.second.get(label) ?? 0)) / this.records ** 2
    return byChance
  }
}

/**
 * Fleiss' kappa (Fleiss 1971, "Measuring nominal scale agreement among many raters"). Records are added one by one. It is defined only if
 * all records have the same number of answers; different people may answer different records.
 */
export class FleissTally {
  private records = 0
  private size = 0
  private isEven = true
  private agreement = 0
  private readonly counts = new Map<string | number, number>()

  add(answers: readonly (string | number)[]): void {
    if (answers.length < 2) return
    this.isEven &&= this.records === 0 || this.size === answers.length
    this.size = answers.length
    this.records += 1
    this.agreement += percentAgreement([answers]) ?? 0
    for (const answer of answers) this.counts.set(answer, (this.counts.get(answer) ?? 0) + 1)
  }

  /** The kappa; null when records have different numbers of answers, and when all answers are the same. */
  kappa(): number | null {
    if (this.records === 0 || !this.isEven) return null
    let byChance = 0
    for (const count of this.counts.values()) byChance += (count / (this.records * this.size)) ** 2
    return byChance === 1 ? null : (this.agreement / this.records - byChance) / (1 - byChance)
  }
}

/**
 * The 95 % interval of Fleiss' kappa, from that of nominal alpha. With the same number of answers to each record, the two differ only in the
 * expected disagreement, which is `answers` / (`answers` − 1) times as large in alpha, so each resample of alpha's bootstrap gives the kappa of the same records.
 *
 * @param answers - number of answers to all records
 */
export function fleissInterval([low, high]: Interval, answers: number): Interval {
  const kappa = (alpha: number) => Math.max(-1, 1 - ((1 - alpha) * answers) / (answers - 1))
  return [kappa(low), kappa(high)]
}
