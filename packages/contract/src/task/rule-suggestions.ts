import { z } from 'zod'
import { defineRoute } from '../route'
import { bool, float, text, word } from '../shapes'
import { TASK_LIMITS } from './constants'
import { annotate, member, NameParams, workspaceQuery } from './task'

/** Ways to make one suggestion of all rules that match a record. */
export const RULE_METHODS = ['majority', 'dawid_skene'] as const
export type RuleMethod = (typeof RULE_METHODS)[number]

const agent = text({ min: 1, max: TASK_LIMITS.agentLength }).default('rules')
/** Rules whose precision is known and lower are left out. */
const minPrecision = float({ ge: 0, le: 1 }).nullish()

/** Why a stored rule takes no part. */
export const LeftOutRule = z.object({
  query: z.string(),
  reason: z.enum(['unreadable', 'unknown_label', 'low_precision']),
  message: z.string(),
})
export type LeftOutRule = z.output<typeof LeftOutRule>

/** How one rule meets the annotations (classic-api §10). */
const RuleCountsBody = z.object({
  query: z.string(),
  covered_records: z.number(),
  covered_annotated_records: z.number(),
  correct: z.number(),
  incorrect: z.number(),
})

/** What one method would suggest, and how that compares with the annotations there are. */
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
  /** Rules that take part. */
  rules: z.number(),
  left_out: z.array(LeftOutRule),
  covered_records: z.number(),
  /** Covered records that are not validated yet. */
  not_validated_records: z.number(),
  /** Records that rules with different labels match. */
  disputed_records: z.number(),
  /** Covered records whose prediction is another agent's. */
  other_predictions: z.number(),
  /** Records that show a prediction of the agent. */
  own_predictions: z.number(),
  /** Each rule that can be read, taking part or not. */
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
  /** Show the suggestion also where another agent's prediction is shown, which then stays in `predictions` only. */
  replace: bool().default(false),
})
export type ApplyRules = z.output<typeof Apply>

export const AppliedRules = z.object({
  /** Records that have the suggestion now. */
  suggested: z.number(),
  /** Records that lost an older suggestion of the agent, since no rule matches them any more. */
  removed: z.number(),
  /** Records left as they are, since they show another agent's prediction. */
  kept: z.number(),
})
export type AppliedRules = z.output<typeof AppliedRules>

const PATH = '/api/datasets/{name}/TextClassification/labeling/suggestions'
const common = { tag: 'Classic rules', path: PATH, params: NameParams, status: 200 } as const
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'closed_dataset'] as const

/** Rules that become suggestions. Our own: older servers do not have these. */
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
    // Many short transactions of its own.
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
