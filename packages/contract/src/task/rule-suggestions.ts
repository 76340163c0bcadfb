import { z } from 'zod'
import { JOB_STATES } from '../jobs'
import { defineRoute } from '../route'
import { bool, float, text, word } from '../shapes'
import { TASK_LIMITS } from './constants'
import { annotate, member, NameParams, workspaceQuery } from './task'

/** Methods to combine all rules that match a record into one suggestion. */
const RULE_METHODS = ['majority', 'dawid_skene'] as const
export type RuleMethod = (typeof RULE_METHODS)[number]

const agent = text({ min: 1, max: TASK_LIMITS.agentLength }).default('rules')
/** Rules with a known precision below this are not used. */
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

/** The suggestions of one method, compared with existing annotations. */
const MethodReport = z.object({
  method: z.enum(RULE_METHODS),
  suggested_records: z.number(),
  /** Number of records among these that show another agent's prediction, and keep it unless it is replaced. */
  kept_records: z.number(),
  /** Number of annotated records among these. */
  compared_records: z.number(),
  /** Number of annotated records whose suggestion equals the annotation. */
  correct_records: z.number(),
})

/** Report on all stored rules together. */
export const RuleReport = z.object({
  total_records: z.number(),
  annotated_records: z.number(),
  /** Number of rules used. */
  rules: z.number(),
  left_out: z.array(LeftOutRule),
  covered_records: z.number(),
  /** Number of covered records that are not validated yet. */
  not_validated_records: z.number(),
  /** Number of records matched by rules with different labels. */
  disputed_records: z.number(),
  /** Number of covered records whose main prediction is by another agent. */
  other_predictions: z.number(),
  /** Number of records whose main prediction is by this agent. */
  own_predictions: z.number(),
  /** All rules that can be parsed, including unused ones. */
  by_rule: z.array(RuleCountsBody),
  /** Whether the records are multi-label. */
  multi_label: z.boolean(),
  methods: z.array(MethodReport),
})
export type RuleReport = z.output<typeof RuleReport>

const Apply = z.object({
  method: word(RULE_METHODS),
  agent,
  min_precision: minPrecision,
  /** Also replace the main prediction of another agent; it stays in `predictions`. */
  replace: bool().default(false),
})
export type ApplyRules = z.output<typeof Apply>

export const AppliedRules = z.object({
  /** Number of records that have the suggestion now. */
  suggested: z.number(),
  /** Number of records whose older suggestion by the agent was removed, because no rule matches them any more. */
  removed: z.number(),
  /** Number of records that were not changed, because their main prediction is by another agent. */
  kept: z.number(),
})
export type AppliedRules = z.output<typeof AppliedRules>

/** The latest job that applied the rules of a dataset or removed their suggestions; it is kept for seven days. */
const RuleWork = z.object({
  id: z.string(),
  action: z.enum(['apply', 'remove']),
  state: z.enum(JOB_STATES),
  /** Number of records done. */
  done: z.number(),
  /** Null until the suggestions are computed. */
  total: z.number().nullable(),
  /** What is written so far. */
  result: AppliedRules,
  /** Why it failed, for people. */
  error: z.string().nullable(),
})
export type RuleWork = z.output<typeof RuleWork>

const PATH = '/api/datasets/{name}/TextClassification/labeling/suggestions'
const common = { tag: 'Classic rules', path: PATH, params: NameParams, status: 200 } as const
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'closed_dataset'] as const

/** Suggestions from rules. An extension of the original API. */
export const ruleSuggestionRoutes = {
  getRuleReport: defineRoute({
    ...common,
    access: member,
    method: 'GET',
    summary: 'A report on all stored rules together, and on the suggestions that each method would make.',
    query: z.object({ ...workspaceQuery, agent, min_precision: minPrecision }),
    reply: RuleReport,
    errors,
  }),
  applyRules: defineRoute({
    ...common,
    access: annotate,
    method: 'POST',
    summary:
      "Write the labels suggested by the stored rules as an agent's predictions. Annotations and statuses do not change.",
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
      "Remove an agent's suggestions where they are the main prediction. The prediction of another agent becomes the main one, if there is any.",
    query: z.object({ ...workspaceQuery, agent }),
    outsideTransaction: true,
    reply: z.object({ removed: z.number() }),
    errors: [...errors, 'conflict'],
  }),
  getRuleWork: defineRoute({
    ...common,
    path: `${PATH}/work`,
    access: member,
    method: 'GET',
    summary: 'The progress and the result of the latest job that applied the rules or removed their suggestions.',
    query: z.object(workspaceQuery),
    reply: z.object({ work: RuleWork.nullable() }),
    errors,
  }),
}
