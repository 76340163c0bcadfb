import { z } from 'zod'
import { defineRoute } from '../route'
import { fail, list, text } from '../shapes'
import { TASK_LIMITS } from './constants'
import { annotate, member, NameParams, WorkspaceQuery, workspaceQuery } from './task'

/** A labelling rule. `label` is only present when there is exactly one label. */
export const RuleBody = z.object({
  query: z.string(),
  label: z.string().optional(),
  labels: z.array(z.string()),
  description: z.string().optional(),
  author: z.string(),
  created_at: z.string(),
})
export type RuleBody = z.output<typeof RuleBody>

/** Coverage of a dataset by rules. */
export const OverallRuleMetrics = z.object({
  total_records: z.number(),
  annotated_records: z.number(),
  coverage: z.number().optional(),
  coverage_annotated: z.number().optional(),
})
export type OverallRuleMetrics = z.output<typeof OverallRuleMetrics>

/** Agreement of one rule with the annotations (classic-api §10). */
export const RuleMetrics = OverallRuleMetrics.extend({
  correct: z.number().optional(),
  incorrect: z.number().optional(),
  precision: z.number().optional(),
})
export type RuleMetrics = z.output<typeof RuleMetrics>

const ruleLabel = () => text({ max: TASK_LIMITS.termLength })
const labelling = {
  labels: list(ruleLabel(), { max: TASK_LIMITS.ruleLabels }).nullish(),
  label: ruleLabel().nullish(),
  description: text({ max: TASK_LIMITS.ruleDescription }).nullish(),
}

/** `label` is added to `labels`; at least one label is required. */
function joinLabels<T extends { labels?: string[] | null; label?: string | null }>(rule: T, ctx: z.RefinementCtx) {
  const { label, labels, ...rest } = rule
  const all = [...new Set([...(labels ?? []), ...(typeof label === 'string' ? [label] : [])])]
  if (all.length === 0) fail(ctx, { msg: 'No label was provided for rule', type: 'assertion_error' }, { root: true })
  return { ...rest, labels: all }
}

const ruleQuery = () => text({ trim: true, min: 1, max: TASK_LIMITS.ruleQueryLength })
const NewRule = z.object({ query: ruleQuery(), ...labelling }).transform(joinLabels)
export type NewRule = z.output<typeof NewRule>
/** `new_query` is an extension of the original API: without it, the query stays. */
const RuleChange = z.object({ ...labelling, new_query: ruleQuery().nullish() }).transform(joinLabels)
export type RuleChange = z.output<typeof RuleChange>

/** The rest of the path, including slashes, is the query. */
const RuleParams = z.object({ name: text(), '*': text() }).transform(({ name, '*': query }) => ({ name, query }))

const tag = 'Classic rules'
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden'] as const
const common = { tag, access: member, query: WorkspaceQuery, status: 200 } as const

const listRules = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    method: 'GET',
    path: base,
    summary: 'All labelling rules, oldest first.',
    params: NameParams,
    reply: z.array(RuleBody),
    errors,
  })

const createRule = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    access: annotate,
    method: 'POST',
    path: base,
    summary: 'Add a labelling rule.',
    params: NameParams,
    body: NewRule,
    reply: RuleBody,
    errors: [...errors, 'bad_request', 'conflict'],
  })

const overallMetrics = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    method: 'GET',
    path: `${base}/metrics`,
    summary: 'The coverage of the dataset by all stored rules together.',
    params: NameParams,
    reply: OverallRuleMetrics,
    errors: [...errors, 'invalid_text_search', 'closed_dataset'],
  })

/** One route for two calls, since a query may contain slashes: `…/{query}/metrics` always means the rule's metrics. */
const getRule = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    method: 'GET',
    path: `${base}/{query*}`,
    summary: 'One labelling rule, or its metrics when the path ends in `/metrics`.',
    params: RuleParams,
    query: z.object({ ...workspaceQuery, label: z.union([z.array(text()), text()]).optional() }),
    reply: z.union([RuleBody, RuleMetrics]),
    errors: [...errors, 'invalid_text_search', 'closed_dataset'],
  })

const updateRule = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    access: annotate,
    method: 'PATCH',
    path: `${base}/{query*}`,
    summary: "Replace a rule's labels, and its description and its query when given.",
    params: RuleParams,
    body: RuleChange,
    reply: RuleBody,
    errors: [...errors, 'bad_request', 'conflict'],
  })

const deleteRule = <const P extends string>(base: P) =>
  defineRoute({
    ...common,
    access: annotate,
    method: 'DELETE',
    path: `${base}/{query*}`,
    summary: 'Delete a rule. Not an error if it does not exist.',
    params: RuleParams,
    reply: z.null(),
    errors,
  })

const NEW = '/api/datasets/{name}/TextClassification/labeling/rules'
const OLD = '/api/datasets/TextClassification/{name}/labeling/rules'

/** Labelling rules of text classification. Each route exists under both path orders, with the task before and after the dataset. */
export const ruleRoutes = {
  listRules: listRules(NEW),
  createRule: createRule(NEW),
  getOverallRuleMetrics: overallMetrics(NEW),
  getRule: getRule(NEW),
  updateRule: updateRule(NEW),
  deleteRule: deleteRule(NEW),
  listRulesOld: listRules(OLD),
  createRuleOld: createRule(OLD),
  getOverallRuleMetricsOld: overallMetrics(OLD),
  getRuleOld: getRule(OLD),
  updateRuleOld: updateRule(OLD),
  deleteRuleOld: deleteRule(OLD),
}
