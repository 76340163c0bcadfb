import type { RuleReport } from '@postil/contract/task/rule-suggestions'
import type { RuleBody } from '@postil/contract/task/rules'

/** A rule with its figures, as the table shows it. Figures are undefined until loaded, and for a rule that cannot be parsed. */
export interface RuleRow {
  rule: RuleBody
  /** Why it cannot be parsed. */
  broken: string | undefined
  /** Why a valid rule gives no suggestions. */
  foreign: string | undefined
  coverage?: number | undefined
  covered?: number
  annotated?: number | undefined
  coveredAnnotated?: number
  correct?: number
  incorrect?: number
  precision?: number | undefined
}

export type SortKey = 'query' | 'labels' | 'coverage' | 'annotated' | 'correct' | 'incorrect' | 'precision' | 'created'

/** The rules with their figures from the report. */
export function rowsOf(rules: readonly RuleBody[], report: RuleReport | undefined): RuleRow[] {
  const counts = new Map(report?.by_rule.map((one) => [one.query, one]))
  const reasons = new Map(report?.left_out.map((one) => [one.query, one]))
  return rules.map((rule): RuleRow => {
    const left = reasons.get(rule.query)
    const of = counts.get(rule.query)
    const row: RuleRow = {
      rule,
      broken: left?.reason === 'unreadable' ? left.message : undefined,
      foreign: left?.reason === 'unknown_label' ? left.message : undefined,
    }
    if (!of || !report) return row
    const judged = of.correct + of.incorrect
    return {
      ...row,
      coverage: share(of.covered_records, report.total_records),
      covered: of.covered_records,
      annotated: share(of.covered_annotated_records, report.annotated_records),
      coveredAnnotated: of.covered_annotated_records,
      // Without annotations its precision is unknown.
      ...(report.annotated_records > 0 && { correct: of.correct, incorrect: of.incorrect }),
      precision: share(of.correct, judged),
    }
  })
}

/** Rows sorted by a column (stable). Unknown figures come last in both directions. */
export function sortRows(rows: readonly RuleRow[], { key, isDown }: { key: SortKey; isDown: boolean }): RuleRow[] {
  const direction = isDown ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [columnOf(one, key), columnOf(other, key)]
    if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined)
    if (typeof left === 'string' || typeof right === 'string')
      return direction * String(left).localeCompare(String(right))
    return direction * (left - right)
  })
}

function columnOf(row: RuleRow, key: SortKey): string | number | undefined {
  switch (key) {
    case 'query':
      return row.rule.query
    case 'labels':
      return row.rule.labels.join(', ')
    case 'created':
      return row.rule.created_at
    case 'coverage':
    case 'annotated':
    case 'correct':
    case 'incorrect':
    case 'precision':
      return row[key]
  }
}

function share(part: number, whole: number): number | undefined {
  return whole > 0 ? part / whole : undefined
}
