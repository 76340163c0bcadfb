import type { TextClassificationBody } from '@postil/contract/task/records'
import type { EditableRecord } from './record'

/** A predicted label counts for a multi-label record when its score is above this (spec section 5). */
const MULTI_LABEL_ABOVE = 0.5

type Labelling = NonNullable<TextClassificationBody['annotation']>
type ClassRecord = EditableRecord<TextClassificationBody>

/** The predicted labels: the one with the highest score, or for a multi-label record all with a score above 0.5. */
export function predictedLabels({ prediction, multi_label }: TextClassificationBody): string[] {
  const labels = prediction?.labels ?? []
  const counting = multi_label ? labels.filter(({ score }) => score > MULTI_LABEL_ABOVE) : labels.slice(0, 1)
  return counting.map((label) => label.class)
}

/** The labels of the annotation, whether a person or a program made it. */
export function annotatedLabels({ annotation }: Pick<ClassRecord, 'annotation'>): string[] {
  return (annotation?.labels ?? []).map((label) => label.class)
}

/** Whether prediction and annotation have the same labels; undefined unless the record has both. */
export function predictedOk({ body, annotation }: ClassRecord): 'ok' | 'ko' | undefined {
  if (!body.prediction || !annotation) return undefined
  const predicted = new Set(predictedLabels(body))
  const annotated = new Set(annotatedLabels({ annotation }))
  return predicted.size === annotated.size && [...predicted].every((label) => annotated.has(label)) ? 'ok' : 'ko'
}

/** An annotation with these labels. */
export function labelling(labels: readonly string[], agent: string): Labelling {
  return { agent, labels: labels.map((label) => ({ class: label, score: 1 })) }
}

/**
 * The labels that Validate would save: those of the annotation, else those of the prediction. A multi-label record can be validated
 * without any label; a single-label record without annotation and prediction cannot be validated (undefined).
 */
export function labelsToValidate(record: ClassRecord): string[] | undefined {
  if (record.annotation && (record.body.multi_label || record.annotation.labels.length > 0))
    return annotatedLabels(record)
  const predicted = predictedLabels(record.body)
  return record.body.multi_label || predicted.length > 0 ? predicted : undefined
}
