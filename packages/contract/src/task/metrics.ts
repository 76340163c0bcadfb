import { z } from 'zod'
import { defineRoute } from '../route'
import { float, int, json, text } from '../shapes'
import { TASKS, type Task } from './constants'
import { TaskQuery } from './query'
import { member, NameParams, WorkspaceQuery, workspaceQuery } from './task'

const tag = 'Classic metrics'
const errors = ['missing_workspace', 'not_found', 'wrong_task', 'forbidden', 'closed_dataset'] as const

const SummaryQuery = z.object({
  ...workspaceQuery,
  interval: float({ gt: 0 }).optional(),
  size: int({ ge: 1 }).optional(),
  text_field: text().optional(),
  rule_query: text().optional(),
  entity_size: int({ ge: 1 }).optional(),
})
export type MetricParams = Omit<z.output<typeof SummaryQuery>, 'workspace'>

function listMetrics<const Path extends string>(path: Path) {
  return defineRoute({
    method: 'GET',
    path,
    summary: 'The available metrics for a dataset of this task.',
    tag,
    access: member,
    params: NameParams,
    query: WorkspaceQuery,
    reply: z.array(z.object({ id: z.string(), name: z.string(), description: z.string().nullable() })),
    status: 200,
    errors,
  })
}

function summarizeMetric<const Path extends string>(path: Path) {
  return defineRoute({
    method: 'POST',
    path,
    summary: 'Compute one metric over the records that match a query.',
    tag,
    access: member,
    params: z.object({ name: text(), id: text() }),
    query: SummaryQuery,
    body: TaskQuery,
    outsideTransaction: true,
    reply: z.record(z.string(), json()),
    status: 200,
    errors: [...errors, 'bad_request', 'invalid_text_search'],
  })
}

const newOrder = <T extends Task>(task: T) => `/api/datasets/{name}/${task}/metrics` as const
const oldOrder = <T extends Task>(task: T) => `/api/datasets/${task}/{name}/metrics` as const
const [TEXT, TOKEN, TEXT2TEXT] = TASKS

/** Metrics. Each route exists under both path orders, with the task before and after the dataset (classic-api §9). */
export const taskMetricRoutes = {
  listTextClassificationMetrics: listMetrics(newOrder(TEXT)),
  listTextClassificationMetricsOld: listMetrics(oldOrder(TEXT)),
  listTokenClassificationMetrics: listMetrics(newOrder(TOKEN)),
  listTokenClassificationMetricsOld: listMetrics(oldOrder(TOKEN)),
  listText2TextMetrics: listMetrics(newOrder(TEXT2TEXT)),
  listText2TextMetricsOld: listMetrics(oldOrder(TEXT2TEXT)),
  summarizeTextClassificationMetric: summarizeMetric(`${newOrder(TEXT)}/{id}:summary`),
  summarizeTextClassificationMetricOld: summarizeMetric(`${oldOrder(TEXT)}/{id}:summary`),
  summarizeTokenClassificationMetric: summarizeMetric(`${newOrder(TOKEN)}/{id}:summary`),
  summarizeTokenClassificationMetricOld: summarizeMetric(`${oldOrder(TOKEN)}/{id}:summary`),
  summarizeText2TextMetric: summarizeMetric(`${newOrder(TEXT2TEXT)}/{id}:summary`),
  summarizeText2TextMetricOld: summarizeMetric(`${oldOrder(TEXT2TEXT)}/{id}:summary`),
}
