import type { AppliedRules, ApplyRules, RuleMethod, RuleReport } from '@postil/contract/task/rule-suggestions'
import { classesOf } from '@postil/domain/labels/classes'
import type { SuggestedLabel } from '@postil/domain/rules/majority'
import type { ClassScore } from '@postil/domain/task-records/document'
import { withoutPrediction, withPrediction } from '@postil/domain/task-records/predictions'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { nextVersion } from '../datasets/next-version'
import { assertOpen } from '../datasets/open-dataset'
import { changePredictions, isMultiLabelled, type StoredPrediction } from '../records/predictions.service'
import { askCombine } from '../search-index/ask-index'
import { badRequest } from '../task-errors'
import { type RuleMatrix, readMatrix } from './rule-matrix'

/** What all stored rules say together, and what each method would suggest. */
export async function reportRules(
  db: Db,
  dataset: FoundTaskDataset,
  { agent, minPrecision }: { agent: string; minPrecision: number },
): Promise<RuleReport> {
  const matrix = await readMatrix(db, dataset, { agent, minPrecision })
  const isMultiLabel = await isMultiLabelled(db, dataset.id)
  const methods: RuleReport['methods'] = []
  for (const method of isMultiLabel ? (['majority'] as const) : (['dawid_skene', 'majority'] as const))
    methods.push({ method, ...compare(matrix, await combine(matrix, method, isMultiLabel), isMultiLabel) })
  const sum = (of: readonly number[]) => of.reduce((total, one) => total + one, 0)
  return {
    total_records: matrix.total,
    annotated_records: matrix.annotatedTotal,
    rules: matrix.rules.length,
    left_out: matrix.leftOut,
    covered_records: matrix.patternOf.size,
    not_validated_records: matrix.notValidated,
    disputed_records: sum(matrix.patterns.filter(({ rules }) => isDisputed(matrix, rules)).map(({ count }) => count)),
    other_predictions: matrix.others.size,
    own_predictions: matrix.own.length,
    by_rule: matrix.counted.map(({ query, keys, judged, correct, incorrect }) => ({
      query,
      covered_records: keys.length,
      covered_annotated_records: judged,
      correct,
      incorrect,
    })),
    methods,
  }
}

/**
 * Write the suggestions of all rules as an agent's predictions, instead of those it had before. Records that show another agent's
 * prediction are left as they are unless `replace` is set; then that prediction stays listed under its agent's name.
 */
export async function applyRules(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  { method, agent, min_precision, replace }: ApplyRules,
): Promise<AppliedRules> {
  assertOpen(dataset)
  const version = await nextVersion(tx, dataset.id)
  const isMultiLabel = await isMultiLabelled(tx, dataset.id)
  if (isMultiLabel && method === 'dawid_skene')
    throw badRequest('Dawid-Skene needs records with one label each: use the majority of the rules')
  const matrix = await readMatrix(tx, dataset, { agent, minPrecision: min_precision ?? 0, version: version - 1 })
  const byPattern = await combine(matrix, method, isMultiLabel)
  const wanted = new Map<string, ClassScore[]>()
  let kept = 0
  for (const [key, pattern] of matrix.patternOf) {
    const labels = byPattern[pattern] ?? []
    if (labels.length === 0) continue
    if (matrix.others.has(key) && !replace) kept += 1
    else
      wanted.set(
        key,
        labels.map(({ label, score }): ClassScore => ({ class_label: label, score })),
      )
  }
  await changePredictions(tx, user, dataset, [...wanted.keys()], version, (record, key) => {
    const labels = wanted.get(key) ?? []
    return isShown(record, agent, labels) ? undefined : withPrediction(record, agent, labels)
  })
  const stale = matrix.own.filter((key) => !wanted.has(key))
  await changePredictions(tx, user, dataset, stale, version, (record) => withoutPrediction(record, agent))
  return { suggested: wanted.size, removed: stale.length, kept }
}

/** Remove an agent's predictions where they are shown. */
export async function removeSuggestions(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  agent: string,
): Promise<{ removed: number }> {
  assertOpen(dataset)
  const version = await nextVersion(tx, dataset.id)
  const { own } = await readMatrix(tx, dataset, { agent, minPrecision: 0, version: version - 1 })
  await changePredictions(tx, user, dataset, own, version, (record) => withoutPrediction(record, agent))
  return { removed: own.length }
}

function isShown(
  { document: { prediction } }: StoredPrediction,
  agent: string,
  labels: readonly ClassScore[],
): boolean {
  return prediction?.agent === agent && JSON.stringify(prediction.labels) === JSON.stringify(labels)
}

/** The suggestion for each pattern of matching rules; an empty one where the rules do not settle it. */
function combine(matrix: RuleMatrix, method: RuleMethod, isMultiLabel: boolean): Promise<SuggestedLabel[][]> {
  const rules = matrix.rules.map(({ labels }) => ({ labels }))
  return askCombine({ op: 'combine', method, isMultiLabel, rules, patterns: matrix.patterns })
}

/** How many records get a suggestion, and how many of these are annotated just so. */
function compare(matrix: RuleMatrix, byPattern: readonly SuggestedLabel[][], isMultiLabel: boolean) {
  let [suggested, compared, correct] = [0, 0, 0]
  for (const [key, pattern] of matrix.patternOf) {
    const labels = byPattern[pattern] ?? []
    if (labels.length === 0) continue
    suggested += 1
    const given = matrix.annotated.get(key)
    if (!given) continue
    compared += 1
    const classes = classesOf(
      labels.map(({ label, score }) => ({ class_label: label, score })),
      isMultiLabel,
    )
    if (classes.length === given.size && classes.every((label) => given.has(label))) correct += 1
  }
  return { suggested_records: suggested, compared_records: compared, correct_records: correct }
}

function isDisputed({ rules }: RuleMatrix, matching: readonly number[]): boolean {
  return new Set(matching.map((at) => JSON.stringify(rules[at]?.labels.toSorted()))).size > 1
}
