import { type NewRule, type RuleChange, ruleRoutes } from '@postil/contract/task/rules'
import type { SessionUser } from '../../../context'
import type { Db, Tx } from '../../../db/tables'
import { handle } from '../../../http/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { changeRule, createRule, getRule, listRules, overallMetrics, removeRule, ruleMetrics } from './rules.service'

interface Read {
  db: Db
  found(kind: 'task_dataset'): FoundTaskDataset
}

interface Write extends Read {
  tx: Tx
  user: SessionUser
}

interface Named {
  params: { query: string }
}

const METRICS = '/metrics'

const list = ({ db, found }: Read) => listRules(db, found('task_dataset'))
const create = ({ tx, user, found, body }: Write & { body: NewRule }) =>
  createRule(tx, user, found('task_dataset'), body)
const overall = ({ db, found }: Read) => overallMetrics(db, found('task_dataset'))
const get = async ({ db, found, params, query }: Read & Named & { query: { label?: string | string[] } }) => {
  const dataset = found('task_dataset')
  // A query may hold slashes, so only the end of the path tells the two calls apart.
  if (!params.query.endsWith(METRICS)) return getRule(db, dataset, params.query)
  return ruleMetrics(db, dataset, params.query.slice(0, -METRICS.length), [query.label ?? []].flat())
}
const change = ({ tx, user, found, params, body }: Write & Named & { body: RuleChange }) =>
  changeRule(tx, user, found('task_dataset'), params.query, body)
const remove = async ({ tx, user, found, params }: Write & Named) => {
  await removeRule(tx, user, found('task_dataset'), params.query)
  return null
}

/** The same handlers for both path orders. */
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
