import type { LeftOutRule } from '@postil/contract/task/rule-suggestions'
import { classesOf } from '@postil/domain/labels/classes'
import { combineRules } from '@postil/domain/rules/combine'
import type { LongWork } from '@postil/domain/rules/dawid-skene'
import type { MatchPattern, SuggestedLabel } from '@postil/domain/rules/majority'
import { QueryPartError } from '@postil/domain/search/index'
import type { ColumnSpec } from './columns/columns'
import type { DatasetIndex } from './dataset-index'
import { DocSet } from './doc-set'
import { evaluate } from './evaluate'
import { termColumn } from './metrics/counts'
import type { PlanAsked, PlanStep, SuggestAsk, SuggestFound, SuggestionPlan } from './protocol'

/** The columns needed for suggestions, beside those of the rules' queries. */
export function suggestColumns(): ColumnSpec[] {
  return ['annotated_as', 'annotated_by', 'predicted_by', 'status'].map((source) => ({ source, kind: 'kw' }))
}

/** A snapshot of what the index contains about some rules. Later changes of the index do not affect it. */
export interface RuleMatrix {
  /** The number of ordinals in the index. */
  size: number
  keyOf(ordinal: number): string
  /** All rules with a valid query. */
  counted: CountedRule[]
  /** The rules that are used. */
  rules: CountedRule[]
  leftOut: LeftOutRule[]
  live: DocSet
  /** Annotated records, with or without labels. */
  judged: DocSet
  annotated: DocSet
  annotatedAs: ReadonlyMap<string, DocSet>
  validated: DocSet
  /** Records that show a prediction of the agent. */
  own: DocSet
  /** Records that show another agent's prediction. */
  others: DocSet
}

/** Find the records that each rule matches, and compare them with the annotations. */
export function readMatrix(index: DatasetIndex, ask: SuggestAsk): RuleMatrix {
  const leftOut = ask.rules.flatMap((rule) => rule.leftOut ?? [])
  const labels = new Set(ask.rules.flatMap((rule) => rule.labels))
  const { annotated, annotatedAs } = index.step('annotations', () => ({
    annotated: present(index, 'annotated_as'),
    annotatedAs: new Map([...labels].map((label) => [label, having(index, 'annotated_as', label)])),
  }))
  const counted = countEach(index, ask, annotated, annotatedAs, leftOut)
  const rules = counted.filter((rule) => {
    const isLow = rule.correct + rule.incorrect > 0 && rule.correct / (rule.correct + rule.incorrect) < ask.minPrecision
    if (isLow && !rule.leftOut)
      leftOut.push({ query: rule.query, reason: 'low_precision', message: lowPrecision(rule) })
    return !isLow && !rule.leftOut
  })
  const own = having(index, 'predicted_by', ask.agent)
  return {
    size: index.size,
    keyOf: keysOfPlan(index, ask, rules, own),
    counted,
    rules,
    leftOut,
    live: index.live(),
    judged: present(index, 'annotated_by'),
    annotated,
    annotatedAs,
    validated: having(index, 'status', 'Validated'),
    own,
    others: present(index, 'predicted_by').subtract(own),
  }
}

/** Combine the rules, compare each method with the annotations, and plan the suggestions to write. May take seconds. */
export function* suggest(matrix: RuleMatrix, ask: SuggestAsk): LongWork<SuggestFound> {
  const { rules, counted, own, others } = matrix
  const covered = new DocSet(matrix.size)
  for (const { docs } of rules) covered.unite(docs)
  const { patterns, patternOf } = groupByPattern(matrix)
  const isDisputed = (pattern: MatchPattern) =>
    new Set(pattern.rules.map((at) => JSON.stringify(rules[at]?.labels.toSorted()))).size > 1
  const methods: SuggestFound['report']['methods'] = []
  for (const method of ask.methods) {
    const labels = yield* combineRules({ method, isMultiLabel: ask.isMultiLabel, rules, patterns })
    methods.push({
      method,
      ...compare(matrix, { labels, covered, patterns, patternOf, isMultiLabel: ask.isMultiLabel }),
    })
  }
  const report: SuggestFound['report'] = {
    total_records: matrix.live.count(),
    annotated_records: matrix.judged.count(),
    rules: rules.length,
    left_out: matrix.leftOut,
    covered_records: covered.count(),
    not_validated_records: covered.copy().subtract(matrix.validated).count(),
    disputed_records: patterns.filter(isDisputed).reduce((sum, { count }) => sum + count, 0),
    other_predictions: covered.copy().intersect(others).count(),
    own_predictions: own.count(),
    by_rule: counted.map(({ query, docs, judged, correct, incorrect }) => ({
      query,
      covered_records: docs.count(),
      covered_annotated_records: judged,
      correct,
      incorrect,
    })),
    multi_label: ask.isMultiLabel,
    methods,
  }
  if (!ask.plan) return { report }
  const { method } = ask.plan
  const labels = yield* combineRules({ method, isMultiLabel: ask.isMultiLabel, rules, patterns })
  return { report, plan: planOf(matrix, ask.plan, { labels, covered, patternOf }) }
}

/** The keys of all records that a plan may contain, read while the index is available. */
function keysOfPlan(
  index: DatasetIndex,
  { plan }: SuggestAsk,
  rules: readonly CountedRule[],
  own: DocSet,
): (ordinal: number) => string {
  const keys = new Map<number, string>()
  const named = own.copy()
  for (const { docs } of rules) named.unite(docs)
  if (plan)
    named.forEach((ordinal) => {
      keys.set(ordinal, index.keyOf(ordinal))
    })
  return (ordinal) => keys.get(ordinal) ?? ''
}

