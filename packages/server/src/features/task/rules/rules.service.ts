import { TASK_LIMITS } from '@postil/contract/task/constants'
import type { NewRule, OverallRuleMetrics, RuleBody, RuleChange, RuleMetrics } from '@postil/contract/task/rules'
import { coverageOf, ruleMetricsOf } from '@postil/domain/rules/metrics'
import type { Query } from '@postil/domain/search/index'
import type { SessionUser } from '../../../context'
import { nowMicros, wireTime } from '../../../db/clock'
import { aboutDataset, logEvent } from '../../../db/events'
import type { Db, Tx } from '../../../db/tables'
import type { TaskRuleTable } from '../../../db/task-tables'
import { badRequest, entityExists, entityNotFound } from '../../../wire/classic-errors'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { lockTaskDataset } from '../datasets/next-version'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'
import { deleteRule, insertRule, measureRules, selectRule, selectRules, updateRule } from './rules.store'

const TYPE = 'ServiceLabelingRule'

/** All rules, oldest first. */
export async function listRules(db: Db, dataset: FoundTaskDataset): Promise<RuleBody[]> {
  return (await selectRules(db, dataset.id)).map(toRuleBody)
}

/** The rule with this query, ignoring surrounding spaces. Throws 404 when there is none. */
export async function getRule(db: Db, dataset: FoundTaskDataset, query: string): Promise<RuleBody> {
  return toRuleBody(await getRow(db, dataset, query))
}

export async function createRule(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  rule: NewRule,
): Promise<RuleBody> {
  const row: TaskRuleTable = {
    dataset_id: dataset.id,
    query: rule.query,
    labels: JSON.stringify(rule.labels),
    description: rule.description ?? null,
    author: user.username,
    created_at: nowMicros(),
  }
  await lockTaskDataset(tx, dataset.id)
  if (!(await insertRule(tx, row))) throw entityExists(rule.query, TYPE)
  // The limits are checked after the insert, so that an existing rule is reported first.
  await checkLimits(tx, dataset)
  const body = toRuleBody(row)
  await logEvent(tx, {
    kind: 'task_rule.create',
    ...aboutDataset(user, dataset),
    after: body,
  })
  return body
}

/** Replace a rule's labels, and its description and its query if they are given. Throws 409 when another rule has the new query. */
export async function changeRule(
  tx: Tx,
  user: SessionUser,
  dataset: FoundTaskDataset,
  query: string,
  rule: RuleChange,
): Promise<RuleBody> {
  await lockTaskDataset(tx, dataset.id)
  const row = await getRow(tx, dataset, query)
  const change = {
    query: rule.new_query ?? row.query,
    labels: JSON.stringify(rule.labels),
    description: rule.description ?? row.description,
  }
  const isMoved = change.query !== row.query
  if (isMoved && (await selectRule(tx, dataset.id, change.query))) throw entityExists(change.query, TYPE)
  await updateRule(tx, dataset.id, row.query, change)
  if (isMoved) await checkLimits(tx, dataset)
  const before = toRuleBody(row)
  const after = toRuleBody({ ...row, ...change })
  await logEvent(tx, {
    kind: 'task_rule.update',
    ...aboutDataset(user, dataset),
    before,
    after,
  })
  return after
}

/** Delete the rule with exactly this query, including spaces. A missing rule is not an error. */
export async function removeRule(tx: Tx, user: SessionUser, dataset: FoundTaskDataset, query: string): Promise<void> {
  await lockTaskDataset(tx, dataset.id)
  const row = await selectRule(tx, dataset.id, query)
  if (!row) return
  await deleteRule(tx, dataset.id, query)
  await logEvent(tx, {
    kind: 'task_rule.delete',
    ...aboutDataset(user, dataset),
    before: toRuleBody(row),
  })
}

/** Compare the matches of a query with the annotations under some labels; without labels, under those of the stored rule, if any. */
export async function ruleMetrics(
  db: Db,
  dataset: FoundTaskDataset,
  query: string,
  given: readonly string[],
): Promise<RuleMetrics> {
  const stored = given.length > 0 ? undefined : await selectRule(db, dataset.id, query.trim())
  const labels: string[] = stored ? JSON.parse(stored.labels) : [...new Set(given)]
  const search = await openSearch(db, dataset)
  const rule = search.compileText(query) ?? everything
  return ruleMetricsOf(await askIndex(db, search.indexed, { op: 'rules', rules: [rule], labels }))
}

/** The coverage of the dataset by all stored rules together. Rules with an invalid query match nothing. */
export async function overallMetrics(db: Db, dataset: FoundTaskDataset): Promise<OverallRuleMetrics> {
  const search = await openSearch(db, dataset)
  const rules = search.compileRules((await selectRules(db, dataset.id)).map(({ query }) => query))
  return coverageOf(await askIndex(db, search.indexed, { op: 'rules', rules, labels: [] }))
}

const everything: Query = { type: 'all' }

/** Throws 400 when the dataset has too many rules, or too long ones. */
async function checkLimits(tx: Tx, dataset: FoundTaskDataset): Promise<void> {
  const { count, queriesLength } = await measureRules(tx, dataset.id)
  if (count > TASK_LIMITS.rules) throw badRequest(`A dataset has ${TASK_LIMITS.rules} rules at most.`)
  if (queriesLength > TASK_LIMITS.ruleQueriesLength)
    throw badRequest(`The rules of a dataset have ${TASK_LIMITS.ruleQueriesLength} characters at most, together.`)
}

async function getRow(db: Db, dataset: FoundTaskDataset, query: string): Promise<TaskRuleTable> {
  const row = await selectRule(db, dataset.id, query.trim())
  if (!row) throw entityNotFound(query, TYPE)
  return row
}

export function toRuleBody(row: TaskRuleTable): RuleBody {
  const labels: string[] = JSON.parse(row.labels)
  const [label] = labels
  return {
    query: row.query,
    ...(labels.length === 1 && label !== undefined && { label }),
    labels,
    ...(row.description !== null && { description: row.description }),
    author: row.author,
    created_at: wireTime(row.created_at),
  }
}
