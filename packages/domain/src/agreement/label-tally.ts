/** One label against all others, counted record by record. */
export class LabelTally {
  /** How many answers use it; for spans, how many spans have it. */
  used = 0
  private usedShared = 0
  private usedCompared = 0
  private observed = 0

  /** @param used - how many of a record's answers use the label, or mark the same span with it */
  add(used: number, answers: number): void {
    this.used += used
    this.usedShared += used * (used - 1)
    this.usedCompared += used * (answers - 1)
    this.observed += (2 * used * (answers - used)) / (answers - 1)
  }

  /**
   * Where one uses the label, how often another does, too: the "proportion of specific agreement" (Fleiss 1975), which is F1 between two people.
   */
  f1(): number | null {
    return this.usedCompared === 0 ? null : this.usedShared / this.usedCompared
  }

  /** Alpha of "uses it or not". @param answers - how many answers there are */
  alpha(answers: number): number | null {
    const expected = (2 * this.used * (answers - this.used)) / (answers * (answers - 1))
    return expected > 0 ? 1 - this.observed / answers / expected : null
  }
}
