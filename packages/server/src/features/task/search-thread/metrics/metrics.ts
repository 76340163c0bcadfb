import type { Task } from '@postil/contract/task/constants'
import { type F1Scores, type LabelPair, multiLabelF1, singleLabelF1 } from '@postil/domain/labels/f1'
import { compareCodePoints } from '@postil/domain/search/index'
import type { ColumnSpec } from '../columns/columns'
import { INTERNAL } from '../columns/extract'
import type { DatasetIndex } from '../dataset-index'
import type { DocSet } from '../doc-set'
import { columnsOf, evaluate } from '../evaluate'
import type { MetricAsk } from '../protocol'
import { countDocuments, histogram, numberColumn, termColumn } from './counts'
import { keyword, metadataColumns, metadataFacets, scoreHistogram, wordCloud } from './facets'
import { goneMetric, type Metric, type Metrics, valueCounts } from './metric'
import { countRules, ruleColumns } from './rule-counts'
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

const textLength: Metric = {
  columns: () => [{ source: 'text', kind: 'length' }],
  compute: ({ index, docs }) => histogram(numberColumn(index, 'text', 'length').valuesOf(docs), 1),
}

const errorDistribution: Metric = {
  columns: () => [keyword('predicted')],
  compute: ({ index, docs, task }) => {
    const known = task === 'Text2Text' ? {} : countDocuments(docs, termColumn(index, 'predicted'), 2)
    const unknown = docs.count() - Object.values(known).reduce((sum, count) => sum + count, 0)
    return unknown > 0 ? { ...known, unknown } : known
  },
}

const wordsCloud: Metric = {
  columns: ({ params }) => (params.textField === undefined ? [] : [{ source: params.textField, kind: 'cloud' }]),
  compute: ({ index, docs, ask: { params } }) =>
    params.textField === undefined ? {} : wordCloud(index, docs, params.textField, params.size),
}

const metadata: Metric = {
  columns: ({ facets }) => metadataColumns(facets),
  compute: ({ index, docs, ask }) => metadataFacets(index, docs, ask.facets, ask.params.size),
}

const score: Metric = {
  columns: () => [{ source: 'score', kind: 'number' }],
  compute: ({ index, docs }) => scoreHistogram(index, docs),
}

/**
 * By agent, the predictions that equal their annotation. Not in the list of metrics: only for the progress of a team. Records of text2text do
 * not have `predicted`; their first prediction is the one that is shown.
 */
const accepted: Metric = {
  columns: () => ['predicted', 'predicted_by', 'predicted_as', 'annotated_as'].map(keyword),
  compute: ({ index, docs, task, ask }) => {
    const equal = index.emptySet()
    if (task === 'Text2Text') {
      const [annotated, predicted] = [termColumn(index, 'annotated_as'), termColumn(index, 'predicted_as')]
      docs.forEach((ordinal) => {
        const [text] = predicted.termsOf(ordinal)
        if (text !== undefined && text === annotated.termsOf(ordinal)[0]) equal.add(ordinal)
      })
    } else termColumn(index, 'predicted').collectTerm('ok', equal)
    return countDocuments(equal.intersect(docs), termColumn(index, 'predicted_by'), ask.params.size)
  },
}

/** The metrics that every task has. */
const COMMON_METRICS: Metrics = [
  ['text_length', textLength],
  ['error_distribution', errorDistribution],
  ['status_distribution', valueCounts('status')],
  ['words_cloud', wordsCloud],
  ['metadata', metadata],
  ['predicted_by', valueCounts('predicted_by')],
  ['annotated_by', valueCounts('annotated_by')],
  ['score', score],
  ['accepted', accepted],
]

/** Counted over all records: a sample, as other servers use, could miss a label. */
const datasetLabels: Metric = {
  columns: () => [keyword(INTERNAL.labels)],
  compute: ({ index, docs }) => ({
    labels: Array.from(termColumn(index, INTERNAL.labels).counted(docs, true).entries(), ([label]) => label).sort(
      compareCodePoints,
    ),
  }),
}

/** F1 of classes: single-label compares the first class of each side, multi-label all with a score above 0.5. */
function classF1(actual: string, predicted: string, score: (pairs: LabelPair[]) => F1Scores): Metric {
  return {
    columns: () => [keyword(actual), keyword(predicted), keyword(INTERNAL.both)],
    compute: ({ index, docs }) => {
      const actualOf = termColumn(index, actual)
      const predictedOf = termColumn(index, predicted)
      const judged = index.emptySet()
      termColumn(index, INTERNAL.both).collectPresent(judged)
      const pairs: LabelPair[] = []
      judged.intersect(docs).forEach((ordinal) => {
        pairs.push({ actual: actualOf.termsOf(ordinal), predicted: predictedOf.termsOf(ordinal) })
      })
      return score(pairs)
    },
  }
}

/** F1 of single labels. `F1` of token classification is another metric. */
const singleF1 = classF1(INTERNAL.firstActual, INTERNAL.firstPredicted, singleLabelF1)

const labelingRule: Metric = {
  columns: ({ params }) => [...(params.rule ? columnsOf(params.rule) : []), ...ruleColumns()],
  compute: ({ index, docs, ask }) => {
    if (!ask.params.rule) return {}
    const counts = countRules(index, docs, evaluate(index, ask.params.rule), [])
    return {
      covered_records: counts.matched,
      annotated_covered_records: counts.matchedAnnotated,
      correct_records: 0,
      incorrect_records: 0,
    }
  },
}

/** The metrics of text classification; token classification has some of them, too. */
const CLASS_METRICS: Metrics = [
  ['MultiLabelF1', classF1(INTERNAL.manyActual, INTERNAL.manyPredicted, multiLabelF1)],
  ['dataset_labels', datasetLabels],
  ['predicted_as', valueCounts('predicted_as')],
  ['annotated_as', valueCounts('annotated_as')],
  ['labeling_rule', labelingRule],
  // Its parameters cannot be sent over HTTP.
  ['dataset_labeling_rules', goneMetric({})],
]

const METRICS = new Map([...COMMON_METRICS, ...CLASS_METRICS, ...TOKEN_METRICS])
