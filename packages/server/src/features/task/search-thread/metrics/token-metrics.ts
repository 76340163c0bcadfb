import { countsOf, entityF1, type LabelCounts } from '@postil/domain/labels/f1'
import { capitalnessOf } from '@postil/domain/task-records/capitalness'
import { INTERNAL, labelOfEntity } from '../columns/extract'
import type { MetricAskParams } from '../protocol'
import { type Counts, countOccurrences, termColumn, topCounts, topEntries } from './counts'
import { type CountedMention, keyword, mentionCounts, mentionEntries } from './facets'
import { goneMetric, type Metric, type Metrics } from './metric'

/** F1 of entities: a predicted entity is correct when the annotation has one with the same position and label. */
export const entitiesF1: Metric = {
  columns: () => [keyword(INTERNAL.entitiesActual), keyword(INTERNAL.entitiesPredicted)],
  compute: ({ index, docs }) => {
    const counts = new Map<string, LabelCounts>()
    const actual = termColumn(index, INTERNAL.entitiesActual)
    const predicted = termColumn(index, INTERNAL.entitiesPredicted)
    docs.forEach((ordinal) => {
      const truth = new Set(actual.termsOf(ordinal))
      const guess = new Set(predicted.termsOf(ordinal))
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

const tokenFrequency: Metric = {
  columns: () => [keyword('tokens')],
  compute: ({ index, docs, ask }) => countOccurrences(docs, termColumn(index, 'tokens'), ask.params.size),
}

const tokenCapitalness: Metric = {
  columns: () => [keyword('tokens')],
  compute: ({ index, docs, ask }) => {
    const groups = new Map<string, number>()
    for (const [token, count] of termColumn(index, 'tokens').counted(docs, false).entries())
      addTo(groups, capitalnessOf(token), count)
    return topCounts(groups, ask.params.size)
  },
}

type Mentions = Iterable<CountedMention>

/** A metric of the mentions in predictions or in annotations. */
function ofMentions(
  source: string,
  compute: (mentions: Mentions, params: MetricAskParams) => Record<string, unknown>,
): Metric {
  return {
    columns: () => [keyword(source)],
    compute: ({ index, docs, ask }) => compute(mentionEntries(index, docs, source), ask.params),
  }
}

function mentionMetrics(side: 'predicted' | 'annotated', source: string): Metrics {
  return [
    [
      `${side}_entity_labels`,
      ofMentions(
        source,
        countBy(({ label }) => label),
      ),
    ],
    [
      `${side}_entity_capitalness`,
      ofMentions(
        source,
        countBy(({ value }) => capitalnessOf(value)),
      ),
    ],
    [
      `${side}_mentions_distribution`,
      {
        columns: () => [keyword(source)],
        compute: ({ index, docs, ask }) => mentionCounts(index, docs, source, ask.params.size),
      },
    ],
    [`${side}_top_k_mentions_consistency`, ofMentions(source, consistency)],
    ...['entity_density', 'mention_token_length', 'mention_char_length'].map((id): [string, Metric] => [
      `${side}_${id}`,
      goneMetric({}),
    ]),
    [`${side}_tag_consistency`, goneMetric({ mentions: [] })],
  ]
}

function countBy(groupOf: (mention: CountedMention) => string | undefined) {
  return (mentions: Mentions, { size }: MetricAskParams): Counts => {
    const groups = new Map<string, number>()
    for (const mention of mentions) addTo(groups, groupOf(mention), mention.count)
    return topCounts(groups, size)
  }
}

/** The most frequent mentions that have several labels, by descending number of labels. */
function consistency(mentions: Mentions, { size, interval = 1, entitySize }: MetricAskParams) {
  const labelsOf = new Map<string, [label: string, count: number][]>()
  const totals = new Map<string, number>()
  for (const { label, value, count } of mentions) {
    const labels = labelsOf.get(value)
    if (labels) labels.push([label, count])
    else labelsOf.set(value, [[label, count]])
    addTo(totals, value, count)
  }
  const commonest = topEntries(totals, size).map(([mention]) => ({
    mention,
    entities: topEntries(labelsOf.get(mention) ?? [], entitySize).map(([label, count]) => ({ label, count })),
  }))
  const several = commonest.filter(({ entities }) => entities.length >= interval)
  return { mentions: several.sort((one, other) => other.entities.length - one.entities.length) }
}

function addTo(groups: Map<string, number>, group: string | undefined, count: number): void {
  if (group !== undefined) groups.set(group, (groups.get(group) ?? 0) + count)
}

/** The metrics that only token classification has. */
export const TOKEN_METRICS: Metrics = [
  ['token_frequency', tokenFrequency],
  ['token_capitalness', tokenCapitalness],
  ...mentionMetrics('predicted', INTERNAL.mentionsPredicted),
  ...mentionMetrics('annotated', INTERNAL.mentionsActual),
  ['tokens_length', goneMetric({})],
  ['token_length', goneMetric({})],
]
