import type { Json } from '@postil/contract/shapes'
import { TASK_LIMITS } from '@postil/contract/task/constants'
import { type MetricParams, taskMetricRoutes } from '@postil/contract/task/metrics'
import type { TaskQuery } from '@postil/contract/task/query'
import type { SearchField } from '@postil/domain/search/index'
import type { Db } from '../../../db/tables'
import { handle } from '../../../http/calls/handle'
import { entityNotFound } from '../../../wire/classic-errors'
import type { FoundTaskDataset } from '../datasets/find-task-dataset'
import { openSearch } from '../search/open-search'
import { askIndex } from '../search-thread/ask-index'
import { METRIC_LIST } from './metric-list'

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

const SIZES: Record<string, number> = {
  words_cloud: 80,
  predicted_top_k_mentions_consistency: 50,
  annotated_top_k_mentions_consistency: 50,
}
const SIZE_DEFAULT = 1000

/** Compute one metric over the records that match a query. Throws 404 for a metric the task does not have. */
async function summarizeMetric(
  db: Db,
  dataset: FoundTaskDataset,
  id: string,
  asked: TaskQuery,
  params: MetricParams,
): Promise<Record<string, Json>> {
  if (!METRIC_LIST[dataset.task].some((metric) => metric.id === id)) throw entityNotFound(id, 'ServiceBaseMetric')
  const search = await openSearch(db, dataset)
  const { query } = search.compile(asked)
  const found = await askIndex(db, search.indexed, {
    op: 'metric',
    id,
    query,
    params: {
      size: Math.min(params.size ?? SIZES[id] ?? SIZE_DEFAULT, TASK_LIMITS.metricSizeMax),
      interval: params.interval,
      entitySize: Math.min(params.entity_size ?? SIZE_DEFAULT, TASK_LIMITS.metricSizeMax),
      textField: wordsOf(search.schema.find(params.text_field ?? 'text')),
      rule: search.compileText(params.rule_query),
    },
    facets: search.facets,
  })
  return found as Record<string, Json>
}

/** The source of a field that consists of words, which are texts and keywords, but not numbers and dates. */
function wordsOf(field: SearchField | undefined): string | undefined {
  return field?.kind === 'std' || field?.kind === 'kw' ? field.source : undefined
}
