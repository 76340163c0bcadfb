import type { OverallRuleMetrics, RuleMetrics } from '@postil/contract/task/rules'

/** Counts of a rule (classic-api §10): M are the records matched by its query, A the annotated records. */
export interface RuleCounts {
  /** All records of the dataset. */
  total: number
  /** Number of records with an annotation, including annotations without labels. */
  annotated: number
  /** |M| */
  matched: number
  /** |M ∩ A| */
  matchedAnnotated: number
  /** For each label of the rule: number of records in M ∩ A that are annotated with it. */
  correctByLabel: readonly number[]
}

/** Coverage of a dataset; ratios with a zero divisor are left out. */
export function coverageOf({
  total,
  annotated,
  matched,
  matchedAnnotated,
}: Omit<RuleCounts, 'correctByLabel'>): OverallRuleMetrics {
  return {
    total_records: total,
    annotated_records: annotated,
    ...(total > 0 && { coverage: matched / total }),
    ...(annotated > 0 && { coverage_annotated: matchedAnnotated / annotated }),
  }
}

/** How well a rule agrees with the annotations. With k labels, correct and incorrect add up to k times |M ∩ A|. */
export function ruleMetricsOf(counts: RuleCounts): RuleMetrics {
  const { annotated, matchedAnnotated, correctByLabel } = counts
  const coverage = coverageOf(counts)
  if (annotated === 0) return coverage
  const correct = correctByLabel.reduce((sum, count) => sum + count, 0)
  const judged = correctByLabel.length * matchedAnnotated
  return { ...coverage, correct, incorrect: judged - correct, ...(judged > 0 && { precision: correct / judged }) }
}
