import type { Task } from '@postil/contract/task/constants'
import type { ColumnSpec } from '../columns'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { MetricAsk } from '../protocol'
import { CLASS_METRICS, singleF1 } from './class-metrics'
import { COMMON_METRICS } from './common-metrics'
import type { Metric } from './metric'
import { entitiesF1, TOKEN_METRICS } from './token-metrics'

/** The columns that a metric reads. */
export function metricColumns(task: Task, ask: MetricAsk): ColumnSpec[] {
  return metricNamed(task, ask.id).columns(ask)
}

/** Compute a metric over some records. Which task has which metric is decided by the routes. */
export function computeMetric(index: DatasetIndex, docs: DocSet, task: Task, ask: MetricAsk): Record<string, unknown> {
  return metricNamed(task, ask.id).compute({ index, docs, task, ask })
}

function metricNamed(task: Task, id: string): Metric {
  // Two metrics share this id.
  if (id === 'F1') return task === 'TokenClassification' ? entitiesF1 : singleF1
  const metric = METRICS.get(id)
  if (!metric) throw new Error(`There is no metric ${id}.`)
  return metric
}

const METRICS = new Map([...COMMON_METRICS, ...CLASS_METRICS, ...TOKEN_METRICS])
