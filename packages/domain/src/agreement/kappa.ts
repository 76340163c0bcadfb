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

  add(one: string | number, other: string | number): void {
    this.records += 1
    if (one === other) this.same += 1
    this.first.set(one, (this.first.get(one) ?? 0) + 1)
    this.second.set(other, (this.second.get(other) ?? 0) + 1)
  }

  /** The kappa; null without records, and when both people gave the same single answer to all records. */
  kappa(): number | null {
    let byChance = 0
    for (const [label, count] of this.first) byChance += (count * (this.second.get(label) ?? 0)) / this.records ** 2
    return this.records === 0 || byChance === 1 ? null : (this.same / this.records - byChance) / (1 - byChance)
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
