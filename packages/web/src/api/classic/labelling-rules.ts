import type { RuleMethod, RuleReport, RuleWork } from '@postil/contract/task/rule-suggestions'
import type { OverallRuleMetrics, RuleBody, RuleMetrics } from '@postil/contract/task/rules'
import type { Rule } from '@postil/domain/rules/rule'
import { api } from '../client.ts'
import { refusalOf } from '../errors.ts'
import type { ClassicName } from './classic-datasets.ts'
import { headersOf } from './task-records.ts'

const RULES = '/api/datasets/TextClassification/{name}/labeling/rules'
const SUGGESTIONS = '/api/datasets/{name}/TextClassification/labeling/suggestions'

/** The labelling rules of a dataset, oldest first. */
export function fetchRules(at: ClassicName): Promise<readonly RuleBody[]> {
  return api(`GET ${RULES}`, callOf(at))
}

/** Save a rule: create it, or update the labels of the existing rule with this query (409). */
export async function saveRule(at: ClassicName, { query, labels }: Rule): Promise<RuleBody> {
  const body = { query, labels: [...labels] }
  try {
    return await api(`POST ${RULES}`, { ...callOf(at), body })
  } catch (error) {
    if (refusalOf(error)?.status !== 409) throw error
    return api(`PATCH ${RULES}/{query*}`, { ...callOf(at, query), body: { labels: [...labels] } })
  }
}

/** Save a rule in place of the one with another query, or as a new one where that has been deleted. */
export async function replaceRule(at: ClassicName, replaced: string, { query, labels }: Rule): Promise<RuleBody> {
  try {
    const body = { labels: [...labels], new_query: query }
    return await api(`PATCH ${RULES}/{query*}`, { ...callOf(at, replaced), body })
  } catch (error) {
    if (refusalOf(error)?.status !== 404) throw error
    return saveRule(at, { query, labels })
  }
}

/** Delete the rule of this query. */
export async function deleteRule(at: ClassicName, query: string): Promise<void> {
  await api(`DELETE ${RULES}/{query*}`, callOf(at, query))
}

/** The metrics of a query with some labels against the annotations; it need not be a stored rule. */
export async function fetchRuleMetrics(at: ClassicName, rule: Rule, signal?: AbortSignal): Promise<RuleMetrics> {
  const label = [...rule.labels]
  const call = { ...callOf(at, `${rule.query}/metrics`), query: { label }, signal }
  return metricsOf(await api(`GET ${RULES}/{query*}`, call))
}

/** The coverage of all stored rules together. */
export function fetchOverallMetrics(at: ClassicName, signal?: AbortSignal): Promise<OverallRuleMetrics> {
  return api(`GET ${RULES}/metrics`, { ...callOf(at), signal })
}

/** A report on all stored rules: the counts of each, and what each way to combine them would suggest. */
export function fetchRuleReport(
  at: ClassicName,
  minPrecision: number | undefined,
  signal?: AbortSignal,
): Promise<RuleReport> {
  return api(`GET ${SUGGESTIONS}`, { ...callOf(at), query: { min_precision: minPrecision }, signal })
}

/** Make the stored rules suggest labels. */
export function applyRules(
  at: ClassicName,
  { method, minPrecision, replace }: { method: RuleMethod; minPrecision?: number | undefined; replace: boolean },
) {
  return api(`POST ${SUGGESTIONS}`, { ...callOf(at), body: { method, min_precision: minPrecision, replace } })
}

/** The latest job that wrote or removed suggestions of the rules, with its progress or its result; null when there was none lately. */
export async function fetchRuleWork(at: ClassicName, signal?: AbortSignal): Promise<RuleWork | null> {
  return (await api(`GET ${SUGGESTIONS}/work`, { ...callOf(at), signal })).work
}

/** Remove what the rules suggested. */
export function removeRuleSuggestions(at: ClassicName) {
  return api(`DELETE ${SUGGESTIONS}`, callOf(at))
}

function callOf(at: ClassicName, query = '') {
  return { params: { name: at.name, query }, headers: headersOf(at) }
}

// The same path serves rules and their metrics: distinguish them by the shape of the reply.
function metricsOf(reply: RuleBody | RuleMetrics): RuleMetrics {
  if ('total_records' in reply) return reply
  throw new Error('The server did not answer with metrics.')
}
