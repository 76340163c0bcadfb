import { z } from 'zod'
import { bool, float, int, json, text, word } from '../shapes'
import { RECORD_STATUSES, recordId } from './task'

const texts = z.array(text()).nullish()
const scoreRange = z.object({ from: float().nullish(), to: float().nullish() }).nullish()

export const VectorQuery = z.object({ name: text(), value: z.array(float()), k: int({ ge: 1, le: 10_000 }).nullish() })

/** What rules can make of a record: wrong or right about its annotation, without an annotation to compare with, or at odds with each other. */
export const RULE_OUTCOMES = ['incorrect', 'correct', 'not_annotated', 'disputed'] as const
export type RuleOutcome = (typeof RULE_OUTCOMES)[number]

/** Records that at least one of some rules matches, with this outcome. Not in older servers. */
export const RuleOutcomeQuery = z.object({
  rules: z.array(z.object({ query: text(), labels: z.array(text()) })),
  outcome: word(RULE_OUTCOMES),
})

/** The query object of every classic search (classic-api §7): one schema for all tasks, everything optional, all keys ANDed. */
export const TaskQuery = z.object({
  query_text: text().nullish(),
  ids: z.array(recordId()).nullish(),
  status: z.array(word(RECORD_STATUSES)).nullish(),
  predicted_as: texts,
  annotated_as: texts,
  predicted_by: texts,
  annotated_by: texts,
  /** An empty text, which a cleared filter leaves behind, is as good as none. */
  predicted: z.preprocess((given) => (given === '' ? undefined : given), word(['ok', 'ko']).nullish()),
  score: scoreRange,
  /** Another name of `score`. */
  confidence: scoreRange,
  metadata: z.record(z.string(), z.union([z.array(text()), text()])).nullish(),
  has_annotation: bool().nullish(),
  has_prediction: bool().nullish(),
  uncovered_by_rules: texts,
  by_rules: RuleOutcomeQuery.nullish(),
  vector: VectorQuery.nullish(),
  /** Refused by the service: no client sends it. */
  raw_query: z.record(z.string(), json()).nullish(),
})
export type TaskQuery = z.output<typeof TaskQuery>

export const SortItem = z.object({ id: text(), order: word(['asc', 'desc']).default('asc') })
export type SortItem = z.output<typeof SortItem>
