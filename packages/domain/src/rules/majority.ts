/** The parts of a labelling rule needed to combine rules. */
export interface RuleLabels {
  labels: readonly string[]
}

/** Records matched by exactly the same rules, counted together. */
export interface MatchPattern {
  /** Indexes of the rules that match, at least one. */
  rules: readonly number[]
  /** Number of these records. */
  count: number
}

/** A label that rules suggest, with a score from 0 to 1. */
export interface SuggestedLabel {
  label: string
  score: number
}

/**
 * Combine the rules that match a record by majority vote. For one label a record, each rule has one vote, shared equally by its labels; the
 * scores are shares of the votes and add up to 1. For many labels a record, the score of a label is the share of the matching rules that
 * name it.
 *
 * @returns labels by their score, the best first; none when the best score of a single-label record is shared by several labels
 */
export function majorityVote(
  matching: readonly RuleLabels[],
  { isMultiLabel }: { isMultiLabel: boolean },
): SuggestedLabel[] {
  const votes = new Map<string, number>()
  for (const { labels } of matching) {
    const vote = isMultiLabel ? 1 : 1 / labels.length
    for (const label of labels) votes.set(label, (votes.get(label) ?? 0) + vote)
  }
  const ranked = [...votes]
    .map(([label, count]): SuggestedLabel => ({ label, score: count / matching.length }))
    .sort((one, other) => other.score - one.score)
  const [best, second] = ranked
  return !isMultiLabel && best && second && isTie(best.score, second.score) ? [] : ranked
}

// Sums of shares differ in their last digits by the order of the rules.
function isTie(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9
}
