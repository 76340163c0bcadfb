import type { ColumnSpec } from '../columns/columns'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { RuleCountsFound } from '../protocol'
import { termColumn } from './counts'

/** The columns that metrics of rules read, beside those of the rules' own queries. */
export function ruleColumns(): ColumnSpec[] {
  return [
    { source: 'annotated_as', kind: 'kw' },
    { source: 'annotated_by', kind: 'kw' },
  ]
}

/**
 * Compare a rule's matches with the annotations (classic-api §10).
 *
 * @param among - the records to consider
 * @param matched - the matches of the rule
 */
export function countRules(
  index: DatasetIndex,
  among: DocSet,
  matched: DocSet,
  labels: readonly string[],
): RuleCountsFound {
  const annotatedAs = termColumn(index, 'annotated_as')
  const annotated = index.emptySet()
  termColumn(index, 'annotated_by').collectPresent(annotated)
  const labelled = index.emptySet()
  annotatedAs.collectPresent(labelled)

  const reached = matched.copy().intersect(among)
  const judged = reached.copy().intersect(labelled)
  return {
    total: among.count(),
    annotated: annotated.intersect(among).count(),
    matched: reached.count(),
    matchedAnnotated: judged.count(),
    correctByLabel: labels.map((label) => {
      const withLabel = index.emptySet()
      annotatedAs.collectTerm(label, withLabel)
      return withLabel.intersect(judged).count()
    }),
  }
}
