import type { RuleMetrics } from '@postil/contract/task/rules'

/** A labelling rule: records matched by the query have these labels. */
export interface Rule {
  query: string
  labels: readonly string[]
}

/** A key that is equal for rules with the same query and set of labels. */
export function ruleKey({ query, labels }: Rule): string {
  return JSON.stringify([query.trim(), ...[...new Set(labels)].toSorted()])
}

/**
 * Set or clear the active rule. An active rule with the same query and set of labels stays the same object (spec section 4).
 */
export function setActiveRule(current: Rule | undefined, next: Rule | undefined): Rule | undefined {
  return current && next && ruleKey(current) === ruleKey(next) ? current : next
}

/** Number of records that a rule matches: all records times the coverage, rounded (spec section 9). */
export function coveredRecords({ total_records, coverage }: RuleMetrics): number | undefined {
  return coverage === undefined ? undefined : Math.round(total_records * coverage)
}

/** Number of annotated records that a rule matches. */
export function coveredAnnotated({ annotated_records, coverage_annotated }: RuleMetrics): number | undefined {
  return coverage_annotated === undefined ? undefined : Math.round(annotated_records * coverage_annotated)
}

/** Precision of several rules together: correct hits divided by all judged hits, summed over the rules (spec section 9). */
export function overallPrecision(rules: readonly { correct: number; incorrect: number }[]) {
  const correct = rules.reduce((sum, rule) => sum + rule.correct, 0)
  const incorrect = rules.reduce((sum, rule) => sum + rule.incorrect, 0)
  return { correct, incorrect, precision: correct + incorrect > 0 ? correct / (correct + incorrect) : undefined }
}
