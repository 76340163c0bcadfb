import type { Task } from '@postil/contract/task/constants'
import type { ColumnSpec } from '../columns/columns'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import type { MetricAsk } from '../protocol'
import { countDocuments, termColumn } from './counts'
import { keyword } from './facets'

/** A metric: the columns that it reads, and how it is computed over some records (classic-api §9.2). */
export interface Metric {
  columns(ask: MetricAsk): ColumnSpec[]
  compute(given: MetricInput): Record<string, unknown>
}

interface MetricInput {
  index: DatasetIndex
  docs: DocSet
  task: Task
  ask: MetricAsk
}

/** Metrics by their ids in the API. */
export type Metrics = [id: string, metric: Metric][]

/** A metric that counts the documents with each value of a field. */
export function valueCounts(source: string): Metric {
  return {
    columns: () => [keyword(source)],
    compute: ({ index, docs, ask }) => countDocuments(docs, termColumn(index, source), ask.params.size),
  }
}

/** A metric that older clients request by name and that has no content any more. */
export function goneMetric(answer: Record<string, unknown>): Metric {
  return { columns: () => [], compute: () => answer }
}
