/** The parts of a labelling rule needed to combine rules. */
export interface RuleLabels {
  labels: readonly string[]
}

/** A group of records that are matched by exactly the same rules. */
export interface MatchPattern {
  /** Indexes of the matching rules; at least one. */
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
 * Combine the rules that match a record by majority vote. For a single-label record, each rule has one vote, divided equally among its
 * labels; the scores are vote fractions and add up to 1. For a multi-label record, the score of a label is the fraction of the matching
 * rules that have it.
 *
 * @returns labels sorted by score, best first; no labels when the best score of a single-label record is tied
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

// Not `===`: the rounding errors of the sums depend on the order of the rules.
function isTie(one: number, other: number): boolean {
  return Math.abs(one - other) < 1e-9
}
