import { classesOf } from '../labels/classes'
import type { ClassScore, Derived, TextClassificationDocument } from './document'

/** The parts of a stored record that predictions affect. */
export interface PredictedRecord<D extends Derived = Derived> {
  document: TextClassificationDocument
  derived: D
}

/** Set an agent's labels as the main prediction of a record. The predictions of other agents stay listed. */
export function withPrediction<D extends Derived>(
  { document, derived }: PredictedRecord<D>,
  agent: string,
  labels: ClassScore[],
): PredictedRecord<D> {
  const prediction = { agent, labels }
  const predictions = { ...document.predictions, [agent]: { labels } }
  return derive({ ...document, prediction, predictions }, derived)
}

/** Remove an agent's prediction. If it was the main one, the prediction of another agent becomes the main one, if there is any. */
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

/** Recompute the derived fields for the prediction. Those for the annotation come from the last payload and stay (classic-api §5.6). */
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
