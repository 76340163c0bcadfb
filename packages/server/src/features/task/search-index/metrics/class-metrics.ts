import { type F1Scores, type LabelPair, multiLabelF1, singleLabelF1 } from '@postil/domain/labels/f1'
import { compareCodePoints } from '@postil/domain/search/index'
import { columnsOf, evaluate } from '../evaluate'
import { INTERNAL } from '../extract'
import { termColumn } from './counts'
import { keyword } from './facets'
import { goneMetric, type Metric, type Metrics, valueCounts } from './metric'
import { countRules, ruleColumns } from './rule-counts'

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
export const singleF1 = classF1(INTERNAL.firstActual, INTERNAL.firstPredicted, singleLabelF1)

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
export const CLASS_METRICS: Metrics = [
  ['MultiLabelF1', classF1(INTERNAL.manyActual, INTERNAL.manyPredicted, multiLabelF1)],
  ['dataset_labels', datasetLabels],
  ['predicted_as', valueCounts('predicted_as')],
  ['annotated_as', valueCounts('annotated_as')],
  ['labeling_rule', labelingRule],
  // Its parameters cannot be sent over HTTP.
  ['dataset_labeling_rules', goneMetric({})],
]
