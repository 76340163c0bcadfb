import { type MetricParams, taskMetricRoutes } from '@postil/contract/task/metrics'
import type { TaskQuery } from '@postil/contract/task/query'
import type { Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { METRIC_LIST } from './metric-list'
import { summarizeMetric } from './metrics.service'

interface List {
  found(kind: 'task_dataset'): FoundTaskDataset
}

interface Summary extends List {
  db: Db
  params: { id: string }
  query: MetricParams
  body: TaskQuery
}

const list = async ({ found }: List) => METRIC_LIST[found('task_dataset').task]
const summarize = ({ db, found, params, body, query }: Summary) =>
  summarizeMetric(db, found('task_dataset'), params.id, body, query)

/** Handlers of the metrics, the same for all tasks and both path orders. */
export const taskMetricHandlers = handle(taskMetricRoutes, {
  listTextClassificationMetrics: list,
  listTextClassificationMetricsOld: list,
  listTokenClassificationMetrics: list,
  listTokenClassificationMetricsOld: list,
  listText2TextMetrics: list,
  listText2TextMetricsOld: list,
  summarizeTextClassificationMetric: summarize,
  summarizeTextClassificationMetricOld: summarize,
  summarizeTokenClassificationMetric: summarize,
  summarizeTokenClassificationMetricOld: summarize,
  summarizeText2TextMetric: summarize,
  summarizeText2TextMetricOld: summarize,
})
