import { type NewRule, type RuleChange, ruleRoutes } from '@postil/contract/task/rules'
import { handle } from '../../../http/calls/handle'
import type { TaskRead, TaskWrite } from '../task-call'
import { changeRule, createRule, getRule, listRules, overallMetrics, removeRule, ruleMetrics } from './rules.service'

interface Named {
  params: { query: string }
}

const METRICS = '/metrics'

const list = ({ db, found }: TaskRead) => listRules(db, found('task_dataset'))
const create = ({ tx, user, found, body }: TaskWrite & { body: NewRule }) =>
  createRule(tx, user, found('task_dataset'), body)
const overall = ({ db, found }: TaskRead) => overallMetrics(db, found('task_dataset'))
const get = async ({ db, found, params, query }: TaskRead & Named & { query: { label?: string | string[] } }) => {
  const dataset = found('task_dataset')
  // A query may contain slashes, so only the end of the path distinguishes the two calls.
  if (!params.query.endsWith(METRICS)) return getRule(db, dataset, params.query)
  return ruleMetrics(db, dataset, params.query.slice(0, -METRICS.length), [query.label ?? []].flat())
}
const change = ({ tx, user, found, params, body }: TaskWrite & Named & { body: RuleChange }) =>
  changeRule(tx, user, found('task_dataset'), params.query, body)
const remove = async ({ tx, user, found, params }: TaskWrite & Named) => {
  await removeRule(tx, user, found('task_dataset'), params.query)
  return null
}

/** Handlers of the labelling rules, the same for both path orders. */
export const ruleHandlers = handle(ruleRoutes, {
  listRules: list,
  createRule: create,
  getOverallRuleMetrics: overall,
  getRule: get,
  updateRule: change,
  deleteRule: remove,
  listRulesOld: list,
  createRuleOld: create,
  getOverallRuleMetricsOld: overall,
  getRuleOld: get,
  updateRuleOld: change,
  deleteRuleOld: remove,
})