interface CountedRule {
  query: string
  labels: string[]
  docs: DocSet
  leftOut: LeftOutRule | undefined
  /** Number of annotated records among those that the rule matches. */
  judged: number
  /** Number of labels that both the rule and the annotations assign. */
  correct: number
  incorrect: number
}

/** Compare each rule with a valid query with the annotations. */
function countEach(
  index: DatasetIndex,
  { rules }: SuggestAsk,
  annotated: DocSet,
  annotatedAs: ReadonlyMap<string, DocSet>,
  leftOut: LeftOutRule[],
): CountedRule[] {
  return rules.flatMap(({ query, labels, matches, leftOut: reason }, at) => {
    if (!matches) return []
    try {
      const docs = index.step(`rule ${at}`, () => evaluate(index, matches))
      const given = docs.copy().intersect(annotated)
      const judged = given.count()
      const correct = labels.reduce((sum, label) => {
        const right = annotatedAs.get(label)
        return right ? sum + given.copy().intersect(right).count() : sum
      }, 0)
      return [{ query, labels, docs, leftOut: reason, judged, correct, incorrect: judged * labels.length - correct }]
    } catch (cause) {
      // The query takes too much work. Rules are stored without validation, and one must not block the others.
      if (!(cause instanceof QueryPartError)) throw cause
      if (!reason) leftOut.push({ query, reason: 'unreadable', message: cause.message })
      return []
    }
  })
}

/** Group records by the set of rules that match them (a pattern); -1 for a record that no rule matches. */
function groupByPattern({ size, rules }: RuleMatrix): { patterns: MatchPattern[]; patternOf: Int32Array } {
  const matching: (number[] | undefined)[] = new Array(size)
  for (const [at, { docs }] of rules.entries())
    docs.forEach((ordinal) => {
      const row = matching[ordinal]
      if (row) row.push(at)
      else matching[ordinal] = [at]
    })
  const patterns: { rules: number[]; count: number }[] = []
  const known = new Map<string, number>()
  const patternOf = new Int32Array(size).fill(-1)
  for (const [ordinal, row] of matching.entries()) {
    if (!row) continue
    const name = row.join()
    const at = known.get(name) ?? patterns.length
    known.set(name, at)
    const pattern = patterns[at]
    if (pattern) pattern.count += 1
    else patterns.push({ rules: row, count: 1 })
    patternOf[ordinal] = at
  }
  return { patterns, patternOf }
}

interface Combined {
  /** The suggestion for each pattern; empty when the rules do not decide. */
  labels: readonly SuggestedLabel[][]
  covered: DocSet
  patternOf: Int32Array
}

/**
 * The number of records that get a suggestion, of those among them that show another agent's prediction, of annotated ones, and of those
 * whose annotation equals it. Only labels that occur in rules are compared.
 */
function compare(
  { annotated, annotatedAs, others }: RuleMatrix,
  {
    labels,
    covered,
    patterns,
    patternOf,
    isMultiLabel,
  }: Combined & { patterns: readonly MatchPattern[]; isMultiLabel: boolean },
) {
  const classes = labels.map((some) => {
    const scored = some.map(({ label, score }) => ({ class_label: label, score }))
    return new Set(classesOf(scored, isMultiLabel))
  })
  let [compared_records, correct_records] = [0, 0]
  const judged = covered.copy().intersect(annotated)
  judged.forEach((ordinal) => {
    const pattern = patternOf[ordinal] ?? -1
    if (!labels[pattern]?.length) return
    compared_records += 1
    const wanted = classes[pattern]
    const isSame = [...annotatedAs].every(([label, docs]) => docs.has(ordinal) === wanted?.has(label))
    if (isSame) correct_records += 1
  })
  const suggested_records = patterns.reduce((sum, { count }, at) => (labels[at]?.length ? sum + count : sum), 0)
  let kept_records = 0
  const shown = covered.copy().intersect(others)
  shown.forEach((ordinal) => {
    if (labels[patternOf[ordinal] ?? -1]?.length) kept_records += 1
  })
  return { suggested_records, kept_records, compared_records, correct_records }
}

function planOf(
  { size, keyOf, own, others }: RuleMatrix,
  { replace, step }: PlanAsked,
  { labels, covered, patternOf }: Combined,
): SuggestionPlan {
  const wanted = new DocSet(size)
  covered.forEach((ordinal) => {
    if (labels[patternOf[ordinal] ?? -1]?.length) wanted.add(ordinal)
  })
  const kept = replace ? new DocSet(size) : wanted.copy().intersect(others)
  wanted.subtract(kept)
  const steps: Uint8Array[] = []
  const names = new Set<string>()
  let some: PlanStep = []
  const flush = () => {
    if (some.length > 0) steps.push(new TextEncoder().encode(JSON.stringify(some)))
    some = []
  }
  const add = (docs: DocSet, labelsOf: (ordinal: number) => SuggestedLabel[]) =>
    docs.forEach((ordinal) => {
      const suggested = labelsOf(ordinal)
      for (const { label } of suggested) names.add(label)
      some.push([keyOf(ordinal), suggested])
      if (some.length === step) flush()
    })
  add(wanted, (ordinal) => labels[patternOf[ordinal] ?? -1] ?? [])
  add(own.copy().subtract(wanted), () => [])
  flush()
  return { names: [...names], steps, kept: kept.count() }
}

function present(index: DatasetIndex, source: string): DocSet {
  const docs = index.emptySet()
  termColumn(index, source).collectPresent(docs)
  return docs.intersect(index.live())
}

function having(index: DatasetIndex, source: string, term: string): DocSet {
  const docs = index.emptySet()
  termColumn(index, source).collectTerm(term, docs)
  return docs.intersect(index.live())
}

function lowPrecision({ correct, incorrect }: CountedRule): string {
  return `Only ${correct} of its ${correct + incorrect} labels are right.`
}
