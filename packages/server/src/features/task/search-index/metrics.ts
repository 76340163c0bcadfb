import type { Task } from '@postil/contract/task/task'
import {
  countsOf,
  entityF1,
  type LabelCounts,
  type LabelPair,
  multiLabelF1,
  singleLabelF1,
} from '@postil/domain/labels/f1'
import { capitalnessOf } from '@postil/domain/task-records/capitalness'
import type { ColumnSpec } from './columns'
import { type Counts, countDocuments, countOccurrences, entriesOf, histogram, termColumn, topCounts } from './counts'
import type { DatasetIndex } from './dataset-index'
import type { DocSet } from './doc-set'
import { columnsOf, evaluate } from './evaluate'
import { INTERNAL, labelOfEntity, unpackMention } from './extract'
import {
  keyword,
  mentionCounts,
  mentionEntries,
  metadataColumns,
  metadataFacets,
  scoreHistogram,
  wordCloud,
} from './facets'
import type { MetricAsk } from './protocol'
import { countRules, ruleColumns } from './rule-counts'

/** What a metric reads, and how it is computed over some records (classic-api §9.2). */
interface Metric {
  columns(ask: MetricAsk): ColumnSpec[]
  compute(given: { index: DatasetIndex; docs: DocSet; task: Task; ask: MetricAsk }): Record<string, unknown>
}

export function metricColumns(ask: MetricAsk): ColumnSpec[] {
  return metricNamed(ask.id).columns(ask)
}

export function computeMetric(index: DatasetIndex, docs: DocSet, task: Task, ask: MetricAsk): Record<string, unknown> {
  return metricNamed(ask.id).compute({ index, docs, task, ask })
}

function metricNamed(id: string): Metric {
  const metric = METRICS.get(id)
  if (!metric) throw new Error(`There is no metric ${id}.`)
  return metric
}

/** Counts of the documents that have each value of a field. */
function values(source: string): Metric {
  return {
    columns: () => [keyword(source)],
    compute: ({ index, docs, ask }) => countDocuments(docs, termColumn(index, source), ask.params.size),
  }
}

/** Both sides of a metric about mentions. */
function mentions(
  source: string,
  compute: (entries: [string, number][], ask: MetricAsk) => Record<string, unknown>,
): Metric {
  return {
    columns: () => [keyword(source)],
    compute: ({ index, docs, ask }) => compute([...mentionEntries(index, docs, source)], ask),
  }
}

const entityLabels = (source: string) =>
  mentions(source, (entries, { params }) =>
    topCounts(
      grouped(entries, (packed) => unpackMention(packed).label),
      params.size,
    ),
  )

const entityCapitalness = (source: string) =>
  mentions(source, (entries, { params }) =>
    topCounts(
      grouped(entries, (packed) => capitalnessOf(unpackMention(packed).value)),
      params.size,
    ),
  )

function mentionsDistribution(source: string): Metric {
  return {
    columns: () => [keyword(source)],
    compute: ({ index, docs, ask }) => mentionCounts(index, docs, source, ask.params.size),
  }
}

/** The commonest mentions that go by several labels. */
const consistency = (source: string) =>
  mentions(source, (entries, { params }) => {
    const byMention = new Map<string, [string, number][]>()
    for (const [packed, count] of entries) {
      const { label, value } = unpackMention(packed)
      byMention.set(value, [...(byMention.get(value) ?? []), [label, count]])
    }
    const totals = [...byMention].map(([value, labels]): [string, number] => [
      value,
      labels.reduce((sum, [, count]) => sum + count, 0),
    ])
    const commonest = Object.entries(topCounts(totals, params.size)).map(([mention]) => ({
      mention,
      entities: Object.entries(topCounts(byMention.get(mention) ?? [], params.entitySize)).map(([label, count]) => ({
        label,
        count,
      })),
    }))
    const several = commonest.filter(({ entities }) => entities.length >= (params.interval ?? 1))
    return { mentions: several.sort((one, other) => other.entities.length - one.entities.length) }
  })

/** Metrics that older clients ask for by name and that have no content any more. */
const gone = (answer: Record<string, unknown>): Metric => ({ columns: () => [], compute: () => answer })

const errorDistribution: Metric = {
  columns: () => [keyword('predicted')],
  compute: ({ index, docs, task }) => {
    const known = task === 'Text2Text' ? {} : countDocuments(docs, termColumn(index, 'predicted'), 2)
    const unknown = docs.count() - Object.values(known).reduce((sum, count) => sum + count, 0)
    return unknown > 0 ? { ...known, unknown } : known
  },
}

const textLength: Metric = {
  columns: () => [{ source: 'text', kind: 'length' }],
  compute: ({ index, docs }) => {
    const lengths: number[] = []
    const column = index.column({ source: 'text', kind: 'length' })
    docs.forEach((ordinal) => {
      if ('forEachValue' in column) column.forEachValue(ordinal, (length) => lengths.push(length))
    })
    return histogram(lengths, 1)
  },
}

/** Of all records: a sample, as other servers take, could miss a label in use. */
const datasetLabels: Metric = {
  columns: () => [keyword(INTERNAL.labels)],
  compute: ({ index, docs }) => {
    const column = termColumn(index, INTERNAL.labels)
    return { labels: [...entriesOf(column, column.count(docs, true))].map(([label]) => label) }
  },
}

