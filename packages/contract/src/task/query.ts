import { z } from 'zod'
import { atMostKeys, bool, fail, float, int, json, list, text, valueError, word } from '../shapes'
import { RECORD_STATUSES, RULE_OUTCOMES, TASK_LIMITS } from './constants'
import { recordId } from './task'

const texts = () => list(text(), { max: TASK_LIMITS.filterValues })
const scoreRange = z.object({ from: float().nullish(), to: float().nullish() }).nullish()

const VectorQuery = z.object({
  name: text(),
  value: list(float(), { max: TASK_LIMITS.vectorDimensions }),
  k: int({ ge: 1, le: 10_000 }).nullish(),
})

/** Limits the total length of the rules, because they are parsed one by one before the search. */
function refuseLongRules(queries: readonly string[], ctx: z.core.$RefinementCtx): void {
  if (queries.reduce((sum, query) => sum + query.length, 0) > TASK_LIMITS.ruleQueriesLength)
    fail(
      ctx,
      valueError(`the queries of these rules have more than ${TASK_LIMITS.ruleQueriesLength} characters together`),
    )
}

/** Records matched by at least one of the rules, with this outcome. An extension of the original API. */
const RuleOutcomeQuery = z.object({
  rules: list(z.object({ query: text(), labels: list(text(), { max: TASK_LIMITS.ruleLabels }) }), {
    max: TASK_LIMITS.rules,
  }).superRefine((rules, ctx) =>
    refuseLongRules(
      rules.map(({ query }) => query),
      ctx,
    ),
  ),
  outcome: word(RULE_OUTCOMES),
})

/** The query object of all classic searches (classic-api §7). All keys are optional, and a record must match all of them. */
export const TaskQuery = z.object({
  query_text: text().nullish(),
  ids: list(recordId(), { max: TASK_LIMITS.queryIds }).nullish(),
  status: list(word(RECORD_STATUSES), { max: TASK_LIMITS.filterValues }).nullish(),
  predicted_as: texts().nullish(),
  annotated_as: texts().nullish(),
  predicted_by: texts().nullish(),
  annotated_by: texts().nullish(),
  /** An empty text counts as absent: clients send it for a cleared filter. */
  predicted: z.preprocess((given) => (given === '' ? undefined : given), word(['ok', 'ko']).nullish()),
  score: scoreRange,
  /** Another name of `score`. */
  confidence: scoreRange,
  metadata: atMostKeys(z.record(z.string(), z.union([texts(), text()])), TASK_LIMITS.metadataKeys).nullish(),
  has_annotation: bool().nullish(),
  has_prediction: bool().nullish(),
  uncovered_by_rules: list(text(), { max: TASK_LIMITS.rules }).superRefine(refuseLongRules).nullish(),
  by_rules: RuleOutcomeQuery.nullish(),
  vector: VectorQuery.nullish(),
  /** Refused by the service; no client sends it. */
  raw_query: z.record(z.string(), json()).nullish(),
})
export type TaskQuery = z.output<typeof TaskQuery>

export const SortItem = z.object({ id: text(), order: word(['asc', 'desc']).default('asc') })
export type SortItem = z.output<typeof SortItem>
export const SortItems = list(SortItem, { max: TASK_LIMITS.querySorts })
