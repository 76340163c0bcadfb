import { z } from 'zod'
import { defineRoute } from '../route'
import { bool, float, text, word } from '../shapes'
import { TASK_LIMITS } from './constants'
import { annotate, member, NameParams, workspaceQuery } from './task'

/** Methods to combine all rules that match a record into one suggestion. */
const RULE_METHODS = ['majority', 'dawid_skene'] as const
export type RuleMethod = (typeof RULE_METHODS)[number]

const agent = text({ min: 1, max: TASK_LIMITS.agentLength }).default('rules')
/** Rules whose precision is known and lower are left out. */
const minPrecision = float({ ge: 0, le: 1 }).nullish()

/** Why a stored rule is not used. */
export const LeftOutRule = z.object({
  query: z.string(),
  reason: z.enum(['unreadable', 'unknown_label', 'low_precision']),
  message: z.string(),
})
export type LeftOutRule = z.output<typeof LeftOutRule>

/** Counts of one rule against the annotations (classic-api §10). */
const RuleCountsBody = z.object({
  query: z.string(),
  covered_records: z.number(),
  covered_annotated_records: z.number(),
  correct: z.number(),
  incorrect: z.number(),
})

/** What one method would suggest, and how it compares with existing annotations. */
const MethodReport = z.object({
  method: z.enum(RULE_METHODS),
  suggested_records: z.number(),
  /** Annotated records among them. */
  compared_records: z.number(),
  /** Of these, the records whose suggestion is the annotation. */
  correct_records: z.number(),
})

/** All stored rules together. */
export const RuleReport = z.object({
  total_records: z.number(),
  annotated_records: z.number(),
  /** Number of rules used. */
  rules: z.number(),
  left_out: z.array(LeftOutRule),
  covered_records: z.number(),
  /** Covered records that are not validated yet. */
  not_validated_records: z.number(),
  /** Records that rules with different labels match. */
  disputed_records: z.number(),
  /** Covered records whose prediction is another agent's. */
  other_predictions: z.number(),
  /** Records whose shown prediction is by the agent. */
  own_predictions: z.number(),
  /** Each rule that can be parsed, whether used or not. */
  by_rule: z.array(RuleCountsBody),
  /** Records have several labels each. */
  multi_label: z.boolean(),
  methods: z.array(MethodReport),
})
export type RuleReport = z.output<typeof RuleReport>

const Apply = z.object({
  method: word(RULE_METHODS),
  agent,
  min_precision: minPrecision,
  /** Also replace the shown prediction of another agent, which is then kept in `predictions` only. */
  replace: bool().default(false),
})
export type ApplyRules = z.output<typeof Apply>

export const AppliedRules = z.object({
  /** Records that have the suggestion now. */
  suggested: z.number(),
  /** Records that lost an older suggestion of the agent, since no rule matches them any more. */
  removed: z.number(),
  /** Records not changed, since they show another agent's prediction. */
  kept: z.number(),
})
export type AppliedRules = z.output<typeof AppliedRules>

const PATH = '/api/datasets/{name}/TextClassification/labeling/suggestions'
const common = { tag: 'Classic rules', path: PATH, params: NameParams, status: 200 } as const
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'closed_dataset'] as const

/** Suggestions from rules. An extension of the original API. */
export const ruleSuggestionRoutes = {
  getRuleReport: defineRoute({
    ...common,
    access: member,
    method: 'GET',
    summary: 'What all stored rules say together, and what each method would suggest.',
    query: z.object({ ...workspaceQuery, agent, min_precision: minPrecision }),
    reply: RuleReport,
    errors,
  }),
  applyRules: defineRoute({
    ...common,
    access: annotate,
    method: 'POST',
    summary:
      "Make the stored rules suggest labels: writes them as an agent's predictions. Annotations and statuses stay.",
    query: z.object(workspaceQuery),
    body: Apply,
    // Uses many short transactions.
    outsideTransaction: true,
    reply: AppliedRules,
    errors: [...errors, 'bad_request', 'conflict'],
  }),
  removeRuleSuggestions: defineRoute({
    ...common,
    access: annotate,
    method: 'DELETE',
    summary:
      "Remove an agent's suggestions where they are shown; another agent's prediction is shown again where there is one.",
    query: z.object({ ...workspaceQuery, agent }),
    outsideTransaction: true,
    reply: z.object({ removed: z.number() }),
    errors,
  }),
}