/** F1 of classes: single-label looks at the first of each side, multi-label at all above 0.5. */
function classF1(actual: string, predicted: string, score: (pairs: LabelPair[]) => Counts): Metric {
  return {
    columns: () => [keyword(actual), keyword(predicted), keyword(INTERNAL.both)],
    compute: ({ index, docs }) => {
      const both = termColumn(index, INTERNAL.both)
      const side = (source: string) => {
        const column = termColumn(index, source)
        return (ordinal: number) => column.valuesOf(ordinal).flat()
      }
      const actualOf = side(actual)
      const predictedOf = side(predicted)
      const judged = index.emptySet()
      both.collectPresent(judged)
      const pairs: LabelPair[] = []
      judged.intersect(docs).forEach((ordinal) => {
        pairs.push({ actual: actualOf(ordinal), predicted: predictedOf(ordinal) })
      })
      return score(pairs)
    },
  }
}

/** F1 of entities: a prediction is right when the same record has an entity of the same place and label. */
const tokenF1: Metric = {
  columns: () => [keyword(INTERNAL.entitiesActual), keyword(INTERNAL.entitiesPredicted)],
  compute: ({ index, docs }) => {
    const counts = new Map<string, LabelCounts>()
    const actual = termColumn(index, INTERNAL.entitiesActual)
    const predicted = termColumn(index, INTERNAL.entitiesPredicted)
    docs.forEach((ordinal) => {
      const truth = new Set(actual.valuesOf(ordinal).flat())
      const guess = new Set(predicted.valuesOf(ordinal).flat())
      for (const entity of truth) countsOf(counts, labelOfEntity(entity)).actual += 1
      for (const entity of guess) {
        const count = countsOf(counts, labelOfEntity(entity))
        count.predicted += 1
        if (truth.has(entity)) count.correct += 1
      }
    })
    return entityF1(counts)
  },
}

/** `F1` is two metrics, by task. */
const f1: Metric = {
  columns: () => [...singleF1.columns(NO_ASK), ...tokenF1.columns(NO_ASK)],
  compute: (given) => (given.task === 'TokenClassification' ? tokenF1 : singleF1).compute(given),
}
const singleF1 = classF1(INTERNAL.firstActual, INTERNAL.firstPredicted, singleLabelF1)
const NO_ASK: MetricAsk = {
  op: 'metric',
  id: '',
  query: { type: 'all' },
  params: { size: 0, entitySize: 0, textField: '' },
  facets: [],
}

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

const METRICS = new Map<string, Metric>([
  ['text_length', textLength],
  ['error_distribution', errorDistribution],
  ['status_distribution', values('status')],
  [
    'words_cloud',
    {
      columns: ({ params }) => [{ source: params.textField, kind: 'cloud' }],
      compute: ({ index, docs, ask }) => wordCloud(index, docs, ask.params.textField, ask.params.size),
    },
  ],
  [
    'metadata',
    {
      columns: ({ facets }) => metadataColumns(facets),
      compute: ({ index, docs, ask }) => metadataFacets(index, docs, ask.facets, ask.params.size),
    },
  ],
  ['predicted_by', values('predicted_by')],
  ['annotated_by', values('annotated_by')],
  [
    'score',
    { columns: () => [{ source: 'score', kind: 'number' }], compute: ({ index, docs }) => scoreHistogram(index, docs) },
  ],
  ['F1', f1],
  ['MultiLabelF1', classF1(INTERNAL.manyActual, INTERNAL.manyPredicted, multiLabelF1)],
  ['dataset_labels', datasetLabels],
  ['predicted_as', values('predicted_as')],
  ['annotated_as', values('annotated_as')],
  ['labeling_rule', labelingRule],
  // Its arguments cannot be given over HTTP.
  ['dataset_labeling_rules', gone({})],
  [
    'token_frequency',
    {
      columns: () => [keyword('tokens')],
      compute: ({ index, docs, ask }) => countOccurrences(docs, termColumn(index, 'tokens'), ask.params.size),
    },
  ],
  [
    'token_capitalness',
    {
      columns: () => [keyword('tokens')],
      compute: ({ index, docs, ask }) => {
        const column = termColumn(index, 'tokens')
        return topCounts(grouped([...entriesOf(column, column.count(docs, false))], capitalnessOf), ask.params.size)
      },
    },
  ],
  ['predicted_entity_labels', entityLabels(INTERNAL.mentionsPredicted)],
  ['annotated_entity_labels', entityLabels(INTERNAL.mentionsActual)],
  ['predicted_entity_capitalness', entityCapitalness(INTERNAL.mentionsPredicted)],
  ['annotated_entity_capitalness', entityCapitalness(INTERNAL.mentionsActual)],
  ['predicted_mentions_distribution', mentionsDistribution(INTERNAL.mentionsPredicted)],
  ['annotated_mentions_distribution', mentionsDistribution(INTERNAL.mentionsActual)],
  ['predicted_top_k_mentions_consistency', consistency(INTERNAL.mentionsPredicted)],
  ['annotated_top_k_mentions_consistency', consistency(INTERNAL.mentionsActual)],
  ...[
    'tokens_length',
    'token_length',
    'predicted_entity_density',
    'predicted_mention_token_length',
    'predicted_mention_char_length',
  ].map((id): [string, Metric] => [id, gone({})]),
  ...['annotated_entity_density', 'annotated_mention_token_length', 'annotated_mention_char_length'].map(
    (id): [string, Metric] => [id, gone({})],
  ),
  ['predicted_tag_consistency', gone({ mentions: [] })],
  ['annotated_tag_consistency', gone({ mentions: [] })],
])

/** Counts of terms put together by what they have in common; terms that have nothing are left out. */
function grouped(entries: [string, number][], groupOf: (term: string) => string | undefined): Map<string, number> {
  const groups = new Map<string, number>()
  for (const [term, count] of entries) {
    const group = groupOf(term)
    if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + count)
  }
  return groups
}
