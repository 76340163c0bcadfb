import { classesOf } from '../labels/classes'
import type { ClassScore, Derived, TextClassificationDocument } from './document'

/** A stored record as far as its predictions go. */
export interface PredictedRecord<D extends Derived = Derived> {
  document: TextClassificationDocument
  derived: D
}

/** Make an agent's labels the prediction that the record shows. What other agents predicted stays listed under their names. */
export function withPrediction<D extends Derived>(
  { document, derived }: PredictedRecord<D>,
  agent: string,
  labels: ClassScore[],
): PredictedRecord<D> {
  const prediction = { agent, labels }
  const predictions = { ...document.predictions, [agent]: { labels } }
  return derive({ ...document, prediction, predictions }, derived)
}

/** Take an agent's prediction away. Where it was shown, that of another agent is shown instead, if there is one. */
export function withoutPrediction<D extends Derived>(
  { document, derived }: PredictedRecord<D>,
  agent: string,
): PredictedRecord<D> {
  const { prediction, predictions, ...rest } = document
  const others = Object.entries(predictions ?? {}).filter(([name]) => name !== agent)
  const [first] = others
  const shown = prediction?.agent === agent ? first && { agent: first[0], ...first[1] } : prediction
  return derive(
    {
      ...rest,
      ...(shown && { prediction: shown }),
      ...(others.length > 0 && { predictions: Object.fromEntries(others) }),
    },
    derived,
  )
}

/** What searches know of the annotation is of the last payload, and stays (classic-api §5.6). */
function derive<D extends Derived>(document: TextClassificationDocument, before: D): PredictedRecord<D> {
  const { prediction, multi_label } = document
  const predicted_as = prediction ? classesOf(prediction.labels, multi_label) : []
  const scores = (prediction?.labels ?? []).map(({ score }) => score)
  const { predicted: _, ...rest } = before
  const isJudged = prediction !== undefined && before.annotated_by.length > 0
  const isOk =
    predicted_as.length === before.annotated_as.length && predicted_as.every((one) => before.annotated_as.includes(one))
  return {
    document,
    derived: {
      ...(rest as D),
      predicted_as,
      predicted_by: prediction ? [prediction.agent] : [],
      ...(isJudged && { predicted: isOk ? 'ok' : 'ko' }),
      score: multi_label ? scores : scores.slice(0, 1),
    },
  }
}
