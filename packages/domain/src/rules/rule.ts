import type { RuleMetrics } from '@postil/contract/task/rules'

/** A labelling rule: records that the query matches are of these labels. */
export interface Rule {
  query: string
  labels: readonly string[]
}

/** The same text for rules of the same query and the same set of labels. */
export function ruleKey({ query, labels }: Rule): string {
  return JSON.stringify([query.trim(), ...[...new Set(labels)].toSorted()])
}

/**
 * Make a rule the active one, or none. The rule that is active already stays as it is when the query and the set of labels are the same
 * (spec section 4).
 */
export function setActiveRule(current: Rule | undefined, next: Rule | undefined): Rule | undefined {
  return current && next && ruleKey(current) === ruleKey(next) ? current : next
}

/** Records that a rule covers: all records times the coverage, rounded (spec section 9). */
export function coveredRecords({ total_records, coverage }: RuleMetrics): number | undefined {
  return coverage === undefined ? undefined : Math.round(total_records * coverage)
}

/** Annotated records that a rule covers. */
export function coveredAnnotated({ annotated_records, coverage_annotated }: RuleMetrics): number | undefined {
  return coverage_annotated === undefined ? undefined : Math.round(annotated_records * coverage_annotated)
}

/** Precision of several rules together: what is correct of all that could be judged, summed over the rules (spec section 9). */
export function overallPrecision(rules: readonly { correct: number; incorrect: number }[]) {
  const correct = rules.reduce((sum, rule) => sum + rule.correct, 0)
  const incorrect = rules.reduce((sum, rule) => sum + rule.incorrect, 0)
  return { correct, incorrect, precision: correct + incorrect > 0 ? correct / (correct + incorrect) : undefined }
}
