import { countDocuments, histogram, numberColumn, termColumn } from './counts'
import { keyword, metadataColumns, metadataFacets, scoreHistogram, wordCloud } from './facets'
import { type Metric, type Metrics, valueCounts } from './metric'

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
export const COMMON_METRICS: Metrics = [
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
